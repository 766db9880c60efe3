//! What changed of a state, applied as a browser does.
#![allow(dead_code, clippy::unwrap_used)]

use serde_json::Value;

/// The state after changes; whoever sends the whole state sends that.
pub fn applied(before: &Value, sent: &Value) -> Value {
    if sent["since"].is_null() {
        return sent.clone();
    }
    assert_eq!(before["tag"], sent["since"], "these are changes to another state");
    let mut state = before.as_object().unwrap().clone();
    for name in sent["gone"].as_array().unwrap() {
        state.remove(name.as_str().unwrap()).unwrap();
    }
    for (name, value) in sent["set"].as_object().unwrap() {
        state.insert(name.clone(), value.clone());
    }
    for (name, pieces) in sent["lists"].as_object().unwrap() {
        let old = before[name].as_array().unwrap();
        let items = pieces.as_array().unwrap().iter().flat_map(|piece| match piece["put"].as_array() {
            Some(new) => new.clone(),
            None => {
                let number = |at: usize| piece["keep"][at].as_u64().unwrap() as usize;
                old[number(0)..number(0) + number(1)].to_vec()
            }
        });
        state.insert(name.clone(), items.collect());
    }
    state.insert("tag".to_owned(), sent["tag"].clone());
    Value::Object(state)
}
