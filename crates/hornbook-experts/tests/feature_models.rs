//! Feature models: their products are those that their diagrams say.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use hornbook::learn::methods::{LearnOptions, learn_domain};
use hornbook::learn::{Accuracy, unwatched};
use hornbook::{AttrSet, Context, Domain, Method, Theory, canonical_basis};
use hornbook_experts::cnf::{AttributeVariables, Cnf, CnfDomain, SolverControl};
use hornbook_experts::feature_model::{read_feature_ide, read_uvl};

fn file(name: &str) -> Vec<u8> {
    std::fs::read(format!("{}/../../data/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The features of a model, and all its products, by looking at every choice of features:
/// for each, whether variables without a name can be found to suit.
fn products(cnf: &Cnf) -> HashSet<Vec<String>> {
    let helpers = cnf.variable_count - cnf.names.len();
    assert!(cnf.variable_count <= 22);
    let features: Vec<usize> = cnf.names.keys().copied().collect();
    let holds = |bits: u32| {
        let literal = |literal: &i32| (bits >> (literal.unsigned_abs() - 1) & 1 == 1) == (*literal > 0);
        cnf.clauses.iter().all(|clause| clause.iter().any(literal))
    };
    let mut found = HashSet::new();
    let mut assignments = 0;
    for bits in (0u32..1 << cnf.variable_count).filter(|&bits| holds(bits)) {
        let having = features.iter().filter(|&&variable| bits >> (variable - 1) & 1 == 1);
        found.insert(having.map(|variable| cnf.names[variable].clone()).collect());
        assignments += 1;
    }
    // What helps to say it is determined by the features.
    assert_eq!(assignments, found.len(), "{helpers} helping variables");
    found
}

fn check_products(cnf: &Cnf, is_product: impl Fn(&dyn Fn(&str) -> bool) -> bool) {
    let names: Vec<&String> = cnf.names.values().collect();
    let expected: HashSet<Vec<String>> = (0u32..1 << names.len())
        .map(|bits| (0..names.len()).filter(|at| bits >> at & 1 == 1).map(|at| names[at].clone()).collect::<Vec<_>>())
        .filter(|having| is_product(&|name: &str| having.iter().any(|feature| feature == name)))
        .collect();
    assert!(!expected.is_empty());
    assert_eq!(products(cnf), expected);
    // And the rules are those of a table of all products.
    let mut domain = CnfDomain::new(cnf.clone(), AttributeVariables::Named, SolverControl::default()).unwrap();
    let universe = domain.universe().clone();
    let rows: Vec<AttrSet> = expected.iter().map(|having| universe.set(having).unwrap()).collect();
    let options = LearnOptions::new(Method::Exact, Accuracy::new(1.0, 1.0).unwrap(), universe.len());
    let book = learn_domain(&mut domain, &Theory::new(universe.len()), &options, &mut unwatched).unwrap();
    let basis = canonical_basis(&Context::from_rows(universe, rows));
    assert!(book.learned().is_equivalent(&basis));
    assert_eq!(book.rules.len(), basis.len());
}

#[test]
fn a_model_in_uvl() {
    let cnf = read_uvl(&file("coffee-machine.uvl")).unwrap();
    assert_eq!(cnf.names.len(), 14);
    check_products(&cnf, |has| {
        let milk = ["Steam", "Cooled", "Powder"].iter().filter(|kind| has(kind)).count();
        has("Machine")
            && has("Brewing")
            && has("Water")
            && (has("Espresso") || has("Filter"))
            && has("Tank") != has("Mains")
            && (if has("Milk") { (1..=2).contains(&milk) } else { milk == 0 })
            && (!(has("Steam") || has("Cooled")) || has("Espresso"))
            && (!has("Cooled") || has("Mains"))
            && !(has("Grinder") && has("Filter"))
            && has("App") == (has("Cooled") && has("Grinder") || has("Mains") && has("Hot water"))
    });
}

#[test]
fn a_model_of_feature_ide() {
    let cnf = read_feature_ide(&file("web-shop.xml")).unwrap();
    assert_eq!(cnf.names.len(), 13);
    check_products(&cnf, |has| {
        ["Shop", "Catalogue", "Search", "Payment", "Security"].iter().all(|feature| has(feature))
            && (has("Card") || has("Transfer") || has("Invoice"))
            && has("High") != has("Standard")
            && (!has("Card") || has("High"))
            && (!(has("Invoice") || has("Reviews") || has("Newsletter")) || has("Accounts"))
            && !(has("High") && has("Invoice"))
    });
}

#[test]
fn nested_formulas_say_what_they_say() {
    let text = "features\n  R\n    optional\n      A\n      B\n      C\nconstraints\n  !(A => B) | (A <=> !(B & C))\n";
    check_products(&read_uvl(text.as_bytes()).unwrap(), |has| {
        has("R") && (has("A") && !has("B") || has("A") != (has("B") && has("C")))
    });
    let xml = "<featureModel><struct><and name='R'><feature name='A'/><feature name='B'/><feature name='C'/></and></struct>\
               <constraints><rule><not><atmost1><var>A</var><var>B</var><var>C</var></atmost1></not></rule>\
               <rule><eq><var>A</var><disj><var>B</var><var>C</var></disj></eq></rule></constraints></featureModel>";
    check_products(&read_feature_ide(xml.as_bytes()).unwrap(), |has| {
        let count = ["A", "B", "C"].iter().filter(|feature| has(feature)).count();
        has("R") && count >= 2 && has("A") == (has("B") || has("C"))
    });
}

#[test]
fn what_is_wrong_with_uvl_is_said_with_its_place() {
    let deep: String = (0..500)
        .map(|at| format!("{}{}\n", " ".repeat(at + 1), if at % 2 == 0 { format!("f{at}") } else { "or".to_owned() }))
        .collect();
    let nested = format!("features\n A\nconstraints\n {}A\n", "(".repeat(5000));
    for (text, message) in [
        ("", " found no features, expected a section 'features'"),
        ("features\n", " found no features"),
        ("imports\n  a as b\n", "1:1: found 'imports', expected namespace, include, features or constraints"),
        ("features\n\tA\n\tB\n", "3:2: found 'B', expected one feature, below which all others are"),
        ("features\n\tA\n\t\tsometimes\n\t\t\tB\n", "3:3: found 'sometimes', expected mandatory, optional"),
        ("features\n\tA\n\t\tor\n", "3: found a group without features, expected features below it"),
        ("features\n\tA\n\t\tor\n\t\t\tA\n", "4:4: found the feature 'A' again, expected a name of its own"),
        ("features\n\tA\n\t\t[3..4]\n\t\t\tB\n", "3: found 3 of 1 features or more, expected no more than there are"),
        ("features\n\tA\n\t\t[2..1]\n\t\t\tB\n\t\t\tC\n", "3: found 2 of 2 features or more"),
        ("features\n\tA cardinality [1..3]\n", "2:4: found 'cardinality [1..3]', expected a feature"),
        ("features\n\tA {x\n", "2:4: found '{x', expected a feature, perhaps with attributes"),
        ("features\n\tA\nconstraints\n\tA => B\n", "4:7: found 'B', expected the name of a feature"),
        ("features\n\tA\nconstraints\n\tA & (A\n", "4:8: found the end of the line, expected a closing bracket"),
        ("features\n\tA\nconstraints\n\tA A\n", "4:4: found 'A', expected the end of the constraint"),
        ("features\n\tA\nconstraints\n\tA == 3\n", "4:4: found '==', expected logic between features"),
        ("features\n\tA\nconstraints\n\t\"A\n", "4:2: found '\"A', expected a closing quote"),
        (&format!("features\n{deep}"), "402:"),
        (&nested, "4:"),
    ] {
        let error = read_uvl(text.as_bytes()).unwrap_err().in_file("f").to_string();
        assert!(error.starts_with(&format!("f:{message}")), "{:?}: {error}", text.chars().take(80).collect::<String>());
    }
    let many: String = (0..60).map(|at| format!("\t\t\tf{at}\n")).collect();
    let error = read_uvl(format!("features\n\tA\n\t\t[30..30]\n{many}").as_bytes()).unwrap_err().to_string();
    assert!(error.contains("a group of 60 features that takes"), "{error}");
    assert!(read_uvl(b"features\n\t\xff\n").is_err());
}

#[test]
fn what_is_wrong_with_xml_is_said_with_its_place() {
    let model = |tree: &str, constraints: &str| {
        format!("<featureModel>\n<struct>{tree}</struct>\n<constraints>{constraints}</constraints></featureModel>")
    };
    let deep =
        format!("{}{}", (0..300).map(|at| format!("<and name='f{at}'>")).collect::<String>(), "</and>".repeat(300));
    for (text, message) in [
        (String::new(), "1:1: "),
        ("<a>".to_owned(), "1:"),
        ("<html/>".to_owned(), "1:1: found '<html>', expected <featureModel>"),
        ("<featureModel/>".to_owned(), "1:1: found '<featureModel>', expected <struct> in it"),
        (model("", ""), "2:1: found '<struct>', expected one feature in it"),
        (model("<and/>", ""), "2:9: found a feature without a name, expected a name"),
        (model("<xor name='A'/>", ""), "2:9: found '<xor>', expected <and>, <or>, <alt> or <feature>"),
        (model("<and name='A'><feature name='A'/></and>", ""), "2:23: found the feature 'A' again"),
        (model("<and name='A'/>", "<rule><var>B</var></rule>"), "3:20: found 'B', expected the name of a feature"),
        (model("<and name='A'/>", "<rule><xor/></rule>"), "3:20: found '<xor>', expected <var>, <not>"),
        (
            model("<and name='A'/>", "<rule><imp><var>A</var></imp></rule>"),
            "3:20: found '<imp>', expected two formulas",
        ),
        (model("<and name='A'/>", "<rule/>"), "3:14: found '<rule>', expected one formula in it"),
        (model("<and name='A'/>", "<rule><disj/></rule>"), "3:20: found '<disj>', expected formulas in it"),
        (model(&deep, ""), "2:"),
        ("<!DOCTYPE a [<!ENTITY b \"bbbb\">]><a>&b;</a>".to_owned(), "1:"),
    ] {
        let error = read_feature_ide(text.as_bytes()).unwrap_err().in_file("f").to_string();
        assert!(error.starts_with(&format!("f:{message}")), "{:?}: {error}", text.chars().take(80).collect::<String>());
    }
}
