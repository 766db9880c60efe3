#!/bin/sh
# An expert in POSIX shell: which divisors of a number follow from which others,
# for the numbers from 1 to 60. The attributes are the divisors:
#
#   hornbook learn --attributes 2,3,4,6,9,12 --ask 'sh divisors.sh'

# The list that a line has under a name, as words.
list() {
    printf '%s\n' "$line" | sed -n "s/.*\"$1\":\[\([^]]*\)\].*/\1/p" | tr -d '"' | tr ',' ' '
}

# Whether $1 is a multiple of all the others.
divides() {
    dividend=$1
    shift
    for divisor; do
        [ $((dividend % divisor)) -eq 0 ] || return 1
    done
}

# The numbers in quotes, with commas.
quoted() {
    printf '"%s",' "$@" | sed 's/,$//'
}

while read -r line; do
    case $line in
    *'"hornbook"'*)
        # The first line names the attributes.
        all=$(printf '%s\n' "$line" | grep -o '"name":"[0-9]*"' | tr -dc '0-9\n' | tr '\n' ' ')
        continue
        ;;
    esac
    id=$(printf '%s\n' "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
    premise=$(list premise)
    conclusion=$(list conclusion)
    answer='"holds":true'
    number=1
    while [ $number -le 60 ]; do
        candidate=$number
        number=$((number + 1))
        # Words are split on purpose.
        # shellcheck disable=SC2086
        if divides $candidate $premise && { [ -z "$conclusion" ] || ! divides $candidate $conclusion; }; then
            has=
            for divisor in $all; do
                divides $candidate $divisor && has="$has $divisor"
            done
            # shellcheck disable=SC2086
            answer="\"counterexample\":[${has:+$(quoted $has)}],\"name\":\"$candidate\""
            break
        fi
    done
    printf '{"id":%s,%s}\n' "$id" "$answer"
done
