//! The values of a column as numbers.

/// The values of a column as numbers: equal numbers, equal values.
#[derive(Clone, Debug)]
pub(super) struct Column {
    /// The value of each row.
    pub(super) codes: Vec<u32>,
    /// Values below this one occur in several rows.
    pub(super) repeated: usize,
}

impl Column {
    /// Numbers the values of the rows, those that occur several times first.
    pub(super) fn new(entries: &[u32], codes: &[u32], values: usize) -> Self {
        let mut counts = vec![0_u32; values];
        entries.iter().for_each(|&entry| counts[codes[entry as usize] as usize] += 1);
        let repeated = counts.iter().filter(|&&count| count > 1).count();
        let (mut several, mut once) = (0, repeated as u32);
        let number = |count: u32| {
            let next = if count > 1 { &mut several } else { &mut once };
            *next += 1;
            *next - 1
        };
        let numbers: Vec<u32> = counts.into_iter().map(number).collect();
        let codes = entries.iter().map(|&entry| numbers[codes[entry as usize] as usize]).collect();
        Self { codes, repeated }
    }
}
