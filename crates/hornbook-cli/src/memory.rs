//! How much memory there is, and how much the program holds, where the system
//! tells: on Linux.

use std::fs;

/// This share of what is free may be used if nothing was said.
const USABLE_SHARE: f64 = 0.8;

/// The memory that the program holds.
pub(crate) fn held() -> Option<usize> {
    kilobytes(&fs::read_to_string("/proc/self/status").ok()?, "VmRSS:")
}

/// The most that it held at a time.
pub(crate) fn most_held() -> Option<usize> {
    kilobytes(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// The memory that the program may use without taking the machine down.
pub(crate) fn usable() -> Option<usize> {
    let free = kilobytes(&fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")?;
    // A container may have less.
    let number = |file: &str| fs::read_to_string(file).ok()?.trim().parse::<usize>().ok();
    let allowed = number("/sys/fs/cgroup/memory.max")
        .map(|most| most.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)));
    let free = allowed.map_or(free, |allowed| allowed.min(free));
    Some((free as f64 * USABLE_SHARE) as usize)
}

/// A line such as `VmRSS:   1234 kB`.
fn kilobytes(text: &str, name: &str) -> Option<usize> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().trim_end_matches("kB").trim().parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn lines_of_the_system_are_read() {
        assert_eq!(kilobytes("VmPeak:\t  9 kB\nVmRSS:\t    1234 kB\n", "VmRSS:"), Some(1234 << 10));
        assert_eq!(kilobytes("VmRSS: many kB", "VmRSS:"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_program_holds_some_memory_and_may_use_more() {
        let held = held().unwrap();
        assert!(held > 1 << 16 && usable().unwrap() > 1 << 20, "{held}");
    }
}
