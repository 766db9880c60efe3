//! Files of cells as people have them: what the command says it found out, and
//! what it is told.
#![allow(clippy::unwrap_used)]

mod common;

use common::Place;

#[test]
fn remarks_name_the_option_that_overrules_them() {
    let place = Place::new();
    place.write("bare.csv", "5.1,3.5,a\n4.9,3.0,a\n7.0,3.2,b\n6.4,3.3,b\n");
    let expected = "  The first line seems to be data: the columns are numbered. (otherwise: --header-lines 1)\n";
    let commands =
        [&["learn", "bare.csv"] as &[&str], &["dependencies", "bare.csv"], &["convert", "bare.csv", "bare.cxt"]];
    for command in commands {
        let ran = place.run(command);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.err.contains(expected), "{}", ran.err);
    }
    assert!(place.ok(&["describe", "bare.csv"]).contains(expected));
    let described = place.ok(&["describe", "bare.csv", "--json"]);
    assert!(described.contains("\"The first line seems to be data: the columns are numbered.\""), "{described}");
    assert_eq!(place.run(&["learn", "bare.csv", "--quiet"]).err, "");
    assert!(place.ok(&["dependencies", "bare.csv", "--quiet"]).contains("column1"));
    let told = place.run(&["dependencies", "bare.csv", "--header-lines", "1"]);
    assert!(told.err.contains("3 rows") && !told.err.contains("otherwise"), "{}", told.err);
}

#[test]
fn options_say_how_a_file_is_read() {
    let place = Place::new();
    place.write("odd.csv", b"by hand\nname:gr\xf6\xdfe\n!no\na:1\nb:2\nc:1\n");
    let how = ["--skip", "1", "--delimiter", ":", "--comment", "!", "--encoding", "latin-1"];
    let ran = place.run(&[&["dependencies", "odd.csv", "--format", "csv"] as &[&str], &how].concat());
    assert!(ran.code == 0 && ran.err.contains("3 rows, 2 columns") && ran.out.contains("größe"), "{ran:?}");
    place.ok(&[&["learn", "odd.csv"] as &[&str], &how].concat());
}

#[test]
fn errors_name_the_option_that_may_help() {
    let place = Place::new();
    place.write("comment.csv", "a,b\n1,2\n# x\n3,4\n").write("bytes.csv", b"a,b\n1,\xe4\n");
    assert!(place.refused(&["learn", "comment.csv"]).ends_with("(is it a comment?); --comment leaves comments out"));
    let message = place.refused(&["learn", "bytes.csv", "--encoding", "utf-8"]);
    assert!(message.ends_with("expected text in UTF-8; --encoding tells another encoding"), "{message}");
}

#[test]
fn tables_without_cells_refuse_these_options() {
    let place = Place::new();
    place.ok(&["convert", "data/zoo.csv", "zoo.cxt"]);
    for option in [&["--skip", "1"] as &[&str], &["--no-header"], &["--na", "x"], &["--decimal", "comma"]] {
        let message = place.refused(&[&["learn", "zoo.cxt"], option].concat());
        assert_eq!(message, format!("error: zoo.cxt holds no cells: {} is for csv and tsv files", option[0]));
    }
}
