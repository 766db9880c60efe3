//! As much of JSON Schema as the description of the interface uses.
#![allow(dead_code, clippy::unwrap_used)]

use serde_json::Value;

/// Where a value is not as a schema says.
pub fn faults(root: &Value, schema: &Value, value: &Value, at: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let Some(keywords) = schema.as_object() else { return faults };
    for (keyword, expected) in keywords {
        match keyword.as_str() {
            "$ref" => {
                let path = expected.as_str().unwrap().strip_prefix('#').unwrap();
                let target = root.pointer(path).unwrap_or_else(|| panic!("there is no {path}"));
                faults.extend(self::faults(root, target, value, at));
            }
            "type" => {
                let types: Vec<&str> = match expected {
                    Value::String(one) => vec![one],
                    several => several.as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect(),
                };
                if !types.iter().any(|one| is_type(value, one)) {
                    faults.push(format!("{at}: {value} is no {types:?}"));
                }
            }
            "enum" if !expected.as_array().unwrap().contains(value) => {
                faults.push(format!("{at}: {value} is none of {expected}"));
            }
            "const" if expected != value => faults.push(format!("{at}: {value} is not {expected}")),
            "required" => {
                for name in expected.as_array().unwrap() {
                    if value.is_object() && value.get(name.as_str().unwrap()).is_none() {
                        faults.push(format!("{at}: {name} is missing"));
                    }
                }
            }
            "properties" => {
                for (name, schema) in expected.as_object().unwrap() {
                    if let Some(inner) = value.get(name) {
                        faults.extend(self::faults(root, schema, inner, &format!("{at}/{name}")));
                    }
                }
            }
            "additionalProperties" if *expected == Value::Bool(false) => {
                let known = schema["properties"].as_object().unwrap();
                for name in value.as_object().into_iter().flat_map(|map| map.keys()) {
                    if !known.contains_key(name) {
                        faults.push(format!("{at}: {name} is not described"));
                    }
                }
            }
            "items" => {
                for (place, inner) in value.as_array().into_iter().flatten().enumerate() {
                    faults.extend(self::faults(root, expected, inner, &format!("{at}/{place}")));
                }
            }
            "anyOf" | "oneOf" => {
                let tried: Vec<Vec<String>> =
                    expected.as_array().unwrap().iter().map(|schema| self::faults(root, schema, value, at)).collect();
                let fitting = tried.iter().filter(|faults| faults.is_empty()).count();
                if fitting == 0 || keyword == "oneOf" && fitting > 1 {
                    faults.push(format!("{at}: {fitting} of the alternatives fit: {tried:?}"));
                }
            }
            _ => {}
        }
    }
    faults
}

fn is_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("unknown type {other}"),
    }
}
