//! From the cells of a column to their effects, as few looks at a text as can be.
//!
//! Words are looked at once for each entry of a dictionary, numbers once for each
//! region between the cuts of the tests, and everything else once for each value
//! that differs.

use std::hash::BuildHasher;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, TimestampMicrosecondType,
    TimestampMillisecondType, TimestampNanosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef, ArrowPrimitiveType};
use arrow_schema::{DataType, TimeUnit};
use foldhash::fast::FixedState;
use hashbrown::HashTable;

use super::batch::Cells;
use super::cell_text::{units_a_second, write_cell};
use super::effects::{EffectId, Effects};
use super::hour_keys::changes_within_hours;
use super::number_text::meant;

/// An effect that is not known yet.
const NOT_YET: EffectId = EffectId::MAX;
/// Whole numbers from here on are found in a list.
const FIRST_LISTED: i64 = -(1 << 12);
/// So many of them are.
const LISTED: usize = 1 << 17;
/// More values than these are not kept: then it begins anew.
const MOST_KEPT: usize = 1 << 19;
/// With more cuts than these, a region is searched for.
const FEW_CUTS: usize = 12;

/// Finds the effects of the cells of one column.
pub(super) struct ColumnCodes<'a> {
    pub effects: Effects<'a>,
    cuts: Option<Vec<f64>>,
    /// The effect of each region between cuts.
    regions: Vec<EffectId>,
    /// The effects of small whole numbers.
    listed: Vec<EffectId>,
    /// The effects of other values, by their bits.
    by_bits: HashTable<(u64, EffectId)>,
    /// The effects of words.
    by_text: HashTable<(Box<str>, EffectId)>,
    /// The dictionary that was met last, and the effects of its entries.
    dictionary: Option<(ArrayRef, Vec<EffectId>)>,
    missing: EffectId,
    /// Whether all moments of an hour have the same effect.
    by_hour: bool,
    /// The type of the cells that the kept effects are of.
    data_type: DataType,
    hashing: FixedState,
    text: String,
}

impl<'a> ColumnCodes<'a> {
    pub(super) fn new(effects: Effects<'a>) -> Self {
        let cuts = effects.cuts();
        let by_hour = !effects.tested().any(changes_within_hours);
        Self {
            regions: vec![NOT_YET; cuts.as_ref().map_or(0, Vec::len) + 1],
            cuts,
            by_hour,
            effects,
            listed: Vec::new(),
            by_bits: HashTable::new(),
            by_text: HashTable::new(),
            dictionary: None,
            missing: NOT_YET,
            data_type: DataType::Null,
            hashing: FixedState::default(),
            text: String::new(),
        }
    }

    /// The effect of each cell.
    pub(super) fn find(&mut self, cells: &Cells, rows: usize, codes: &mut Vec<EffectId>) {
        codes.clear();
        match cells {
            Cells::Same(cell) => {
                let effect = if let Some(cell) = cell { self.of_text(cell) } else { self.missing() };
                codes.resize(rows, effect);
            }
            Cells::Each(array) => self.find_each(array, codes),
        }
    }

    fn find_each(&mut self, array: &ArrayRef, codes: &mut Vec<EffectId>) {
        self.forget_other_types(array.data_type());
        match array.data_type() {
            DataType::Dictionary(..) => self.of_dictionary(array, codes),
            DataType::Utf8 => {
                let words = array.as_string::<i32>();
                self.of_texts(array, codes, |row| words.value(row));
            }
            DataType::LargeUtf8 => {
                let words = array.as_string::<i64>();
                self.of_texts(array, codes, |row| words.value(row));
            }
            DataType::Utf8View => {
                let words = array.as_string_view();
                self.of_texts(array, codes, |row| words.value(row));
            }
            DataType::Boolean => {
                let values = array.as_boolean();
                self.of_whole(array, codes, |row| i64::from(values.value(row)));
            }
            DataType::Int8 => self.of_integers::<Int8Type>(array, codes),
            DataType::Int16 => self.of_integers::<Int16Type>(array, codes),
            DataType::Int32 => self.of_integers::<Int32Type>(array, codes),
            DataType::Int64 => self.of_integers::<Int64Type>(array, codes),
            DataType::UInt8 => self.of_integers::<UInt8Type>(array, codes),
            DataType::UInt16 => self.of_integers::<UInt16Type>(array, codes),
            DataType::UInt32 => self.of_integers::<UInt32Type>(array, codes),
            DataType::Date32 => self.of_integers::<Date32Type>(array, codes),
            DataType::UInt64 => {
                let values = array.as_primitive::<UInt64Type>().values();
                self.of_bits(array, codes, |row| values[row]);
            }
            DataType::Float32 => {
                let values = array.as_primitive::<Float32Type>().values();
                self.of_bits(array, codes, |row| u64::from(values[row].to_bits()));
            }
            DataType::Float64 => self.of_floats(array, codes),
            DataType::Timestamp(unit, _) => self.of_moments(array, *unit, codes),
            _ => self.of_others(array, codes),
        }
    }

    /// Bits mean something else in another type.
    fn forget_other_types(&mut self, data_type: &DataType) {
        if self.data_type != *data_type {
            self.data_type = data_type.clone();
            self.by_bits.clear();
            self.listed.clear();
            self.dictionary = None;
        }
    }

    fn missing(&mut self) -> EffectId {
        if self.missing == NOT_YET {
            self.missing = self.effects.of_cell("");
        }
        self.missing
    }

    /// The effect of a cell, found by its text.
    fn of_row(&mut self, array: &dyn Array, row: usize) -> EffectId {
        self.text.clear();
        write_cell(array, row, &mut self.text);
        self.effects.of_cell(&self.text)
    }

    fn of_text(&mut self, text: &str) -> EffectId {
        let hash = self.hashing.hash_one(text);
        if let Some((_, effect)) = self.by_text.find(hash, |(kept, _)| **kept == *text) {
            return *effect;
        }
        let effect = self.effects.of_cell(text);
        if self.by_text.len() >= MOST_KEPT {
            self.by_text.clear();
        }
        let hashing = &self.hashing;
        self.by_text.insert_unique(hash, (text.into(), effect), |(kept, _)| hashing.hash_one(&**kept));
        effect
    }

    fn of_texts<'b>(&mut self, array: &ArrayRef, codes: &mut Vec<EffectId>, text: impl Fn(usize) -> &'b str) {
        for row in 0..array.len() {
            codes.push(if array.is_null(row) { self.missing() } else { self.of_text(text(row)) });
        }
    }

    fn of_others(&mut self, array: &ArrayRef, codes: &mut Vec<EffectId>) {
        let mut text = String::new();
        for row in 0..array.len() {
            text.clear();
            write_cell(array, row, &mut text);
            codes.push(self.of_text(&text));
        }
    }

    fn of_dictionary(&mut self, array: &ArrayRef, codes: &mut Vec<EffectId>) {
        let Some(dictionary) = array.as_any_dictionary_opt() else { return };
        let values = dictionary.values();
        if values.is_empty() {
            let missing = self.missing();
            return codes.resize(array.len(), missing);
        }
        let (met, mut entries) = match self.dictionary.take() {
            Some((met, entries)) if Arc::ptr_eq(&met, values) => (met, entries),
            _ => (values.clone(), vec![NOT_YET; values.len()]),
        };
        let mut effect_of = |key: usize, codes: &mut Self| {
            if entries[key] == NOT_YET {
                codes.text.clear();
                write_cell(values, key, &mut codes.text);
                let text = std::mem::take(&mut codes.text);
                entries[key] = codes.of_text(&text);
                codes.text = text;
            }
            entries[key]
        };
        match array.as_dictionary_opt::<Int32Type>() {
            Some(usual) => {
                let keys = usual.keys().values();
                let has_missing = array.null_count() > 0;
                codes.extend(keys.iter().enumerate().map(|(row, key)| match has_missing && array.is_null(row) {
                    true => self.missing(),
                    false => effect_of(*key as usize, self),
                }));
            }
            None => {
                for (row, key) in dictionary.normalized_keys().into_iter().enumerate() {
                    codes.push(if array.is_null(row) { self.missing() } else { effect_of(key, self) });
                }
            }
        }
        self.dictionary = Some((met, entries));
    }

    fn of_integers<T: ArrowPrimitiveType>(&mut self, array: &ArrayRef, codes: &mut Vec<EffectId>)
    where
        i64: From<T::Native>,
    {
        let values = array.as_primitive::<T>().values();
        self.of_whole(array, codes, |row| i64::from(values[row]));
    }

    /// The effects of whole numbers, or of what is held as such.
    fn of_whole(&mut self, array: &ArrayRef, codes: &mut Vec<EffectId>, value: impl Fn(usize) -> i64) {
        if self.listed.is_empty() {
            self.listed = vec![NOT_YET; LISTED];
        }
        let has_missing = array.null_count() > 0;
        for row in 0..array.len() {
            if has_missing && array.is_null(row) {
                codes.push(self.missing());
                continue;
            }
            let value = value(row);
            let place = value.wrapping_sub(FIRST_LISTED) as u64;
            codes.push(match self.listed.get(place as usize) {
                Some(&effect) if effect != NOT_YET => effect,
                Some(_) => {
                    let effect = self.of_row(array, row);
                    self.listed[place as usize] = effect;
                    effect
                }
                None if self.cuts.is_some() && array.data_type().is_integer() => {
                    self.of_number(array, row, value as f64)
                }
                None => self.of_bits_at(array, row, value as u64),
            });
        }
    }

    fn of_bits(&mut self, array: &ArrayRef, codes: &mut Vec<EffectId>, bits: impl Fn(usize) -> u64) {
        let has_missing = array.null_count() > 0;
        for row in 0..array.len() {
            let is_missing = has_missing && array.is_null(row);
            codes.push(if is_missing { self.missing() } else { self.of_bits_at(array, row, bits(row)) });
        }
    }

    fn of_bits_at(&mut self, array: &ArrayRef, row: usize, bits: u64) -> EffectId {
        let hash = self.hashing.hash_one(bits);
        if let Some((_, effect)) = self.by_bits.find(hash, |(kept, _)| *kept == bits) {
            return *effect;
        }
        let effect = self.of_row(array, row);
        if self.by_bits.len() >= MOST_KEPT {
            self.by_bits.clear();
        }
        let hashing = &self.hashing;
        self.by_bits.insert_unique(hash, (bits, effect), |(kept, _)| hashing.hash_one(*kept));
        effect
    }

    fn of_floats(&mut self, array: &ArrayRef, codes: &mut Vec<EffectId>) {
        let values = array.as_primitive::<Float64Type>().values();
        if self.cuts.is_none() {
            return self.of_bits(array, codes, |row| values[row].to_bits());
        }
        let has_missing = array.null_count() > 0;
        for (row, value) in values.iter().enumerate() {
            codes.push(match value.is_finite() {
                _ if has_missing && array.is_null(row) => self.missing(),
                true => self.of_number(array, row, meant(*value)),
                false => self.of_bits_at(array, row, value.to_bits()),
            });
        }
    }

    /// The effect of a number, by the region between cuts that it is in.
    fn of_number(&mut self, array: &ArrayRef, row: usize, number: f64) -> EffectId {
        let cuts = self.cuts.as_deref().unwrap_or_default();
        let region = match cuts.len() {
            0..=FEW_CUTS => cuts.iter().map(|cut| usize::from(*cut <= number)).sum(),
            _ => cuts.partition_point(|cut| *cut <= number),
        };
        if self.regions[region] == NOT_YET {
            self.regions[region] = self.of_row(array, row);
        }
        self.regions[region]
    }

    fn of_moments(&mut self, array: &ArrayRef, unit: TimeUnit, codes: &mut Vec<EffectId>) {
        let values = match unit {
            TimeUnit::Second => array.as_primitive::<TimestampSecondType>().values(),
            TimeUnit::Millisecond => array.as_primitive::<TimestampMillisecondType>().values(),
            TimeUnit::Microsecond => array.as_primitive::<TimestampMicrosecondType>().values(),
            TimeUnit::Nanosecond => array.as_primitive::<TimestampNanosecondType>().values(),
        };
        let key_units = if self.by_hour { units_a_second(unit) * 3600 } else { 1 };
        self.of_bits(array, codes, |row| values[row].div_euclid(key_units) as u64);
    }
}
