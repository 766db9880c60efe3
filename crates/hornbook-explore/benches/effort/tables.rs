//! Tables that play the expert.

use std::sync::Arc;

use hornbook::sampling::{Purpose, Streams};
use hornbook::{AttrSet, Context, Universe, format, scaling};

pub struct Table {
    pub name: String,
    pub context: Context,
}

/// A table of this project's data, by name; or from any file.
pub fn read(file: &str) -> Table {
    let in_data = format!("{}/../../data/{file}.csv", env!("CARGO_MANIFEST_DIR"));
    if let Some(made) = made(file) {
        return made;
    }
    let path = if std::path::Path::new(&in_data).exists() { in_data } else { file.to_owned() };
    let context = format::read_context_file(&path, None, &scaling::ScalingOptions::default()).unwrap().context;
    let name = std::path::Path::new(file).file_stem().unwrap().to_string_lossy().into_owned();
    Table { name, context }
}

/// `random:ATTRIBUTESxOBJECTS@DENSITY`.
fn made(name: &str) -> Option<Table> {
    let (size, density) = name.strip_prefix("random:")?.split_once('@')?;
    let (attributes, objects) = size.split_once('x')?;
    Some(random(attributes.parse().ok()?, objects.parse().ok()?, density.parse().ok()?))
}

fn random(attributes: usize, objects: u64, density: f64) -> Table {
    let row = |object| {
        let mut stream = Streams::new(objects).stream(Purpose::Expert, attributes as u64, object);
        AttrSet::of(attributes, (0..attributes).filter(|_| stream.unit() < density).collect::<Vec<_>>())
    };
    let context = Context::from_rows(Arc::new(Universe::letters(attributes)), (0..objects).map(row));
    Table { name: format!("random, {attributes} × {objects}, density {density}"), context }
}

pub fn usual() -> Vec<Table> {
    ["zoo", "breast-cancer", "random:10x20@0.4", "random:15x30@0.3", "random:20x50@0.5", "random:30x40@0.2"]
        .map(read)
        .into()
}
