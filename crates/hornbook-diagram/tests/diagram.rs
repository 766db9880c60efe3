//! Diagrams of real and of odd tables.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use std::sync::Arc;

use hornbook::lattice::{LatticeChoice, Neighbourhood};
use hornbook::{Context, Model, Universe, format, scaling};
use hornbook_diagram::{Diagram, DiagramNode, LINE_HEIGHT, PILL_HEIGHT, pill_text, pill_width, svg, text_width};

fn zoo() -> Context {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/zoo.csv");
    format::read_context_file(path, None, &scaling::ScalingOptions::default()).unwrap().context
}

fn chosen(context: &Context, choice: &LatticeChoice) -> Diagram {
    Diagram::chosen(context, choice, || ControlFlow::Continue(())).unwrap()
}

/// Left, top, right and bottom of what is drawn at a concept: itself, and each line.
fn boxes(node: &DiagramNode) -> Vec<[f64; 4]> {
    let of = |width: f64, top: f64, height: f64| [node.x - width / 2.0, top, node.x + width / 2.0, top + height];
    let half = PILL_HEIGHT / 2.0;
    let mut boxes = vec![of(pill_width(&pill_text(node.count, node.perhaps)), node.y - half, PILL_HEIGHT)];
    let above = node.above.iter().rev().enumerate();
    boxes.extend(
        above.map(|(at, line)| of(text_width(line), node.y - half - LINE_HEIGHT * (at as f64 + 1.0), LINE_HEIGHT)),
    );
    let below = node.below.iter().enumerate();
    boxes.extend(below.map(|(at, line)| of(text_width(line), node.y + half + LINE_HEIGHT * at as f64, LINE_HEIGHT)));
    boxes
}

/// Nothing that is written or drawn at a concept covers anything else, everything is
/// within the drawing, and what is more special is further down.
fn is_drawn_well(diagram: &Diagram) {
    let all: Vec<[f64; 4]> = diagram.nodes.iter().flat_map(boxes).collect();
    // Places are rounded to tenths.
    let covers =
        |a: &[f64; 4], b: &[f64; 4]| a[0] + 0.2 < b[2] && b[0] + 0.2 < a[2] && a[1] + 0.2 < b[3] && b[1] + 0.2 < a[3];
    for (at, one) in all.iter().enumerate() {
        assert!(one[0] >= 0.0 && one[1] >= 0.0 && one[2] <= diagram.width && one[3] <= diagram.height, "{one:?}");
        assert!(!all[at + 1..].iter().any(|other| covers(one, other)), "{one:?}");
    }
    for &(above, below) in diagram.edges.iter().chain(&diagram.shortcuts) {
        assert!(diagram.nodes[above].y < diagram.nodes[below].y);
    }
}

#[test]
fn all_of_zoo_or_its_upper_part() {
    let all = Diagram::of(&zoo(), 1000);
    assert!(all.complete && all.nodes.len() > 300, "{} concepts", all.nodes.len());
    is_drawn_well(&all);
    let upper = Diagram::of(&zoo(), 40);
    assert!(!upper.complete);
    is_drawn_well(&upper);
    assert!(svg(&upper).contains("The upper part"));
    assert!(!svg(&all).contains("The upper part"));
    assert_eq!(svg(&all).matches("<rect").count(), all.nodes.len());
    assert_eq!(svg(&all).matches("<line").count(), all.edges.len());
}

#[test]
fn a_drawing_has_the_shape_of_a_screen() {
    for most in [20, 100, 300, 1000] {
        let diagram = Diagram::of(&zoo(), most);
        let shape = diagram.width / diagram.height;
        assert!((0.5..3.5).contains(&shape), "{most}: {} × {}", diagram.width, diagram.height);
    }
}

#[test]
fn parts_are_drawn_well() {
    let zoo = zoo();
    let most = LatticeChoice::of_most(300);
    let milk = zoo.universe().set(["milk"]).unwrap();
    let around =
        chosen(&zoo, &LatticeChoice { around: Some(Neighbourhood { of: milk.clone(), steps: 2 }), ..most.clone() });
    is_drawn_well(&around);
    assert!(around.nodes.len() > 5 && around.part_in_words().unwrap().contains("next to the chosen one"));
    let iceberg = chosen(&zoo, &LatticeChoice { least_support: 20, ..most.clone() });
    is_drawn_well(&iceberg);
    assert!(iceberg.nodes.iter().all(|node| node.count >= 20));
    let expected = format!("all {} concepts with at least 20 objects", iceberg.nodes.len());
    assert!(iceberg.part_in_words().unwrap().contains(&expected));
    let expanded = chosen(&zoo, &LatticeChoice { expanded: vec![milk], least_support: 50, ..most });
    is_drawn_well(&expanded);
    assert!(!expanded.shortcuts.is_empty() && svg(&expanded).contains("edge shortcut"));
}

#[test]
fn what_is_unknown_is_told_from_what_is_not_so() {
    let universe = Arc::new(Universe::new(["flies", "swims", "walks"]).unwrap());
    let mut context = Context::new(universe.clone());
    let set = |names: &[&str]| universe.set(names.iter().copied()).unwrap();
    context.push(Some("cat".into()), set(&["walks"]));
    context.push_model(Some("bat".into()), Model::partial(set(&[]), &set(&["walks", "flies"])));
    let diagram = Diagram::of(&context, 100);
    let at = |names: &[&str]| {
        let intent: Vec<usize> = set(names).iter().collect();
        diagram.nodes.iter().find(|node| node.intent == intent).unwrap()
    };
    assert_eq!((at(&[]).count, at(&[]).perhaps), (2, 0));
    assert_eq!((at(&["walks"]).count, at(&["walks"]).perhaps), (1, 1));
    assert_eq!(at(&[]).below, ["bat ?"]);
    assert_eq!(at(&["walks"]).below, ["cat"]);
    // Nothing is known to fly, but it is not said that nothing does.
    assert_eq!(at(&["flies", "swims", "walks"]).above, ["flies (1?)", "swims"]);
    let drawing = svg(&diagram);
    assert!(drawing.contains("1+1?") && drawing.contains("something of it is unknown"), "{drawing}");
    let known = svg(&Diagram::of(&context.complete_rows(), 100));
    assert!(!known.contains('?'), "{known}");
}

#[test]
fn equal_rows_are_counted_and_not_listed() {
    let universe = Arc::new(Universe::letters(3));
    let rows = (0..700).map(|at| universe.none().with(at % 3));
    let diagram = Diagram::of(&Context::from_rows(universe.clone(), rows), 100);
    assert_eq!(diagram.nodes[0].count, 700);
    assert_eq!(diagram.nodes[1].below, ["234 rows"]);
    is_drawn_well(&diagram);
}

#[test]
fn odd_tables_and_names() {
    let universe = Arc::new(Universe::new(["<script>alert(1)</script>", "a & \"b\"", "\u{202e}turned"]).unwrap());
    let mut context = Context::new(universe.clone());
    assert_eq!(Diagram::of(&context, 10).nodes.len(), 1);
    context.push(Some("</svg><b>".into()), universe.none());
    context.push(None, universe.all());
    let diagram = Diagram::of(&context, 10);
    is_drawn_well(&diagram);
    let text = svg(&diagram);
    assert!(!text.contains("<script") && !text.contains("</svg><b>") && !text.contains('\u{202e}'));
    assert!(text.contains("&lt;script&gt;"));
    let json = serde_json::to_string(&diagram).unwrap();
    assert!(json.contains("\"complete\":true"));
}
