"""The faults: where each goes, and which tests must notice it.

`find` must occur exactly once in the file; it is as short as can be, so that it
stays there. A test is a package, `lib` or the name of a file in its `tests`, and
the name of the test. Where there are several, each must notice it by itself.
"""

LEARNER = "crates/hornbook/src/learn/frugal/learner.rs"
CERTIFY = "crates/hornbook/src/learn/frugal/certify.rs"
POOL = "crates/hornbook/src/learn/frugal/pool.rs"
SETTLE = "crates/hornbook/src/learn/frugal/settle.rs"
BINOMIAL = "crates/hornbook/src/learn/binomial.rs"
ACCURACY = "crates/hornbook/src/accuracy.rs"
STREAM = "crates/hornbook/src/sampling/stream.rs"
SAMPLER = "crates/hornbook/src/sampling/sampler.rs"
LANES = "crates/hornbook/src/lanes/draw.rs"
EXPLORATION = "crates/hornbook-explore/src/exploration.rs"
NEXT = "crates/hornbook-explore/src/next.rs"
STATE = "crates/hornbook-explore/src/state.rs"
JOURNAL = "crates/hornbook-explore/src/journal/file.rs"
MERGE = "crates/hornbook-explore/src/journal/merge.rs"
MEND = "crates/hornbook-explore/src/journal/mend.rs"
ERROR_RATE = "crates/hornbook-experts/src/voting/error_rate.rs"
BALLOTS = "crates/hornbook-experts/src/voting/ballots.rs"
SEARCH = "crates/hornbook-experts/src/member_search/search.rs"


def fault(name, does, file, find, put, *tests):
    return {"name": name, "does": does, "file": file, "find": find, "put": put, "tests": list(tests)}


FAULTS = [
    # Parts of δ.
    fault(
        "whole-delta",
        "every attempt at a certificate may fail with all of δ",
        CERTIFY, " / (i * (i + 1.0))", "",
        "hornbook certificates each_attempt_has_its_own_part_of_delta",
        "hornbook certificates many_attempts_are_wrong_no_more_often_than_one",
        "hornbook-explore certificates each_certificate_is_at_the_part_of_its_attempt",
    ),
    fault(
        "undivided-bounds",
        "where questions are set aside, each of the two bounds takes the whole part of δ",
        CERTIFY, "if self.unanswered.is_empty() { 1 } else { 2 }", "1",
        "hornbook certificates what_is_set_aside_has_half_of_the_part",
        "hornbook-explore certificates each_certificate_is_at_the_part_of_its_attempt",
    ),
    fault(
        "undivided-parts",
        "where any few attributes are certified apart, each bound takes the whole part of δ",
        CERTIFY, "(of_a_part * self.parts.len()) as f64", "of_a_part as f64",
        "hornbook certificates what_is_certified_apart_shares_the_part",
    ),
    fault(
        "first-part-only",
        "a certificate is given though any few attributes are judged wrongly too often",
        CERTIFY, "if counts.open > allowed {", "if counts.open > allowed && part == 0 {",
        "hornbook described described_and_short",
    ),
    fault(
        "objects-alike",
        "rows are described as often as they are different, not as often as they occur",
        "crates/hornbook/src/sampling/few.rs", "sum += count;", "sum += count.min(1);",
        "hornbook lib sampling::sampler::tests::described_takes_an_object_by_frequency_and_a_few_of_its_attributes",
    ),
    fault(
        "few-are-not-alike",
        "of a few attributes the first are told more often",
        "crates/hornbook/src/sampling/few.rs", "stream.below(last + 1)", "stream.below(last.max(1))",
        "hornbook lib sampling::sampler::tests::short_draws_any_few_attributes",
    ),
    fault(
        "free-evidence",
        "what is supported when a run is cut short does not count as an attempt",
        CERTIFY, "self.spent.attempts += 1;\n        self.bound(delta)", "self.bound(delta)",
        "hornbook certificates evidence_is_an_attempt",
    ),
    fault(
        "free-attempts-elsewhere",
        "settling a domain that is not in memory does not count its attempts",
        SETTLE, "self.learner.spent.attempts += 1;", "",
        "hornbook certificates settling_spends_delta_and_streams_alike",
    ),
    fault(
        "fallback-from-one",
        "the fallback counts its rounds from the start",
        LEARNER, "self.knowledge.clone(), self.spent.attempts)", "self.knowledge.clone(), 0)",
        "hornbook certificates the_fallback_goes_on_counting_attempts",
    ),
    fault(
        "equal-rounds",
        "every round of the thrifty schedule may fail with all of δ",
        ACCURACY, " - i.ln() - (i + 1.0).ln()", " - 0.0 * i",
        "hornbook lib accuracy::tests::sample_sizes_are_the_papers_and_fewer",
    ),
    fault(
        "nothing-left-for-bounds",
        "certificates of explorations take all of δ, and bounds on the way their tenth on top",
        STATE, "delta * CERTIFICATE_SHARE_OF_DELTA", "delta",
        "hornbook-explore certificates each_certificate_is_at_the_part_of_its_attempt",
    ),
    fault(
        "whole-tenth",
        "every bound on the way takes the whole tenth of δ that is for all of them",
        NEXT, " / (entries * (entries + 1.0))", "",
        "hornbook-explore certificates each_bound_on_the_way_is_at_the_part_of_its_entries",
    ),
    # Restarts, and journals.
    fault(
        "learner-forgets-attempts",
        "a learner that is resumed counts attempts from the start",
        LEARNER, "            spent,", "            spent: Spent { attempts: 0, ..spent },",
        "hornbook certificates each_attempt_has_its_own_part_of_delta",
        "hornbook certificates many_attempts_are_wrong_no_more_often_than_one",
    ),
    fault(
        "learner-forgets-rounds",
        "a learner that is resumed draws from its first streams again",
        LEARNER, "            spent,", "            spent: Spent { rounds: 0, ..spent },",
        "hornbook certificates no_stream_is_drawn_from_twice",
    ),
    fault(
        "journal-forgets-attempts",
        "attempts are counted from the start after each entry of a journal",
        STATE, "self.learner.count_attempts(self.attempts_before)", "self.learner.count_attempts(0)",
        "hornbook-explore certificates each_certificate_is_at_the_part_of_its_attempt",
        "hornbook-explore certificates many_attempts_on_record_are_wrong_no_more_often_than_one",
    ),
    fault(
        "attempts-not-read",
        "attempts on record are not counted when a journal is opened",
        STATE, "state.attempts_before = state.attempts - ", "state.attempts_before = 0 * ",
        "hornbook-explore certificates each_certificate_is_at_the_part_of_its_attempt",
    ),
    fault(
        "attempts-off-record",
        "attempts are made without a line in the journal",
        NEXT, "journal.append(None, EntryKind::Attempt { state: Some(journal.state()) })?;", "",
        "hornbook-explore certificates streams_of_certificates_are_for_attempts_on_record",
    ),
    fault(
        "merge-drops-attempts",
        "a merged journal has made no attempts",
        MERGE, "EntryKind::Certified(_) => continue,",
        "EntryKind::Certified(_) | EntryKind::Attempt { .. } => continue,",
        "hornbook-explore certificates merged_journals_have_made_the_attempts_of_both",
    ),
    fault(
        "any-state-certified",
        "a certificate in a journal stands whatever it was about",
        STATE, "state.certified = state.certified.filter(still_holds);", "_ = still_holds;",
        "hornbook-explore explore_changes a_certificate_is_worth_nothing_without_the_entries_it_was_about",
    ),
    fault(
        "mended-keeps-its-seed",
        "a journal that was edited draws the samples again that were seen before the edit",
        MEND, 'Hash::new().number(header.seed).text("mended").number(said).mixed() >> 11', "{ _ = (said, Hash::new()); header.seed }",
        "hornbook-explore journal_checksums a_journal_changed_on_purpose_is_mended",
    ),
    fault(
        "step-kept",
        "what came next before an entry is kept as what comes next after it",
        EXPLORATION, "self.next = None;\n        let entry", "let entry",
        "hornbook-explore certificates streams_of_certificates_are_for_attempts_on_record",
    ),
    # Streams.
    fault(
        "stream-of-the-look",
        "a certificate is drawn from the stream of the look before it",
        CERTIFY, "self.draw(Purpose::Certificate, ", "self.spent.rounds -= 1; self.draw(Purpose::Look, ",
        "hornbook certificates no_stream_is_drawn_from_twice",
        "hornbook-explore certificates streams_of_certificates_are_for_attempts_on_record",
    ),
    fault(
        "bounds-by-the-certificates-stream",
        "bounds on the way are drawn from the streams of certificates",
        NEXT, 'Hash::new().number(journal.seed()).text("standing").mixed()', "{ _ = Hash::new(); journal.seed() }",
        "hornbook-explore certificates streams_of_certificates_are_for_attempts_on_record",
    ),
    fault(
        "bounds-apart-are-not",
        "a bound that is set apart is drawn from the streams of the learner's own seed",
        CERTIFY, "apart.settings.seed = seed;", "_ = seed;",
        "hornbook certificates bounds_apart_leave_the_streams_of_certificates_alone",
        "hornbook-explore certificates streams_of_certificates_are_for_attempts_on_record",
    ),
    fault(
        "one-seed-for-all-states",
        "the seed of an exploration does not depend on what was said",
        JOURNAL, "self.identities.mixed()", "start_of_identities(&self.header).mixed()",
        "hornbook-explore explore_guarantee streams_are_others_after_every_entry_that_counts",
        "hornbook-explore certificates streams_of_certificates_are_for_attempts_on_record",
    ),
    fault(
        "one-stream-for-all-purposes",
        "streams of different purposes are the same",
        STREAM, "[self.seed, purpose as u64, round, block]", "[self.seed, purpose as u64 * 0, round, block]",
        "hornbook lib sampling::sampler::tests::streams_are_the_same_everywhere_and_differ_from_each_other",
    ),
    fault(
        "one-stream-for-all-blocks",
        "all blocks of a draw have the same samples",
        POOL, "self.streams.stream(purpose, round, at)", "self.streams.stream(purpose, round, 0 * at)",
        "hornbook certificates no_stream_is_drawn_from_twice",
    ),
    fault(
        "threads-draw-again",
        "threads begin with blocks that were drawn before they were started",
        POOL, "let first = alone + at * BLOCKS_A_TURN;", "let first = at * BLOCKS_A_TURN;",
        "hornbook certificates threads_change_no_certificate",
    ),
    # What is drawn.
    fault(
        "shared-coins",
        "some sets that are drawn at once are the same",
        LANES, ".iter_mut().for_each(|word| *word = stream.bits());", ".fill(stream.bits());",
        "hornbook certificates samples_are_independent_and_by_the_distribution",
    ),
    fault(
        "biased-choice",
        "a choice that falls outside is not drawn again, so that none of a column is too likely",
        LANES, "open &= !chosen;", "open = Mask::NONE; _ = chosen;",
        "hornbook certificates samples_are_independent_and_by_the_distribution",
        "hornbook lib lanes::draw::tests::many_at_once_are_drawn_from_the_same_distribution",
    ),
    fault(
        "rows-alike",
        "by support, every row is as likely, however many subsets it has",
        SAMPLER, "(row.len() as f64 - largest as f64).exp2()", "(0.0 * largest as f64).exp2()",
        "hornbook lib sampling::sampler::tests::support_draws_a_set_as_often_as_it_occurs",
    ),
    # Counting.
    fault(
        "one-found-less",
        "the binomial bound is that of one open set fewer",
        BINOMIAL, "at_most(drawn, found, middle) > delta", "at_most(drawn, found.saturating_sub(1), middle) > delta",
        "hornbook lib learn::binomial::tests::the_bound_is_where_the_tail_is_delta",
    ),
    fault(
        "one-more-allowed",
        "an attempt succeeds with one open set too many",
        BINOMIAL, "    Some(yes)", "    Some(yes + 1)",
        "hornbook lib learn::binomial::tests::what_is_allowed_meets_the_bound",
    ),
    fault(
        "early-end-is-success",
        "an attempt that ended early, as too many sets were open, succeeds",
        CERTIFY, "if counts.open > allowed {", "if counts.open > allowed && counts.drawn >= samples {",
        "hornbook certificates attempts_that_end_early_certify_nothing",
    ),
    fault(
        "certificate-outlives-answers",
        "a certificate stands when more is learned",
        LEARNER, "self.certificate = None;", "",
        "hornbook certificates attempts_are_announced_and_certificates_end_with_news",
    ),
    fault(
        "goals-are-settled",
        "with a goal, no set is open",
        POOL, "self.scope.goal.as_ref())", "self.scope.goal.as_ref().map(|_| AttrSet::empty(self.knowledge.attribute_count())).as_ref())",
        "hornbook frugal a_target_is_learned_alone_and_to_the_share_promised",
    ),
    fault(
        "hanging-sets-are-settled",
        "sets that depend on questions without an answer are not counted",
        POOL, "self.dependent += 1;", "",
        "hornbook frugal what_nobody_knows_is_set_aside_and_counted",
    ),
    fault(
        "no-second-bound",
        "the share that depends on questions without an answer is given as nothing",
        CERTIFY, "binomial::upper_bound(self.drawn, self.dependent, delta)", "0.0",
        "hornbook frugal what_nobody_knows_is_set_aside_and_counted",
        "hornbook certificates what_is_set_aside_has_half_of_the_part",
    ),
    # Answers that may be wrong, and black boxes.
    fault(
        "whole-alpha",
        "every verdict on answers that err may be wrong with all of α",
        ERROR_RATE, "failure / (round * (round + 1.0))", "failure + 0.0 * round",
        "hornbook-experts lib voting::error_rate::tests::parts_sum_to_the_whole",
        "hornbook-experts voting each_question_has_its_own_part",
    ),
    fault(
        "short-lead",
        "a side that leads by one answer too few decides",
        ERROR_RATE, ".ceil() as u64).max(1)", ".floor() as u64).max(1)",
        "hornbook-experts lib voting::error_rate::tests::a_lead_is_the_least_that_suffices",
        "hornbook-experts voting verdicts_are_wrong_as_often_as_allowed",
    ),
    fault(
        "made-up-examples",
        "an example counts whatever the vote on it says",
        BALLOTS, "(Some(example), ExpertReply::Member(true)) => example,", "(Some(example), _) => example,",
        "hornbook-experts voting an_example_that_is_voted_down_does_not_count",
    ),
    fault(
        "impossible-cases-count",
        "cases that are not possible count for rules that are about possible ones",
        SEARCH, "Looked::Impossible => self.rule.conclusion.is_falsum(),", "Looked::Impossible => true,",
        "hornbook-experts member_search bounds_are_wrong_as_often_as_their_part_allows",
    ),
    fault(
        "first-come-counts",
        "cases count in the order in which answers come",
        SEARCH, "wanted.case.and_then(|number| number.checked_sub(self.taken))",
        "wanted.case.and_then(|_| self.drawn.iter().position(|(_, found)| found.is_none()).map(|place| place as u64))",
        "hornbook-experts member_search answers_that_come_late_are_waited_for",
    ),
    fault(
        "one-stream-of-cases",
        "all rules are searched for exceptions in the same cases",
        SEARCH, "stream(purpose, round, key(rule))", "stream(purpose, 0, 0)",
        "hornbook-experts member_search no_two_questions_share_a_case",
    ),
    fault(
        "whole-delta-of-bounds",
        "the bound of every rule may be wrong with the part of the first",
        SEARCH, "let enough = Schedule::Thrifty.sample_size(*accuracy, round);",
        "let enough = Schedule::Thrifty.sample_size(*accuracy, 1);",
        "hornbook-experts member_search bounds_are_wrong_as_often_as_their_part_allows",
    ),
]
