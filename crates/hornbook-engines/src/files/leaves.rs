//! The columns of a file, nested ones among them.

use arrow_array::cast::AsArray;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Fields};

use super::batch::Cells;
use super::cell_text::{are_bytes, kind_of};
use crate::{SourceColumn, ValueKind};

/// Structures may be nested so deep.
const MOST_LEVELS: usize = 32;

/// A column of cells: one of the file, or one inside a structure.
#[derive(Clone, Debug)]
pub(super) struct Leaf {
    /// Its name; `address.city` for one inside a structure.
    pub name: String,
    /// The column of the file it is in.
    pub root: usize,
    /// Where it is inside of that, level by level.
    inner: Vec<usize>,
    /// The type of its cells.
    pub data_type: DataType,
    /// What its values are.
    pub kind: ValueKind,
}

impl Leaf {
    /// The column as others see it.
    pub(super) fn column(&self) -> SourceColumn {
        SourceColumn { name: self.name.clone(), kind: self.kind, type_name: self.data_type.to_string() }
    }

    /// Whether its cells are bytes of which it is not known whether they are words.
    pub(super) fn may_be_words(&self) -> bool {
        self.kind == ValueKind::Other && are_bytes(&self.data_type)
    }

    /// Whether it is a column of the file itself.
    pub(super) fn is_root(&self) -> bool {
        self.inner.is_empty()
    }

    /// Its cells, given those of the column it is in.
    pub(super) fn cells(&self, root: &ArrayRef) -> ArrayRef {
        self.inner.iter().fold(root.clone(), |array, &place| match array.as_struct_opt() {
            Some(structure) => structure.flatten().1[place].clone(),
            None => array,
        })
    }
}

/// Some columns of a file, and the columns of it that must be read for them.
#[derive(Clone, Debug)]
pub(super) struct Projection {
    /// The columns of the file that are read, ascending.
    pub roots: Vec<usize>,
    /// The columns that are wanted; nothing for one that is not read.
    leaves: Vec<Option<Leaf>>,
}

impl Projection {
    /// What must be read for these columns.
    pub(super) fn new(leaves: &[Leaf], columns: &[Option<usize>]) -> Self {
        let leaves: Vec<Option<Leaf>> = columns.iter().map(|column| column.map(|leaf| leaves[leaf].clone())).collect();
        let mut roots: Vec<usize> = leaves.iter().flatten().map(|leaf| leaf.root).collect();
        roots.sort_unstable();
        roots.dedup();
        Self { roots, leaves }
    }

    /// The cells of the columns that are wanted, in a batch of those that are read.
    pub(super) fn cells(&self, batch: &RecordBatch) -> Vec<Cells> {
        self.cells_of(batch.columns())
    }

    /// The same of the columns that are read.
    pub(super) fn cells_of(&self, roots: &[ArrayRef]) -> Vec<Cells> {
        let cells = |leaf: &Option<Leaf>| {
            let place = leaf.as_ref().and_then(|leaf| Some((leaf, self.roots.binary_search(&leaf.root).ok()?)));
            place.map_or(Cells::Same(None), |(leaf, place)| Cells::Each(leaf.cells(&roots[place])))
        };
        self.leaves.iter().map(cells).collect()
    }
}

/// The columns of a file. Names that are empty or occur twice are mended as those of
/// a file of text are.
pub(super) fn leaves(fields: &Fields) -> Vec<Leaf> {
    let mut found = Vec::new();
    for (root, field) in fields.iter().enumerate() {
        let leaf = Leaf {
            name: field.name().clone(),
            root,
            inner: Vec::new(),
            data_type: field.data_type().clone(),
            kind: kind_of(field.data_type()),
        };
        add_leaves(leaf, &mut found);
    }
    mend_names(&mut found);
    found
}

fn add_leaves(leaf: Leaf, found: &mut Vec<Leaf>) {
    match &leaf.data_type {
        DataType::Struct(fields) if leaf.inner.len() < MOST_LEVELS => {
            for (place, field) in fields.iter().enumerate() {
                let mut inner = leaf.inner.clone();
                inner.push(place);
                let part = Leaf {
                    name: format!("{}.{}", leaf.name, field.name()),
                    root: leaf.root,
                    inner,
                    data_type: field.data_type().clone(),
                    kind: kind_of(field.data_type()),
                };
                add_leaves(part, found);
            }
        }
        _ => found.push(leaf),
    }
}

fn mend_names(leaves: &mut [Leaf]) {
    for at in 0..leaves.len() {
        if leaves[at].name.is_empty() {
            leaves[at].name = format!("column{}", at + 1);
        }
        let name = leaves[at].name.clone();
        let mut times = 1;
        while leaves[..at].iter().any(|other| other.name == leaves[at].name) {
            times += 1;
            leaves[at].name = format!("{name}_{times}");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use arrow_array::{Array, Int32Array, StructArray};
    use arrow_schema::Field;

    use super::*;

    #[test]
    fn structures_become_columns_with_points_in_their_names() {
        let numbers: ArrayRef = Arc::new(Int32Array::from(vec![1, 2]));
        let inside = Fields::from(vec![Field::new("b", DataType::Int32, true)]);
        let nulls = Int32Array::from(vec![Some(0), None]).nulls().cloned();
        let array: ArrayRef = Arc::new(StructArray::new(inside.clone(), vec![numbers], nulls));
        let twice = || Field::new("", DataType::Binary, true);
        let fields = Fields::from(vec![Field::new("a", DataType::Struct(inside), true), twice(), twice()]);
        let leaves = leaves(&fields);
        assert_eq!(leaves.iter().map(|leaf| leaf.name.as_str()).collect::<Vec<_>>(), ["a.b", "column2", "column3"]);
        let cells = leaves[0].cells(&array);
        assert!(!cells.is_null(0) && cells.is_null(1));
        assert!(leaves[1].may_be_words() && leaves[1].is_root() && !leaves[0].is_root());
    }
}
