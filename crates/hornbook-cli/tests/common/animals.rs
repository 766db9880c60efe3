//! A program that knows seven animals, and what is true of them.

use super::Place;

pub const ATTRIBUTES: &str = "hair,milk,eggs,feathers,flies,tail";

/// The command that starts it; `how` says what is odd about it. It is a copy in the
/// folder, where it also writes down what it was asked.
pub fn program(place: &Place, how: &str) -> String {
    place.write("animals.py", include_str!("../programs/animals.py"));
    format!("python3 animals.py {how}").trim_end().to_owned()
}

/// Rules, and the exit code of `entails` for each.
const RULES: [(&str, i32); 5] = [
    ("milk -> hair", 0),
    ("feathers -> eggs, tail", 0),
    ("milk, feathers -> impossible", 0),
    ("eggs -> tail", 1),
    ("hair -> milk", 1),
];

/// The rules of which the file says the contrary of what is true.
pub fn wrong(place: &Place, file: &str) -> Vec<&'static str> {
    RULES
        .iter()
        .filter(|(rule, code)| place.run(&["entails", file, rule]).code != *code)
        .map(|(rule, _)| *rule)
        .collect()
}
