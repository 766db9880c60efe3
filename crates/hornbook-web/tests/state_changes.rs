//! Browsers are sent what changed of a state. Whoever has any earlier state, and
//! whatever happened since, has exactly the whole state then.
#![allow(clippy::unwrap_used)]

mod common;

use common::applied::applied;
use common::{Client, TestServer, Truth, begin};
use serde_json::{Value, json};

/// Numbers that are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % most
    }
}

/// Somebody with the page open, in whose browser are all states they were sent.
struct Onlooker {
    client: Client,
    states: Vec<Value>,
}

impl Onlooker {
    fn at(client: Client) -> Self {
        Self { client, states: Vec::new() }
    }

    /// Fetches what changed since one of the states, and returns the state that this
    /// makes of it, and how many bytes were sent. It must be the whole state; that may
    /// be another one in the next moment, so it is asked for again until it is not.
    fn refresh(&mut self, room: &str, wishes: &str, since: usize) -> (Value, usize) {
        for _ in 0..200 {
            let before = self.states.get(since).cloned().unwrap_or_default();
            let tag = before["tag"].as_str().unwrap_or_default();
            let reply = self.client.get(&format!("/api/e/{room}?{wishes}&since={tag}"));
            assert_eq!(reply.status, 200, "{}", reply.text());
            let sent = reply.json();
            assert!(tag.is_empty() || sent["since"] == tag, "it is kept what was sent");
            let state = applied(&before, &sent);
            let whole = self.client.get(&format!("/api/e/{room}?{wishes}")).json();
            assert_eq!(state == whole, state["tag"] == whole["tag"], "{sent}\n{state}\n{whole}");
            self.states.push(state.clone());
            if state == whole {
                return (state, reply.body.len());
            }
        }
        panic!("it does not come to rest");
    }
}

/// Does something to an exploration, which may be refused.
fn act(who: &Client, room: &str, truth: &Truth, numbers: &mut Numbers, state: &Value, step: usize) {
    let at = |what: &str| format!("/api/e/{room}{what}");
    let request = format!("step-{step}");
    let entries = state["entries"].as_array().unwrap();
    let thing = &truth.things[numbers.below(truth.things.len())];
    let lacks: Vec<&String> = truth.attributes.iter().filter(|name| !thing.1.contains(name)).collect();
    let object = json!({ "name": thing.0, "has": thing.1, "lacks": lacks });
    let reply = match numbers.below(12) {
        0 => who.post(&at("/objects"), &json!({ "request": request, "object": object })),
        1 => who.post(&at("/undo"), &json!({ "request": request })),
        2 if !entries.is_empty() => {
            let entry = &entries[numbers.below(entries.len())]["id"];
            who.post(&at("/retract"), &json!({ "request": request, "entry": entry }))
        }
        3 => who.post(&at("/rename"), &json!({ "title": format!("Title {}", numbers.below(3)) })),
        4 => who.post(&at("/archive"), &json!({ "archived": numbers.below(4) == 0 })),
        5 => {
            let policy = if numbers.below(2) == 0 { json!("any") } else { json!("majority") };
            who.post(&at("/policy"), &json!({ "request": request, "policy": policy, "of": 2 }))
        }
        6 => who.post(&at("/accuracy"), &json!({ "request": request, "epsilon": 0.1, "delta": 0.1 })),
        7 => {
            let answer = ["holds", "unknown", "later"][numbers.below(3)];
            let rule = json!({ "premise": [truth.attributes[numbers.below(5)]], "impossible": true });
            who.post(
                &at("/answers"),
                &json!({ "request": request, "question": rule, "answer": answer, "anyway": true }),
            )
        }
        _ if state["turn"]["kind"] == "ask" => {
            who.post(&at("/answers"), &truth.answer(&request, &state["turn"]["question"]))
        }
        _ => who.get(&at("/people")),
    };
    assert!(reply.status < 500, "{}", reply.text());
}

#[test]
fn changes_applied_in_any_order_give_the_whole_state_to_everybody() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    for seed in 0..3 {
        let mut numbers = Numbers(seed);
        let room = begin(&ada, &truth, &format!("Animals {seed}"));
        let guests = [("bob", "expert"), ("olga", "owner"), ("rita", "reader")];
        let guests = guests.map(|(name, role)| server.guest(&ada, &room, name, role));
        let mut people: Vec<Onlooker> = guests.into_iter().chain([ada.clone()]).map(Onlooker::at).collect();
        for step in 0..40 {
            let acting = numbers.below(people.len());
            let state = people[acting].states.last().cloned();
            if let Some(state) = state {
                act(&people[acting].client, &room, &truth, &mut numbers, &state, step);
            }
            let wishes = ["lists=true", "lists=false&objects_first=true", ""][numbers.below(3)];
            for who in &mut people {
                // Not everybody looks each time, and some have an old state in a tab
                // that was not looked at for long.
                if numbers.below(3) > 0 {
                    let known = who.states.len();
                    let since = if numbers.below(4) == 0 { numbers.below(known + 1) } else { known.saturating_sub(1) };
                    who.refresh(&room, wishes, since);
                }
            }
        }
        // Those with other roles saw other things, and nobody the state of another.
        let last: Vec<Value> = people.iter_mut().map(|who| who.refresh(&room, "", usize::MAX).0).collect();
        assert!(last.iter().all(|state| last.iter().filter(|other| other["tag"] == state["tag"]).count() == 1));
    }
}

#[test]
fn what_is_not_kept_is_sent_as_a_whole() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let mut ada = Onlooker::at(ada);
    ada.client.turn(&room);
    let (state, whole) = ada.refresh(&room, "", 0);
    let (_, nothing) = ada.refresh(&room, "", 0);
    assert!(nothing < 150 && whole > 1000, "{nothing} of {whole} bytes");
    for unknown in ["", "0123456789abcdef0123456789abcdef", "nonsense"] {
        let sent = ada.client.get(&format!("/api/e/{room}?since={unknown}")).json();
        assert!(sent["since"].is_null() && sent["name"] == room.as_str(), "{sent}");
    }
    // A server that was started anew has nothing of that kind, but knows a state again
    // that it has sent itself.
    let (before, folder) = (ada.client.clone(), server.stop());
    let server = TestServer::on(common::options(folder.path()));
    let mut again = Onlooker::at(before.moved_to(server.address));
    again.client.turn(&room);
    let sent = again.client.get(&format!("/api/e/{room}?since={}", state["tag"].as_str().unwrap())).json();
    assert!(sent["since"].is_null() || sent["since"] == state["tag"]);
    let now = applied(&state, &sent);
    assert_eq!(now, again.refresh(&room, "", 0).0);
}

#[test]
fn an_answer_costs_its_own_size_and_not_that_of_the_table() {
    let server = TestServer::start();
    let mut ada = Onlooker::at(server.owner());
    let mut table = String::from("name,a,b,c,d,e,f\n");
    for row in 0..400u32 {
        let cells: Vec<&str> = (0..6).map(|bit| if row >> bit & 1 == 1 { "yes" } else { "no" }).collect();
        table.push_str(&format!("thing number {row},{}\n", cells.join(",")));
    }
    let begun = ada.client.send("POST", "/api/explorations/table?file=t.csv", &[], table.as_bytes()).unwrap();
    assert_eq!(begun.status, 201, "{}", begun.text());
    let room = begun.json()["name"].as_str().unwrap().to_owned();
    ada.client.turn(&room);
    let (_, whole) = ada.refresh(&room, "", 0);
    let object = json!({ "name": "another thing", "has": ["a"], "lacks": [] });
    let told = ada.client.post(&format!("/api/e/{room}/objects"), &json!({ "request": "1", "object": object }));
    assert_eq!(told.status, 200, "{}", told.text());
    let (state, changes) = ada.refresh(&room, "", 0);
    assert_eq!(state["objects"].as_array().unwrap().last().unwrap()["name"], "another thing");
    assert!(changes * 3 < whole, "{changes} of {whole} bytes");
}
