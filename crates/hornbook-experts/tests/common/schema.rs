//! Checks a message against a JSON schema, by as much of the language as the
//! schema of the protocol uses; anything else in a schema fails the test.

use serde_json::Value;

/// What is wrong with a value by a schema, if anything is.
pub fn problem(root: &Value, schema: &Value, value: &Value) -> Option<String> {
    if let Some(always) = schema.as_bool() {
        return (!always).then(|| format!("{value} is not allowed"));
    }
    let keywords = schema.as_object().expect("a schema is an object or a boolean");
    keywords.iter().find_map(|(keyword, wanted)| check(root, schema, keyword, wanted, value))
}

fn check(root: &Value, schema: &Value, keyword: &str, wanted: &Value, value: &Value) -> Option<String> {
    let unless = |is_fine: bool| (!is_fine).then(|| format!("{value} breaks {keyword}: {wanted}"));
    let list = || wanted.as_array().unwrap().iter();
    let fits = |schema: &&Value| problem(root, schema, value).is_none();
    match keyword {
        "$schema" | "title" | "description" | "$defs" => None,
        "$ref" => {
            let pointer = wanted.as_str().unwrap().strip_prefix('#').unwrap();
            problem(root, root.pointer(pointer).unwrap(), value)
        }
        "anyOf" => unless(list().any(|schema| fits(&schema))),
        "oneOf" => unless(list().filter(fits).count() == 1),
        "const" => unless(value == wanted),
        "enum" => unless(list().any(|one| one == value)),
        "type" => {
            let is = |name: &Value| match name.as_str().unwrap() {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "boolean" => value.is_boolean(),
                "null" => value.is_null(),
                "integer" => value.is_u64() || value.is_i64(),
                other => panic!("the type {other} is not known here"),
            };
            unless(wanted.as_array().map_or_else(|| is(wanted), |names| names.iter().any(is)))
        }
        "minimum" => unless(value.as_u64().is_none_or(|number| number >= wanted.as_u64().unwrap())),
        "maximum" => unless(value.as_u64().is_none_or(|number| number <= wanted.as_u64().unwrap())),
        "minLength" => {
            unless(value.as_str().is_none_or(|text| text.chars().count() as u64 >= wanted.as_u64().unwrap()))
        }
        "maxLength" => {
            unless(value.as_str().is_none_or(|text| text.chars().count() as u64 <= wanted.as_u64().unwrap()))
        }
        "minItems" => unless(value.as_array().is_none_or(|items| items.len() as u64 >= wanted.as_u64().unwrap())),
        "items" => value.as_array().and_then(|items| items.iter().find_map(|item| problem(root, wanted, item))),
        "required" => {
            unless(value.as_object().is_none_or(|map| list().all(|name| map.contains_key(name.as_str().unwrap()))))
        }
        "properties" => {
            let properties = wanted.as_object().unwrap();
            let known = value.as_object()?.iter().filter_map(|(name, value)| Some((properties.get(name)?, value)));
            known.into_iter().find_map(|(schema, value)| problem(root, schema, value))
        }
        "additionalProperties" => {
            assert_eq!(wanted, &Value::Bool(false));
            let known = schema["properties"].as_object().unwrap();
            unless(value.as_object().is_none_or(|map| map.keys().all(|name| known.contains_key(name))))
        }
        other => panic!("the keyword {other} is not known here"),
    }
}
