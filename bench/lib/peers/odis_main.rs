//! Reads a context, computes its canonical basis with odis, and tells in one line
//! of JSON how many rules there are and how many seconds it took.

use std::{env, fs, process, time::Instant};

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let [_, variant, path] = arguments.as_slice() else {
        eprintln!("usage: odis-basis default|optimised FILE.cxt");
        process::exit(2);
    };
    let start = Instant::now();
    let bytes = fs::read(path).expect("the file can be read");
    let context = odis::FormalContext::<String>::from(&bytes).expect("the file is a context");
    let reading = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let basis = match variant.as_str() {
        "optimised" => context.index_canonical_basis_optimised(),
        _ => context.index_canonical_basis(),
    };
    let computing = start.elapsed().as_secs_f64();
    println!("{{\"rules\": {}, \"reading\": {reading}, \"computing\": {computing}}}", basis.len());
}
