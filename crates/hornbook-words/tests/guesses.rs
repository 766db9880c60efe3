//! How one speaks of attributes, guessed by their names.
#![allow(clippy::unwrap_used)]

use hornbook_words::{Language, LanguageChoice};

#[test]
fn is_has_or_does_is_guessed() {
    let english = Language::english();
    for (name, phrase) in [
        ("blade", "has a blade"),
        ("edge", "has an edge"),
        ("wheels", "has wheels"),
        ("hair", "has hair"),
        ("sharp", "is sharp"),
        ("waterproof", "is waterproof"),
        ("toothed", "is toothed"),
        ("heats food", "heats food"),
        ("flies", "flies"),
        ("fly", "flies"),
        ("lay eggs", "lays eggs"),
        ("made of steel", "is made of steel"),
        ("good for children", "is good for children"),
        ("in a box", "is in a box"),
        ("with a handle", "has a handle"),
        ("no blade", "has no blade"),
        ("four legs", "has four legs"),
        ("2 wheels", "has 2 wheels"),
        ("long neck", "has a long neck"),
        ("sharp teeth", "has sharp teeth"),
        ("dishwasher-safe", "is dishwasher-safe"),
        ("18 years old", "is 18 years old"),
        ("a mammal", "is a mammal"),
        ("mammal", "is a mammal"),
        ("flightless bird", "is a flightless bird"),
        ("can fly", "can fly"),
        ("has fins", "has fins"),
        ("lives in water", "lives in water"),
        ("has_tail", "has a tail"),
        ("Sharp", "is sharp"),
        ("legs=4", "has legs=4"),
    ] {
        assert_eq!(english.guess_phrase(name).as_deref(), Some(phrase), "{name}");
    }
}

#[test]
fn nothing_is_guessed_where_nothing_is_known() {
    for name in ["a", "x7", "42", "Margherita", "→", "", "α ⊆ β"] {
        assert_eq!(Language::english().guess_phrase(name), None, "{name}");
    }
}

#[test]
fn other_phrases_are_offered() {
    let phrases = Language::english().phrases_for("predator");
    assert_eq!(phrases[0], "is a predator");
    for other in ["is predator", "has a predator", "has predator", "predator"] {
        assert!(phrases.iter().any(|phrase| phrase == other), "{other}: {phrases:?}");
    }
}

#[test]
fn german_names_are_guessed_with_less() {
    let german = Language::chosen(Some(&LanguageChoice::Shipped("de".to_owned()))).unwrap();
    for (name, phrase) in [
        ("scharf", Some("ist scharf")),
        ("essbar", Some("ist essbar")),
        ("erhitzt Essen", Some("erhitzt Essen")),
        ("aus Stahl", Some("ist aus Stahl")),
        ("kann fliegen", Some("kann fliegen")),
        ("hat eine Klinge", Some("hat eine Klinge")),
        ("vier Beine", Some("hat vier Beine")),
        ("Klinge", None),
    ] {
        assert_eq!(german.guess_phrase(name).as_deref(), phrase, "{name}");
    }
}
