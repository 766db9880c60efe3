//! Blocks in memory, and further ones in a file.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use hornbook::AttrSet;

use super::block::Block;
use crate::error::EngineError;

/// Blocks: as many in memory as were allowed, the others in a file.
#[derive(Debug)]
pub(super) struct HeldBlocks {
    attributes: usize,
    /// How much memory blocks may take.
    most_bytes: usize,
    bytes: usize,
    in_memory: Vec<Block>,
    /// Where the blocks in the file start and how many bytes they have.
    on_disk: Vec<(u64, usize)>,
    file: Option<BufWriter<File>>,
    scratch: PathBuf,
}

impl HeldBlocks {
    pub(super) fn new(attributes: usize, most_bytes: usize, scratch: Option<&Path>) -> Self {
        let scratch = scratch.map_or_else(std::env::temp_dir, Path::to_path_buf);
        let (in_memory, on_disk) = (Vec::new(), Vec::new());
        Self { attributes, most_bytes, bytes: 0, in_memory, on_disk, file: None, scratch }
    }

    pub(super) fn len(&self) -> usize {
        self.in_memory.len() + self.on_disk.len()
    }

    /// The memory that the blocks take, and the bytes in the file.
    pub(super) fn bytes(&self) -> (usize, u64) {
        (self.bytes, self.on_disk.last().map_or(0, |&(start, len)| start + len as u64))
    }

    pub(super) fn push(&mut self, block: Block) -> Result<(), EngineError> {
        if self.on_disk.is_empty() && self.bytes + block.bytes() <= self.most_bytes {
            self.bytes += block.bytes();
            self.in_memory.push(block);
            return Ok(());
        }
        let said = |error: std::io::Error| {
            let place = self.scratch.display();
            EngineError::Failed(format!("rows that do not fit the memory cannot be kept on disk, in {place}: {error}"))
        };
        let bytes: Vec<u8> = block.to_words().iter().flat_map(|word| word.to_le_bytes()).collect();
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(BufWriter::new(tempfile::tempfile_in(&self.scratch).map_err(said)?)),
        };
        file.write_all(&bytes).map_err(said)?;
        let start = self.on_disk.last().map_or(0, |&(start, len)| start + len as u64);
        self.on_disk.push((start, bytes.len()));
        Ok(())
    }

    /// Ends writing: from now on blocks are read.
    pub(super) fn finish(&mut self) -> Result<(), EngineError> {
        match &mut self.file {
            Some(file) => Ok(file.flush()?),
            None => Ok(()),
        }
    }

    /// At most so many rows, from all over the blocks in memory.
    pub(super) fn some_rows(&self, most: usize) -> Vec<AttrSet> {
        let each = most.div_ceil(self.in_memory.len().max(1));
        let some = |block: &Block| {
            let step = block.len.div_ceil(each).max(1);
            (0..block.len).step_by(step).map(|row| block.row(row)).collect::<Vec<_>>()
        };
        self.in_memory.iter().flat_map(some).take(most).collect()
    }

    /// Looks at a block, wherever it is.
    pub(super) fn with<T>(&self, place: usize, look: impl FnOnce(&Block) -> T) -> Result<T, EngineError> {
        if let Some(block) = self.in_memory.get(place) {
            return Ok(look(block));
        }
        let damaged = || EngineError::Failed("the file of rows on disk is damaged".to_owned());
        let &(start, len) = self.on_disk.get(place - self.in_memory.len()).ok_or_else(damaged)?;
        let mut bytes = vec![0; len];
        read_at(self.file.as_ref().ok_or_else(damaged)?.get_ref(), &mut bytes, start)?;
        let (words, _) = bytes.as_chunks::<8>();
        let words: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        Ok(look(&Block::from_words(self.attributes, &words).ok_or_else(damaged)?))
    }
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], start: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, start)
}

#[cfg(windows)]
fn read_at(file: &File, bytes: &mut [u8], start: u64) -> std::io::Result<()> {
    use std::os::windows::fs::FileExt;
    let mut done = 0;
    while done < bytes.len() {
        match file.seek_read(&mut bytes[done..], start + done as u64)? {
            0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            some => done += some,
        }
    }
    Ok(())
}
