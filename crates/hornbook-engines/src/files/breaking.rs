//! Which rows break rules.

use hornbook::scaling::RowTests;
use hornbook::{AttrSet, Implication, Model};

use super::packed_rows::PackedRows;
use super::packing::Packer;
use super::source_file::SourceFile;
use crate::{BrokenBy, Control, EngineError, KeyedRow};

/// What is looked for.
pub(super) struct Breaking<'a> {
    pub tests: &'a RowTests,
    pub rules: &'a [Implication],
    /// How many rows are named for each rule.
    pub max_rows: usize,
    pub told_missing: &'a [String],
}

/// Where in a set of files a row is.
struct Place<'a> {
    /// The file, if there are several.
    file: Option<&'a str>,
    /// The row, counted from 1.
    row: u64,
}

impl Place<'_> {
    fn name(&self) -> String {
        match self.file {
            Some(file) => format!("{file} row {}", self.row),
            None => format!("row {}", self.row),
        }
    }
}

impl Breaking<'_> {
    /// Goes through all rows. `columns` are the first `tested` that the tests are
    /// about, and perhaps one that names rows.
    pub(super) fn find(
        &self,
        files: &[SourceFile],
        columns: &[String],
        tested: usize,
        control: &Control,
    ) -> Result<Vec<BrokenBy>, EngineError> {
        let mut broken = vec![BrokenBy::default(); self.rules.len()];
        let mut packer = Packer::new(self.tests, &columns[..tested], self.told_missing);
        let (mut packed, mut gone_through) = (PackedRows::default(), 0);
        for file in files {
            let name = file.name();
            let mut in_file = 0;
            for piece in file.pieces(1) {
                for batch in file.read(&piece, columns, None)? {
                    control.check()?;
                    let batch = batch?;
                    packer.pack(&batch, &mut packed);
                    for row in 0..packed.rows {
                        let key = || {
                            let mut key = String::new();
                            batch.cells.get(tested).into_iter().for_each(|cells| cells.write(row, &mut key));
                            let place = Place {
                                file: (files.len() > 1).then_some(name.as_str()),
                                row: in_file + row as u64 + 1,
                            };
                            if key.trim().is_empty() { place.name() } else { key }
                        };
                        self.see(&packed, row, gone_through + row as u64, key, &mut broken);
                    }
                    in_file += batch.rows as u64;
                    gone_through += batch.rows as u64;
                    control.tell(gone_through, files.iter().map(SourceFile::rows).sum());
                }
            }
            file.check_unchanged()?;
        }
        Ok(broken)
    }

    fn see(&self, packed: &PackedRows, row: usize, place: u64, key: impl Fn() -> String, broken: &mut [BrokenBy]) {
        if packed.is_left_out(row) {
            return;
        }
        let set = |words: &[u64]| AttrSet::from_words(self.tests.universe.len(), words.iter().copied());
        let (has, unknown) = (set(packed.has(row)), set(packed.unknown(row)));
        let model = Model::partial(has.clone(), &unknown);
        for (rule, broken) in self.rules.iter().zip(broken) {
            if model.refutes(rule) {
                broken.count += 1;
                if broken.rows.len() < self.max_rows {
                    broken.rows.push(KeyedRow {
                        key: key(),
                        place: Some(place),
                        has: has.clone(),
                        unknown: unknown.clone(),
                    });
                }
            }
        }
    }
}
