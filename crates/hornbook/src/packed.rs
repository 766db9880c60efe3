//! Many short texts in one piece of memory.

/// A list of texts. Each costs its bytes and four more, and no allocation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packed {
    text: String,
    /// Where each ends, modulo 2³².
    ends: Vec<u32>,
    /// The first text that ends beyond 2³², beyond twice 2³², and so on.
    wraps: Vec<usize>,
}

impl Packed {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The bytes of all texts together.
    pub(crate) fn bytes_held(&self) -> usize {
        self.text.len()
    }

    pub(crate) fn push(&mut self, text: &str) {
        self.text.push_str(text);
        while self.text.len() >> 32 > self.wraps.len() {
            self.wraps.push(self.ends.len());
        }
        self.ends.push(self.text.len() as u32);
    }

    pub(crate) fn get(&self, at: usize) -> &str {
        &self.text[self.start(at)..self.end(at)]
    }

    /// The bytes of a text: to compare them needs no look at characters.
    pub(crate) fn bytes(&self, at: usize) -> &[u8] {
        &self.text.as_bytes()[self.start(at)..self.end(at)]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> + Clone + '_ {
        (0..self.len()).map(|at| self.get(at))
    }

    /// Adds all texts of another list.
    pub(crate) fn append(&mut self, other: &Self) {
        if !other.wraps.is_empty() || (self.text.len() + other.text.len()) >> 32 != self.wraps.len() {
            other.iter().for_each(|text| self.push(text));
            return;
        }
        let base = self.text.len() as u32;
        self.text.push_str(&other.text);
        self.ends.extend(other.ends.iter().map(|end| base + end));
    }

    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
        self.wraps.clear();
    }

    /// Gives back memory that nothing will be written to any more.
    pub(crate) fn shrink(&mut self) {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    fn start(&self, at: usize) -> usize {
        if at == 0 { 0 } else { self.end(at - 1) }
    }

    fn end(&self, at: usize) -> usize {
        let low = self.ends[at] as usize;
        if self.wraps.is_empty() { low } else { low + (self.wraps.partition_point(|&wrap| wrap <= at) << 32) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        let mut packed = Packed::default();
        ["", "a", "", "äß", "c"].iter().for_each(|text| packed.push(text));
        let copy = packed.clone();
        packed.append(&copy);
        assert_eq!(packed.iter().collect::<Vec<_>>(), ["", "a", "", "äß", "c", "", "a", "", "äß", "c"]);
        assert_eq!(packed.bytes(3), "äß".as_bytes());
    }
}
