//! An expert who knows all objects of a small world.
#![allow(dead_code, clippy::unwrap_used)]

use serde_json::{Value, json};

/// All objects there are: their names, and the attributes of each.
#[derive(Clone, Debug)]
pub struct Truth {
    pub attributes: Vec<String>,
    pub things: Vec<(String, Vec<String>)>,
}

impl Truth {
    pub fn of(attributes: &[&str], things: &[(&str, &[&str])]) -> Self {
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        Self {
            attributes: texts(attributes),
            things: things.iter().map(|(name, has)| ((*name).to_owned(), texts(has))).collect(),
        }
    }

    /// A few animals.
    pub fn animals() -> Self {
        Self::of(
            &["hair", "milk", "eggs", "flies", "swims"],
            &[
                ("cat", &["hair", "milk"]),
                ("bat", &["hair", "milk", "flies"]),
                ("platypus", &["hair", "milk", "eggs", "swims"]),
                ("whale", &["milk", "swims"]),
                ("hen", &["eggs"]),
                ("duck", &["eggs", "flies", "swims"]),
                ("trout", &["eggs", "swims"]),
                ("stone", &[]),
            ],
        )
    }

    pub fn new_exploration(&self, title: &str) -> Value {
        let attributes: Vec<Value> = self.attributes.iter().map(|name| json!({ "name": name })).collect();
        json!({ "title": title, "attributes": attributes, "seed": 7 })
    }

    /// Whether a rule holds.
    pub fn holds(&self, rule: &Value) -> bool {
        self.exception(rule).is_none()
    }

    /// Something that breaks a rule.
    pub fn exception(&self, rule: &Value) -> Option<&(String, Vec<String>)> {
        let names = |value: &Value| -> Vec<String> {
            value.as_array().into_iter().flatten().map(|name| name.as_str().unwrap().to_owned()).collect()
        };
        let (premise, conclusion) = (names(&rule["premise"]), names(&rule["conclusion"]));
        let all = |has: &[String], names: &[String]| names.iter().all(|name| has.contains(name));
        let breaks = |has: &[String]| all(has, &premise) && (rule["impossible"] == true || !all(has, &conclusion));
        self.things.iter().find(|(_, has)| breaks(has))
    }

    /// What an expert says to a question.
    pub fn answer(&self, request: &str, question: &Value) -> Value {
        match self.exception(question) {
            None => json!({ "request": request, "question": question, "answer": "holds" }),
            Some((name, has)) => {
                let lacks: Vec<&String> = self.attributes.iter().filter(|name| !has.contains(name)).collect();
                let object = json!({ "name": name, "has": has, "lacks": lacks });
                json!({ "request": request, "question": question, "answer": "refuted", "object": object })
            }
        }
    }
}
