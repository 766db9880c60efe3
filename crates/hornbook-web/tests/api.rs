//! Explorations over HTTP: alone, together, and who may do what.
#![allow(clippy::unwrap_used)]

mod common;

use std::path::Path;

use common::{Client, TestServer, Truth, begin, data, finish, invite};
use hornbook_explore::{Exploration, USUAL_EPSILON};
use hornbook_web::OwnerToken;
use serde_json::{Value, json};

fn names(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().map(|name| name.as_str().unwrap()).collect()
}

#[test]
fn an_exploration_goes_from_its_beginning_to_its_certificate() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals & co");
    assert_eq!(room, "animals-co");
    let questions = finish(&ada, &room, &truth, "ada");
    assert!(questions > 5, "{questions}");

    let state = ada.turn(&room);
    assert_eq!(state["title"], "Animals & co");
    assert_eq!(state["standing"]["questions"], questions);
    assert!(state["certified"]["epsilon"].as_f64().unwrap() <= USUAL_EPSILON, "{}", state["certified"]);
    assert!(state["certified"]["any_few"].is_object(), "{}", state["certified"]);
    assert!(!names(&state["certified"]["tried_out"]).is_empty(), "{}", state["certified"]);
    assert!(!state["rules"].as_array().unwrap().is_empty());
    for rule in state["rules"].as_array().unwrap() {
        assert!(truth.holds(&rule["rule"]), "{rule}");
        assert_eq!(names(&rule["agreed"]), ["ada"], "{rule}");
        assert!(!rule["reason"].as_array().unwrap().is_empty(), "{rule}");
    }
    // The engine, which knows nothing of the server, comes to the same.
    let kept = Exploration::read(&server.path().join("animals-co.journal")).unwrap();
    assert_eq!(kept.rules().len(), state["rules"].as_array().unwrap().len());
    assert!(kept.certified().is_some());

    let listed = &ada.get("/api/explorations").json()["explorations"];
    assert_eq!(listed[0]["certified"], true, "{listed}");
    assert_eq!(listed[0]["rules"], state["rules"].as_array().unwrap().len());
}

#[test]
fn what_is_known_can_be_exported_in_every_format() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    finish(&ada, &room, &truth, "ada");
    for format in ["text", "json", "csv", "conexp-json", "prolog", "dimacs"] {
        let reply = ada.get(&format!("/api/e/{room}/export/rules?format={format}"));
        assert_eq!(reply.status, 200, "{format}: {}", reply.text());
        assert!(reply.text().contains("milk") || format == "dimacs", "{format}: {}", reply.text());
        assert!(reply.header("content-disposition").unwrap().starts_with("attachment; filename=\"animals."));
    }
    for format in ["csv", "tsv", "cxt", "conexp-json", "conexp-json-1.0", "fimi"] {
        let reply = ada.get(&format!("/api/e/{room}/export/context?format={format}"));
        assert_eq!(reply.status, 200, "{format}: {}", reply.text());
        assert!(reply.text().contains("hair") || format == "fimi", "{format}: {}", reply.text());
    }
    let report = ada.get(&format!("/api/e/{room}/export/report")).text();
    assert!(report.starts_with("# Animals\n\n**Certified.**"), "{report}");
    let journal = ada.get(&format!("/api/e/{room}/export/journal"));
    assert_eq!(journal.body, std::fs::read(server.path().join("animals.journal")).unwrap());
    for (bad, status) in
        [("rules?format=xls", 400), ("context?format=", 200), ("report?format=pdf", 400), ("soul", 404)]
    {
        assert_eq!(ada.get(&format!("/api/e/{room}/export/{bad}")).status, status, "{bad}");
    }
    let page = ada.get(&format!("/e/{room}/report")).text();
    assert!(page.contains("<h1>Animals</h1>") && page.contains("Certified"), "{page}");
    assert!(page.contains(&format!("<img src=\"/api/e/{room}/diagram.svg?most=60\"")), "{page}");
    let diagram = ada.get(&format!("/api/e/{room}/diagram")).json();
    assert_eq!(diagram["complete"], true);
    let svg = ada.get(&format!("/api/e/{room}/diagram.svg?most=2"));
    assert!(svg.text().starts_with("<svg") && svg.text().contains("upper part"), "{}", svg.text());
    assert!(svg.header("content-security-policy").unwrap().contains("style-src 'sha256-"));
    assert_eq!(ada.get(&format!("/api/e/{room}/diagram?most=0")).status, 400);
}

#[test]
fn a_part_of_the_diagram_can_be_asked_for() {
    let server = TestServer::start();
    let ada = server.owner();
    let table = "name,a,b,c\nx,yes,yes,no\ny,yes,no,yes\nz,no,yes,\nw,yes,yes,yes\n";
    let reply = ada.send("POST", "/api/explorations/table?file=few.csv", &[], table.as_bytes()).unwrap();
    let room = reply.json()["name"].as_str().unwrap().to_owned();
    let get = |query: &str| ada.get(&format!("/api/e/{room}/diagram?{query}"));
    let counts = |query: &str| -> Vec<(u64, u64)> {
        let diagram = get(query).json();
        let number = |node: &Value, name: &str| node[name].as_u64().unwrap();
        diagram["nodes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|node| (number(node, "count"), number(node, "perhaps")))
            .collect()
    };
    let whole = counts("");
    assert_eq!(whole[0], (4, 0));
    // Of z it is not known whether it has c: it is neither counted nor left out.
    assert_eq!(counts("attributes=2"), [(4, 0), (2, 1)]);
    assert_eq!(counts("attributes=2&objects=0-1,3"), [(3, 0), (2, 0)]);
    assert_eq!(counts("attributes=2&support=3"), [(4, 0), (2, 1)]);
    assert_eq!(counts("attributes=2&support=4"), [(4, 0)]);
    let around = get("around=0,1,2&steps=1").json();
    assert_eq!(around["complete_from"], Value::Null);
    assert!(around["nodes"].as_array().unwrap().len() < whole.len());
    let upper = get("most=2").json();
    assert_eq!((upper["nodes"].as_array().unwrap().len(), &upper["complete"]), (2, &json!(false)));
    assert!(upper["nodes"][0]["hidden_below"].as_u64().unwrap() > 0);
    let expanded = get("most=2&expand=").json();
    assert_eq!(expanded["nodes"][0]["hidden_below"], 0);
    assert!(get("most=300&otherwise=1").json()["complete"] == json!(true));
    assert_eq!(get("most=3&otherwise=1").json()["nodes"].as_array().unwrap().len(), 1);
    assert!(counts("perhaps=true").len() > whole.len());
    // Equal rows are one object, and counted each.
    let equal = "a,b\nyes,no\nyes,no\nno,yes\nyes,no\n";
    let reply = ada.send("POST", "/api/explorations/table?file=equal.csv", &[], equal.as_bytes()).unwrap();
    let equal = reply.json()["name"].as_str().unwrap().to_owned();
    let top = |query: &str| ada.get(&format!("/api/e/{equal}/diagram?{query}")).json()["nodes"][0]["count"].clone();
    assert_eq!((top(""), top("objects=0"), top("objects=1")), (json!(4), json!(3), json!(1)));
    for bad in ["attributes=3", "objects=4", "around=x", "support=-1", "steps=9", "expand=0-9", "perhaps=maybe"] {
        assert_eq!(get(bad).status, 400, "{bad}");
    }
}

#[test]
fn both_reports_count_the_same_answers() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let answer = |request: &str, premise: &str, conclusion: &str| {
        let question = json!({ "premise": [premise], "conclusion": [conclusion] });
        let body = json!({ "request": request, "question": question, "answer": "holds" });
        assert_eq!(ada.post(&format!("/api/e/{room}/answers"), &body).status, 200);
    };
    answer("1", "hair", "milk");
    answer("2", "flies", "eggs");
    assert_eq!(ada.post(&format!("/api/e/{room}/undo"), &json!({ "request": "3" })).status, 200);
    for path in [format!("/api/e/{room}/export/report"), format!("/e/{room}/report")] {
        let report = ada.get(&path).text();
        assert!(report.contains(" 1 question was answered."), "{path}: {report}");
    }
    assert_eq!(ada.turn(&room)["standing"]["questions"], 1);
    assert_eq!(ada.get("/api/explorations").json()["explorations"][0]["questions"], 1);
    let style = ada.get("/report.css");
    assert_eq!((style.status, style.header("content-type")), (200, Some("text/css; charset=utf-8")));
}

#[test]
fn two_experts_are_asked_different_questions_and_see_each_others_answers() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let bob = server.guest(&ada, &room, "bob", "expert");
    let eve = server.guest(&ada, &room, "eve", "expert");
    let mut heard = eve.events(&room);
    heard.next().unwrap();

    let (of_bob, of_eve) = (bob.turn(&room), eve.turn(&room));
    assert_eq!(of_bob["turn"]["kind"], "ask");
    assert_ne!(of_bob["turn"]["question"], of_eve["turn"]["question"]);
    assert!(
        of_eve["people"]
            .as_array()
            .unwrap()
            .contains(&json!({ "name": "eve", "role": "expert", "here": true, "asked": true }))
    );
    // A question stays with whoever is asked it.
    assert_eq!(bob.turn(&room)["turn"]["question"], of_bob["turn"]["question"]);

    let before = eve.turn(&room);
    let answer = truth.answer("bob-1", &of_bob["turn"]["question"]);
    let reply = bob.post(&format!("/api/e/{room}/answers"), &answer);
    assert_eq!(reply.status, 200, "{}", reply.text());
    // Eve hears of it, and sees it.
    while heard.next().unwrap() <= before["version"].as_u64().unwrap() {}
    let after = eve.turn(&room);
    let last = after["entries"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["who"], "bob", "{last}");
    assert_eq!(last["can_retract"], false);

    let threads: Vec<_> = [("bob", bob), ("eve", eve)]
        .into_iter()
        .map(|(name, client)| {
            let (truth, room) = (truth.clone(), room.clone());
            std::thread::spawn(move || together(&client, &room, &truth, name))
        })
        .collect();
    let answered: Vec<usize> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
    assert!(answered.iter().all(|&count| count > 0), "{answered:?}");
    assert!(ada.turn(&room)["certified"].is_object());
}

/// Answers until it is certified, waiting for others where need be.
fn together(client: &Client, room: &str, truth: &Truth, tag: &str) -> usize {
    let mut count = 0;
    for asked in 0..2000 {
        let state = client.turn(room);
        match state["turn"]["kind"].as_str().unwrap() {
            "ask" => {
                let answer = truth.answer(&format!("{tag}-together-{asked}"), &state["turn"]["question"]);
                let reply = client.post(&format!("/api/e/{room}/answers"), &answer);
                assert_eq!(reply.status, 200, "{}", reply.text());
                count += 1;
            }
            "certified" => return count,
            "wait" => std::thread::sleep(std::time::Duration::from_millis(5)),
            other => panic!("{other}"),
        }
    }
    panic!("the questions do not end");
}

#[test]
fn an_expert_is_asked_about_their_attributes_only() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let unknown =
        ada.post(&format!("/api/e/{room}/people"), &json!({"name": "x", "role": "expert", "about": ["wings"]}));
    assert_eq!(unknown.status, 400, "{}", unknown.text());
    let twice =
        ada.post(&format!("/api/e/{room}/people"), &json!({"name": "x", "role": "expert", "about": ["eggs", "eggs"]}));
    assert_eq!(twice.status, 400, "{}", twice.text());
    let (_, link) =
        invite(&ada, &room, json!({ "name": "bob", "role": "expert", "about": ["eggs", "flies", "swims"] }));
    let bob = Client::joined(server.address, &link);
    let mut asked = 0;
    loop {
        let state = bob.turn(&room);
        if state["turn"]["kind"] != "ask" {
            break;
        }
        let question = &state["turn"]["question"];
        let spoken: Vec<&str> = names(&question["premise"]).into_iter().chain(names(&question["conclusion"])).collect();
        assert!(spoken.iter().all(|name| ["eggs", "flies", "swims"].contains(name)), "{question}");
        let answer = truth.answer(&format!("bob-{asked}"), question);
        assert_eq!(bob.post(&format!("/api/e/{room}/answers"), &answer).status, 200);
        asked += 1;
        assert!(asked < 100);
    }
    assert!(asked > 0);
    // Somebody else can answer the rest.
    finish(&ada, &room, &truth, "ada");
}

#[test]
fn a_repeated_request_is_done_once_and_people_undo_their_own_answers() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let bob = server.guest(&ada, &room, "bob", "expert");
    let answers = format!("/api/e/{room}/answers");
    let question = bob.turn(&room)["turn"]["question"].clone();
    let answer = truth.answer("the-same", &question);
    let first = bob.post(&answers, &answer).json();
    let again = bob.post(&answers, &answer);
    assert_eq!((again.status, &again.json()["id"]), (200, &first["id"]), "sent twice, done once");
    assert_eq!(bob.turn(&room)["entries"].as_array().unwrap().len(), 1);

    // Something else under that name is not taken for the same.
    let something_else = json!({ "request": "the-same", "question": question, "answer": "later" });
    let reused = bob.post(&answers, &something_else);
    assert_eq!((reused.status, reused.kind()), (409, "reused".to_owned()));
    let reused = bob.post(&format!("/api/e/{room}/undo"), &json!({ "request": "the-same" }));
    assert_eq!((reused.status, reused.kind()), (409, "reused".to_owned()));
    assert_eq!(bob.turn(&room)["entries"].as_array().unwrap().len(), 1);

    // Another person may use the same name for a request.
    let of_ada = json!({ "premise": ["swims"], "conclusion": ["eggs"] });
    let other = ada.post(&answers, &truth.answer("the-same", &of_ada));
    assert_eq!(other.status, 200, "{}: {}", of_ada, other.text());
    let other = other.json();
    assert_ne!(other["id"], first["id"]);

    let others = bob.post(&format!("/api/e/{room}/retract"), &json!({ "request": "r", "entry": other["id"] }));
    assert_eq!((others.status, others.kind()), (403, "role".to_owned()));
    let lines = bob.get(&format!("/api/e/{room}/consequences?entry={}", first["id"].as_str().unwrap()));
    assert_eq!(lines.status, 200, "{}", lines.text());
    let undone = bob.post(&format!("/api/e/{room}/undo"), &json!({ "request": "u" }));
    assert_eq!(undone.status, 200, "{}", undone.text());
    assert_eq!(bob.post(&format!("/api/e/{room}/undo"), &json!({ "request": "u" })).json()["id"], undone.json()["id"]);
    let state = bob.turn(&room);
    let entries = state["entries"].as_array().unwrap();
    let entry = |id: &Value| entries.iter().find(|entry| entry["id"] == *id).unwrap();
    assert_eq!(entry(&first["id"])["counts"], false, "{state}");
    assert_eq!(entry(&other["id"])["counts"], true, "{state}");
    let nothing = bob.post(&format!("/api/e/{room}/undo"), &json!({ "request": "u2" }));
    assert_eq!((nothing.status, nothing.kind()), (409, "impossible".to_owned()));

    // An owner may take back anybody's, and the retraction itself.
    let back = ada.post(&format!("/api/e/{room}/retract"), &json!({ "request": "r2", "entry": undone.json()["id"] }));
    assert_eq!(back.status, 200, "{}", back.text());
    let state = ada.turn(&room);
    let entries = state["entries"].as_array().unwrap();
    assert!(entries.iter().any(|entry| entry["id"] == first["id"] && entry["counts"] == true));
}

#[test]
fn a_contradiction_is_refused_and_tells_what_it_contradicts() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let bob = server.guest(&ada, &room, "bob", "expert");
    let answers = format!("/api/e/{room}/answers");
    let rule = json!({ "premise": ["flies"], "conclusion": ["swims"] });
    let held = ada.post(&answers, &json!({ "request": "1", "question": rule, "answer": "holds" })).json();
    let object = json!({ "name": "bat", "has": ["flies", "hair"], "lacks": ["swims"] });
    let refuted = json!({ "request": "2", "question": rule, "answer": "refuted", "object": object });
    let reply = bob.post(&answers, &refuted);
    assert_eq!((reply.status, reply.kind()), (409, "contradicts".to_owned()));
    let dispute = &reply.json()["dispute"];
    assert_eq!(dispute[0]["entry"], held["id"]);
    assert_eq!((&dispute[0]["who"], &dispute[0]["mine"]), (&json!("ada"), &json!(false)));

    let filled = bob.post(&format!("/api/e/{room}/fill"), &json!({ "object": object }));
    assert_eq!((filled.status, filled.kind()), (409, "contradicts".to_owned()));
    let other = json!({ "name": "duck", "has": ["flies"], "lacks": ["hair"] });
    let filled = bob.post(&format!("/api/e/{room}/fill"), &json!({ "object": other })).json();
    assert_eq!(names(&filled["has"]), ["flies", "swims"], "{filled}");

    // Said anyway it is on record, listed, and does not count.
    let mut anyway = refuted.clone();
    anyway["anyway"] = json!(true);
    let reply = bob.post(&answers, &anyway);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let state = bob.turn(&room);
    let dispute = &state["disputes"][0];
    assert_eq!((&dispute["who"], &dispute["with"][0]["who"]), (&json!("bob"), &json!("ada")), "{state}");
    assert_eq!(state["rules"].as_array().unwrap().len(), 1);

    // The other one gives way, and it counts.
    let taken = ada.post(&format!("/api/e/{room}/retract"), &json!({ "request": "3", "entry": held["id"] }));
    assert_eq!(taken.status, 200);
    let state = bob.turn(&room);
    assert!(state["disputes"].as_array().unwrap().is_empty(), "{state}");
    assert!(state["rules"].as_array().unwrap().is_empty());
    assert_eq!(state["objects"][0]["name"], "bat");

    // Other answers that make no sense.
    let lacking = json!({ "name": "newt", "has": [], "lacks": ["flies"] });
    let answer = |request: &str, answer: &str, more: Value| {
        let mut sent = json!({ "request": request, "question": rule, "answer": answer });
        sent.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        bob.post(&answers, &sent).kind()
    };
    assert_eq!(answer("4", "refuted", json!({ "object": lacking })), "lacks_premise");
    let whole = json!({ "name": "newt", "has": ["flies", "swims"], "lacks": [] });
    assert_eq!(answer("5", "refuted", json!({ "object": whole })), "lacks_nothing");
    assert_eq!(answer("6", "partly", json!({ "holds": ["hair"] })), "no_part");
    assert_eq!(answer("7", "partly", json!({ "holds": ["swims"] })), "all_of_it");
    let otherwise = json!({ "name": "bat", "has": ["flies"], "lacks": ["hair", "swims"] });
    assert_eq!(answer("8", "refuted", json!({ "object": otherwise })), "otherwise");
}

#[test]
fn each_role_may_do_what_it_should_and_nothing_else() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let other = begin(&ada, &truth, "Others");
    let people = [
        ("reader", server.guest(&ada, &room, "rita", "reader")),
        ("expert", server.guest(&ada, &room, "bob", "expert")),
        ("owner", server.guest(&ada, &room, "olaf", "owner")),
        ("stranger", server.guest(&ada, &other, "sam", "owner")),
    ];
    let rule = json!({ "premise": ["hair"], "conclusion": ["milk"] });
    let object = json!({ "name": "cat", "has": ["hair"], "lacks": [] });
    // What each may do: reader, expert, owner of the room; nobody else.
    let requests: Vec<(&str, String, Value, &str)> = vec![
        ("GET", format!("/api/e/{room}"), Value::Null, "reader"),
        ("GET", format!("/api/e/{room}/diagram"), Value::Null, "reader"),
        ("GET", format!("/api/e/{room}/export/rules"), Value::Null, "reader"),
        ("GET", format!("/e/{room}/report"), Value::Null, "reader"),
        ("GET", format!("/api/e/{room}/consequences"), Value::Null, "reader"),
        ("POST", format!("/api/e/{room}/fill"), json!({ "object": object }), "reader"),
        ("POST", format!("/api/e/{room}/answers"), json!({"question": rule, "answer": "unknown"}), "expert"),
        ("POST", format!("/api/e/{room}/objects"), json!({ "object": object }), "expert"),
        ("POST", format!("/api/e/{room}/undo"), json!({}), "expert"),
        ("POST", format!("/api/e/{room}/attributes"), json!({"attributes": [{"name": "NEW"}]}), "owner"),
        ("POST", format!("/api/e/{room}/accuracy"), json!({"epsilon": 0.05, "delta": 0.1}), "owner"),
        ("POST", format!("/api/e/{room}/policy"), json!({"policy": "any"}), "owner"),
        ("POST", format!("/api/e/{room}/rename"), json!({"title": "Beasts"}), "owner"),
        ("POST", format!("/api/e/{room}/archive"), json!({"archived": false}), "owner"),
        ("GET", format!("/api/e/{room}/people"), Value::Null, "owner"),
        ("POST", format!("/api/e/{room}/people"), json!({"name": "NEW", "role": "reader"}), "owner"),
        ("DELETE", format!("/api/e/{room}/people/none"), Value::Null, "owner"),
        ("POST", format!("/api/e/{room}/duplicate"), json!({"title": "Copy"}), "nobody"),
        ("POST", "/api/explorations".to_owned(), truth.new_exploration("More"), "nobody"),
        ("POST", "/api/explorations/table?file=a.csv".to_owned(), json!({}), "nobody"),
    ];
    let rank = |role: &str| ["reader", "expert", "owner", "nobody"].iter().position(|one| *one == role);
    for (method, path, body, needs) in &requests {
        for (at, (role, client)) in people.iter().enumerate() {
            let mut body = body.clone();
            if body.is_object() {
                body["request"] = json!(format!("{path}-{at}"));
            }
            let text = body.to_string().replace("NEW", &format!("new {at}"));
            let text = if body.is_null() { "" } else { &text };
            let reply = client.send(method, path, &[("Content-Type", "application/json")], text.as_bytes()).unwrap();
            let expected: &[u16] = match rank(role) {
                None if *needs == "nobody" && !path.contains("/e/") => &[403],
                None if *needs == "nobody" => &[403, 404],
                None => &[404],
                Some(rank_of) if Some(rank_of) >= rank(needs) => match *method {
                    "DELETE" => &[404],
                    _ => &[200, 201],
                },
                Some(_) => &[403],
            };
            assert!(expected.contains(&reply.status), "{role}: {method} {path}: {} {}", reply.status, reply.text());
        }
        // Somebody with nothing but a wrong cookie.
        let mut forged = people[2].1.clone();
        forged.cookie = Some(format!("hornbook-{}=k0123456789abcdef", server.address.port()));
        let reply = forged.send(method, path, &[("Content-Type", "application/json")], b"{}").unwrap();
        assert!([401, 403].contains(&reply.status), "{method} {path}: {}", reply.text());
    }
    assert_eq!(people[0].1.turn(&room)["turn"]["kind"], "reader");
    let seen = &people[1].1.get("/api/explorations").json()["explorations"];
    assert_eq!(seen.as_array().unwrap().len(), 1, "{seen}");
}

#[test]
fn a_guest_whose_invitation_was_taken_back_is_cut_off() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let (id, link) = invite(&ada, &room, json!({ "name": "bob", "role": "expert" }));
    let mut bob = Client::joined(server.address, &link);
    assert_eq!(bob.session()["who"], "bob");
    let taken = ada.post(&format!("/api/e/{room}/people"), &json!({ "name": "bob", "role": "reader" }));
    assert_eq!((taken.status, taken.kind()), (409, "name".to_owned()));
    let mut heard = bob.events(&room);
    heard.next().unwrap();
    let question = bob.turn(&room)["turn"]["question"].clone();
    assert_eq!(bob.post(&format!("/api/e/{room}/answers"), &truth.answer("1", &question)).status, 200);

    assert_eq!(ada.delete(&format!("/api/e/{room}/people/{id}")).status, 200);
    while heard.next().is_some() {}
    assert_eq!(bob.get(&format!("/api/e/{room}")).status, 401);
    assert_eq!(bob.post(&format!("/api/e/{room}/answers"), &truth.answer("2", &question)).status, 401);
    assert_eq!(Client::new(server.address).exchange(&link).status, 404);
    let state = ada.turn(&room);
    assert_eq!(state["entries"][0]["who"], "bob", "what was answered stays");
    let people = ada.get(&format!("/api/e/{room}/people")).json();
    assert_eq!(people["people"][0]["revoked"], true);
    let kept = std::fs::read_to_string(server.path().join("animals.room.json")).unwrap();
    let secret = link.rsplit('.').next().unwrap();
    assert!(!kept.contains(secret), "links are not kept");
}

#[test]
fn answers_titles_and_sessions_survive_a_restart() {
    let token = "a token that is long enough";
    let server = TestServer::with(|options| options.token = OwnerToken::Chosen(token.to_owned()));
    let truth = Truth::animals();
    let mut ada = Client::new(server.address);
    assert_eq!(ada.session()["signed_in"], false);
    assert_eq!(ada.get("/api/explorations").status, 401);
    let wrong = ada.post("/api/session", &json!({ "token": "a wrong token that is long" }));
    assert_eq!(wrong.status, 401, "{}", wrong.text());
    let signed = ada.post("/api/session", &json!({ "token": token }));
    assert_eq!(signed.status, 200);
    assert!(!signed.header("set-cookie").unwrap().contains(token));
    ada.take_cookie(&signed);
    assert_eq!(ada.session()["role"], "owner");
    let room = begin(&ada, &truth, "Animals");
    let bob = server.guest(&ada, &room, "bob", "expert");
    let question = bob.turn(&room)["turn"]["question"].clone();
    let answer = truth.answer("1", &question);
    let id = bob.post(&format!("/api/e/{room}/answers"), &answer).json()["id"].clone();
    ada.post(&format!("/api/e/{room}/rename"), &json!({ "title": "Beasts" }));

    let folder = server.stop();
    let mut options = common::options(folder.path());
    options.token = OwnerToken::Chosen(token.to_owned());
    let server = TestServer::on(options);
    let (ada, bob) = (ada.moved_to(server.address), bob.moved_to(server.address));
    let state = bob.turn(&room);
    assert_eq!(state["title"], "Beasts");
    assert_eq!(state["entries"][0]["id"], id);
    let again = bob.post(&format!("/api/e/{room}/answers"), &answer).json();
    assert_eq!(again["id"], id, "what was sent before the restart is not done twice");
    assert_eq!(ada.get("/api/explorations").json()["explorations"][0]["title"], "Beasts");
    let out = ada.delete("/api/session");
    assert!(out.header("set-cookie").unwrap().contains("Max-Age=0"));
}

#[test]
fn an_exploration_can_begin_with_a_table_of_any_format() {
    let server = TestServer::start();
    let ada = server.owner();
    let zoo = std::fs::read(data().join("zoo.csv")).unwrap();
    let upload =
        |query: &str, bytes: &[u8]| ada.send("POST", &format!("/api/explorations/table?{query}"), &[], bytes).unwrap();
    let reply = upload("file=zoo.csv&seed=1&epsilon=0.2&distribution=columns", &zoo);
    assert_eq!((reply.status, reply.json()["name"].as_str()), (201, Some("zoo")), "{}", reply.text());
    let state = ada.turn("zoo");
    // Equal rows are one object, with how many they are.
    let all = |state: &Value| -> u64 {
        state["objects"].as_array().unwrap().iter().map(|object| object["count"].as_u64().unwrap_or(1)).sum()
    };
    assert_eq!(all(&state), 101);
    assert!(state["objects"].as_array().unwrap().len() < 101);
    assert_eq!(state["attributes"].as_array().unwrap().len(), 28);
    let accuracy = &state["accuracy"];
    assert_eq!((&accuracy["epsilon"], &accuracy["distribution"]), (&json!(0.2), &json!("columns")));
    assert!(state["background"].as_u64().unwrap() > 10);
    assert!(state["entries"].as_array().unwrap().is_empty(), "rows are objects, not entries");
    assert_eq!(upload("file=zoo.csv&background=false", &zoo).json()["name"], "zoo-2");
    assert_eq!(ada.turn("zoo-2")["background"], 0);
    assert_eq!(ada.turn("zoo-2")["accuracy"]["distribution"], "described and short");
    for format in ["csv", "cxt", "conexp-json", "tsv"] {
        let bytes = ada.get(&format!("/api/e/zoo/export/context?format={format}")).body;
        let reply = upload(&format!("title=From%20{format}"), &bytes);
        assert_eq!(reply.status, 201, "{format}: {}", reply.text());
        let name = reply.json()["name"].as_str().unwrap().to_owned();
        assert_eq!(all(&ada.turn(&name)), 101, "{format}");
    }
    assert_eq!(upload("title=Agreed&policy=unanimous&of=2", &zoo).status, 201);
    let policy = &ada.turn("agreed")["policy"];
    assert_eq!((&policy["policy"], &policy["of"]), (&json!("unanimous"), &json!(2)));
    let long_label = format!("B\n\n1\n1\n\n{}\nhair\nX\n", "x".repeat(1001));
    for (query, bytes, status) in [
        ("file=a.csv", &b""[..], 409),
        ("file=a.cxt", b"no context", 409),
        ("file=a.json", b"{", 409),
        ("file=a.csv", b"\xff\xfe\x00", 409),
        ("file=a.csv&epsilon=2", &zoo, 400),
        ("file=a.csv&epsilon=many", &zoo, 400),
        ("file=a.csv&background=perhaps", &zoo, 400),
        ("file=a.csv&policy=dictator", &zoo, 400),
        ("file=a.csv&policy=majority", &zoo, 400),
        ("file=a.csv&policy=majority&of=0", &zoo, 400),
        ("file=a.csv&policy=majority&of=many", &zoo, 400),
        ("file=a.csv&of=3", &zoo, 400),
        ("file=a.cxt", long_label.as_bytes(), 409),
        ("file=../../a.csv&title=..%2F..%2Fescape", &zoo, 201),
    ] {
        let reply = upload(query, bytes);
        assert_eq!(reply.status, status, "{query}: {}", reply.text());
    }
    assert!(server.path().join("escape.journal").is_file());
}

/// The command `hornbook explore` is tested with the same files.
#[test]
fn a_missing_cell_is_recorded_as_unknown() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hornbook/tests/corpus");
    let server = TestServer::start();
    let ada = server.owner();
    let table = std::fs::read(corpus.join("missing-cells.csv")).unwrap();
    let reply = ada.send("POST", "/api/explorations/table?file=table.csv", &[], &table).unwrap();
    assert_eq!(reply.status, 201, "{}", reply.text());
    let known = ada.get("/api/e/table/export/context?format=cxt").body;
    let expected = std::fs::read(corpus.join("missing-cells.cxt")).unwrap();
    assert_eq!(String::from_utf8(known).unwrap(), String::from_utf8(expected).unwrap());
}

#[test]
fn an_exploration_with_unfit_attributes_is_not_begun() {
    let server = TestServer::start();
    let ada = server.owner();
    let twice = json!([{ "name": "a" }, { "name": "a" }]);
    for (attributes, status, words) in [(twice, 400, "twice"), (json!([]), 409, "no attributes")] {
        let reply = ada.post("/api/explorations", &json!({ "title": "Twice", "attributes": attributes }));
        assert!(reply.status == status && reply.text().contains(words), "{} {}", reply.status, reply.text());
        assert!(!reply.text().contains("journal"), "there is no file yet: {}", reply.text());
    }
    assert_eq!(ada.get("/api/explorations").json()["explorations"], json!([]));
}

#[test]
fn explorations_are_renamed_copied_and_archived() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    finish(&ada, &room, &truth, "ada");
    let post = |what: &str, body: Value| ada.post(&format!("/api/e/{room}/{what}"), &body);
    assert_eq!(post("rename", json!({ "title": "  Beasts " })).json()["title"], "Beasts");
    assert_eq!(ada.state(&room)["title"], "Beasts");
    assert!(ada.get(&format!("/api/e/{room}/export/report")).text().starts_with("# Beasts\n"));
    for bad in ["", " ", "a\nb", &"x".repeat(201)] {
        assert_eq!(post("rename", json!({ "title": bad })).status, 400, "{bad:?}");
    }
    let copy = post("duplicate", json!({ "title": "A copy" }));
    assert_eq!((copy.status, copy.json()["name"].as_str()), (201, Some("a-copy")));
    let (one, other) = (ada.turn(&room), ada.turn("a-copy"));
    assert_eq!(one["rules"], other["rules"]);
    assert_eq!(other["title"], "A copy");

    assert_eq!(post("archive", json!({ "archived": true })).status, 200);
    let state = ada.state(&room);
    assert_eq!((&state["archived"], &state["turn"]["kind"]), (&json!(true), &json!("reader")));
    let refused = post("undo", json!({ "request": "1" }));
    assert_eq!((refused.status, refused.kind()), (409, "archived".to_owned()));
    post("archive", json!({ "archived": false }));
    assert_eq!(post("undo", json!({ "request": "1" })).status, 200);
    assert_eq!(ada.turn(&room)["turn"]["kind"], "ask");
}

#[test]
fn busy_and_broken_journals_are_listed_with_their_problem() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let start = hornbook_explore::Start::attributes(truth.attributes.clone()).title("By hand");
    let path = server.path().join("by-hand.journal");
    let held = Exploration::create(&path, start).unwrap();
    std::fs::write(server.path().join("none.journal"), "something else\n").unwrap();
    std::fs::write(server.path().join("Not A Name.journal"), "").unwrap();
    let all = ada.get("/api/explorations").json()["explorations"].clone();
    let listed = |name: &str| all.as_array().unwrap().iter().find(|one| one["name"] == name).unwrap().clone();
    assert_eq!((&listed("by-hand")["busy"], &listed("by-hand")["title"]), (&json!(true), &json!("By hand")));
    assert!(listed("none")["problem"].as_str().unwrap().contains("no journal"), "{all}");
    assert!(listed("Not A Name")["problem"].as_str().unwrap().contains("rename"), "{all}");
    let busy = ada.get("/api/e/by-hand");
    assert_eq!((busy.status, busy.kind()), (503, "busy".to_owned()));
    assert_eq!(ada.get("/api/e/none").status, 409);
    drop(held);
    assert_eq!(ada.turn("by-hand")["turn"]["kind"], "ask");
}

#[cfg(unix)]
#[test]
fn an_answer_that_cannot_be_written_is_not_acknowledged() {
    let server = TestServer::start();
    let (ada, truth) = (server.owner(), Truth::animals());
    let room = begin(&ada, &truth, "Animals");
    let question = ada.turn(&room)["turn"]["question"].clone();
    // Somebody puts another file in its place: what is written would be lost.
    let path = server.path().join("animals.journal");
    let kept = std::fs::read(&path).unwrap();
    std::fs::rename(&path, server.path().join("moved")).unwrap();
    std::fs::write(&path, &kept).unwrap();
    let answer = truth.answer("1", &question);
    let reply = ada.post(&format!("/api/e/{room}/answers"), &answer);
    assert_eq!((reply.status, reply.kind()), (503, "disk".to_owned()), "{}", reply.text());
    assert_eq!(std::fs::read(&path).unwrap(), kept);
    // It is opened again, and sent again it is taken.
    let reply = ada.post(&format!("/api/e/{room}/answers"), &answer);
    assert_eq!(reply.status, 200, "{}", reply.text());
    assert!(std::fs::read(&path).unwrap().len() > kept.len());
}
