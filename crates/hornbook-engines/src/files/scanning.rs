//! One pass over all rows, on several cores.
//!
//! The pieces of the files are dealt out to workers in turn, and what they find is
//! taken in the order of the pieces. So the same rows come in the same order however
//! many cores there are, and no worker runs far ahead.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use hornbook::scaling::RowTests;

use super::block::Block;
use super::groups::Groups;
use super::packed_rows::PackedRows;
use super::packing::Packer;
use super::pieces::Piece;
use super::source_file::SourceFile;
use crate::{Control, EngineError, Grouping, RowSink, Scanned};

/// A piece has at least so many rows, where files allow it.
pub(super) const LEAST_ROWS: u64 = 1 << 17;
/// So many blocks may wait for being taken.
const MOST_WAITING: usize = 4;
/// More workers than these would wait for the one who takes what they find.
const MOST_WORKERS: usize = 8;

/// What is scanned, and by what.
pub(super) struct Scan<'a> {
    pub files: &'a [SourceFile],
    pub tests: &'a RowTests,
    /// The columns that are read.
    pub columns: &'a [String],
    pub told_missing: &'a [String],
    pub grouping: Grouping,
    pub control: &'a Control,
    /// How many rows there are, if that is known.
    pub rows: Option<u64>,
}

/// What a worker tells.
enum Told {
    Rows(Block),
    EndOfPiece,
    Failed(EngineError),
    /// All its pieces are done; in these columns a value was not to be expected.
    Done(Vec<usize>),
}

/// Nobody listens any more.
struct Unheard;

impl Scan<'_> {
    /// Goes through all rows.
    pub(super) fn run(&self, sink: &mut dyn RowSink) -> Result<Scanned, EngineError> {
        let of_file =
            |(at, file): (usize, &SourceFile)| file.pieces(LEAST_ROWS).into_iter().map(move |piece| (at, piece));
        let pieces: Vec<(usize, Piece)> = self.files.iter().enumerate().flat_map(of_file).collect();
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers = cores.min(MOST_WORKERS).min(pieces.len()).max(1);
        thread::scope(|scope| {
            let start = |worker: usize| {
                let (sender, receiver) = sync_channel(MOST_WAITING);
                let pieces = &pieces;
                let own = move || pieces.iter().skip(worker).step_by(workers);
                // Whoever does not listen any more has got what went wrong.
                scope.spawn(move || _ = self.work(own(), &sender));
                receiver
            };
            let receivers: Vec<Receiver<Told>> = (0..workers).map(start).collect();
            self.take(pieces.len(), &receivers, sink)
        })
    }

    /// Takes what workers tell, piece by piece.
    fn take(
        &self,
        pieces: usize,
        receivers: &[Receiver<Told>],
        sink: &mut dyn RowSink,
    ) -> Result<Scanned, EngineError> {
        let mut scanned = Scanned::default();
        let told = (0..pieces).map(|piece| piece % receivers.len()).chain(0..receivers.len());
        for worker in told {
            loop {
                match receivers[worker].recv() {
                    Ok(Told::Rows(block)) => self.hand_on(&block, &mut scanned, sink)?,
                    Ok(Told::EndOfPiece) => break,
                    Ok(Told::Failed(error)) => return Err(error),
                    Ok(Told::Done(unexpected)) => {
                        scanned.unexpected.extend(unexpected);
                        break;
                    }
                    Err(_) => return Err(EngineError::Failed("a thread that reads files broke down".to_owned())),
                }
            }
        }
        scanned.unexpected.sort_unstable();
        scanned.unexpected.dedup();
        Ok(scanned)
    }

    fn hand_on(&self, block: &Block, scanned: &mut Scanned, sink: &mut dyn RowSink) -> Result<(), EngineError> {
        self.control.check()?;
        for (at, &count) in block.counts.iter().enumerate() {
            let (has, unknown) = block.row(at);
            sink.row(has, unknown, count)?;
        }
        scanned.rows += block.rows;
        scanned.left_out += block.left_out;
        self.control.tell(scanned.rows, self.rows);
        Ok(())
    }

    /// Reads pieces and tells what their rows have.
    fn work<'b>(
        &self,
        pieces: impl Iterator<Item = &'b (usize, Piece)>,
        sender: &SyncSender<Told>,
    ) -> Result<(), Unheard> {
        let tell = |told| sender.send(told).map_err(|_| Unheard);
        let mut packer = Packer::new(self.tests, self.columns, self.told_missing);
        for (file, piece) in pieces {
            let file = &self.files[*file];
            match self.work_on(file, piece, &mut packer, &|block| tell(Told::Rows(block))) {
                Ok(heard) => heard?,
                Err(error) => return tell(Told::Failed(error)),
            }
            tell(Told::EndOfPiece)?;
        }
        tell(Told::Done(packer.unexpected().collect()))
    }

    fn work_on(
        &self,
        file: &SourceFile,
        piece: &Piece,
        packer: &mut Packer<'_>,
        tell: &dyn Fn(Block) -> Result<(), Unheard>,
    ) -> Result<Result<(), Unheard>, EngineError> {
        let (mut packed, mut groups) = (PackedRows::default(), Groups::default());
        let mut grouping = self.grouping;
        for batch in file.read(piece, self.columns, None)? {
            self.control.check()?;
            let batch = batch?;
            let ready = match grouping {
                Grouping::OneByOne => {
                    packer.pack(&batch, &mut packed);
                    Some(Block::one_by_one(&mut packed))
                }
                Grouping::Grouped | Grouping::GroupedAsTheyStand => {
                    packer.group(&batch, &mut groups);
                    groups.are_many().then(|| {
                        if groups.are_in_vain() {
                            grouping = Grouping::OneByOne;
                        }
                        packer.grouped(&mut groups)
                    })
                }
            };
            if let Some(Err(unheard)) = ready.map(tell) {
                return Ok(Err(unheard));
            }
        }
        file.check_unchanged()?;
        Ok(match grouping {
            Grouping::OneByOne => Ok(()),
            Grouping::Grouped | Grouping::GroupedAsTheyStand => tell(packer.grouped(&mut groups)),
        })
    }
}
