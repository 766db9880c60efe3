//! When something is in the way: a full disk, a journal that cannot be read,
//! what is refused after the page was left, and invitations that were taken
//! back.

use serde_json::{Value, json};

use crate::LACK_ALL;
use crate::page::{BIRDS, Expert, Question, Server};

/// Answers until something is asked that an exception can be told of.
fn until_exception(expert: &Expert) -> Question {
    let mut question = expert.question().unwrap();
    while BIRDS.exception(&question).is_none() {
        expert.answer(&BIRDS, &question);
        question = expert.next(&question).unwrap();
    }
    question
}

/// How many answers there are.
fn answers(state: &Value) -> usize {
    state["entries"].as_array().unwrap().iter().filter(|entry| entry["kind"] == "answer").count()
}

#[test]
fn a_full_disk_is_told_and_nothing_typed_is_lost() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    let question = until_exception(&ada);
    let before = answers(&ada.state());
    let (name, has) = BIRDS.exception(&question).unwrap();
    ada.browser.click(".question [data-answer=refuted]");
    ada.describe(&BIRDS, name, has);
    server.fill_disk("birds");
    ada.browser.click(".question form button[type=submit]");
    ada.browser.wait_for_text("The server could not save this: ");
    ada.browser.wait_for_text("It is tried again.");
    ada.browser.wait_for("return document.getElementById('trouble').innerText.includes('File too large')");
    ada.is_accessible("a full disk");

    // There is room again: it goes through, once.
    server.make_room();
    ada.next(&question).unwrap();
    ada.browser.wait_for("return document.getElementById('trouble').hidden");
    assert_eq!(answers(&ada.state()), before + 1);

    // Whoever does not want to wait has it back as it was typed.
    ada.view("objects");
    ada.click_button("Tell of an object");
    ada.describe(&BIRDS, "dodo", &["feathers"]);
    server.fill_disk("birds");
    ada.browser.click("dialog button.primary");
    ada.browser.wait_for("return document.querySelector('dialog #trouble')?.checkVisibility()");
    ada.click_button("Stop trying");
    ada.browser.wait_for_text("It was not saved, and is not tried any more: ");
    ada.browser.wait_for("return document.getElementById('trouble').hidden");
    assert_eq!(ada.browser.script("return document.querySelector('dialog .object-form input').value"), json!("dodo"));
    ada.is_accessible("given up");
    server.make_room();
    ada.click_button("Try again");
    ada.browser.wait_for("return !document.querySelector('dialog')");
    ada.browser.wait_for_text("dodo");
    let told = |state: &Value| {
        state["objects"].as_array().unwrap().iter().filter(|object| object["name"] == json!("dodo")).count()
    };
    assert_eq!(told(&ada.state()), 1);

    // What was given up and is done later is done as often as it is wanted.
    ada.view("question");
    ada.question();
    let taken_back = || {
        let entries = ada.state()["entries"].clone();
        entries.as_array().unwrap().iter().filter(|entry| entry["kind"] == "retract").count()
    };
    server.fill_disk("birds");
    ada.browser.click("[data-undo]");
    ada.click_button("Stop trying");
    ada.browser.wait_for_text("Nothing was taken back");
    ada.browser.click("dialog button.primary");
    server.make_room();
    for times in 1..=2 {
        ada.browser.wait_for("return document.querySelector('[data-undo]')?.disabled === false");
        ada.browser.click("[data-undo]");
        ada.browser.wait_for_text("Taken back: ");
        ada.browser.script("document.getElementById('toasts').replaceChildren()");
        // What was said comes back in its form.
        ada.browser.wait_for(
            "[...document.querySelectorAll(':is(dialog, .answer-form) button')].find(button => button.textContent === 'Cancel')?.click();
             return !document.querySelector('dialog, .answer-form')",
        );
        assert_eq!(taken_back(), times);
    }
    ada.explore(&BIRDS);
}

#[test]
fn a_server_that_cannot_go_on_says_why() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    let link = ada.invite("ben", "expert");
    // Something else is in the place of the journal.
    let (journal, away) = (server.journal("birds"), server.journal("birds").with_extension("away"));
    std::fs::rename(&journal, &away).unwrap();
    std::fs::write(&journal, "no journal at all\n").unwrap();
    ada.browser.click(".question [data-answer=holds]");
    ada.browser.wait_for_text("no journal");
    // It is noticed for everybody when there is something to find out.
    let ben = Expert::guest(&link);
    for expert in [&ada, &ben] {
        expert.browser.wait_for("return document.querySelector('.question')?.dataset.turn === 'stuck'");
        expert.browser.wait_for_text("The server cannot go on");
        expert.browser.wait_for("return document.querySelector('.question .error').innerText.includes('no journal')");
    }
    ada.browser.wait_for_text("See that there is room");
    ben.browser.wait_for_text("Tell ada");
    ada.is_accessible("a server that cannot go on");
    // What was there is there again, and it goes on by itself.
    std::fs::rename(&away, &journal).unwrap();
    ada.question().unwrap();
    ben.browser.wait_for("return ['ask', 'wait'].includes(document.querySelector('.question').dataset.turn)");
}

/// Lets the page get something else for the state of an exploration, which
/// `answer` makes of what the server says.
fn pretend(expert: &Expert, answer: &str) {
    expert.browser.script(&format!(
        "window.real ??= window.fetch; window.fetch = async (path, options) => {{
            const response = await window.real(path, options);
            if (path.split('?')[0] !== '/api/e/birds') return response;
            return ({answer})(response);
        }}"
    ));
}

#[test]
fn a_state_that_cannot_be_had_is_told() {
    const NO_ROOM: &str =
        "() => new Response(JSON.stringify({ error: 'No room on the disk.', kind: 'disk' }), { status: 503 })";
    const REAL: &str = "(response) => response";
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    // While it is shown, it stays, and it is said that nothing new comes.
    pretend(&ada, NO_ROOM);
    ada.browser.script("window.dispatchEvent(new Event('online'))");
    ada.browser.wait_for_text("The server cannot show what is new: No room on the disk. It is tried again.");
    ada.is_accessible("nothing new");
    ada.question().unwrap();
    pretend(&ada, REAL);
    ada.browser.wait_for("return document.getElementById('stale').hidden");
    // Before it is shown, it appears by itself when it can be had.
    ada.browser.click("a.brand");
    ada.browser.wait_for("return document.querySelector('.explorations')");
    pretend(&ada, NO_ROOM);
    ada.browser.click(".exploration a");
    ada.browser.wait_for_text("This exploration cannot be opened");
    ada.browser.wait_for_text("It is tried again by itself.");
    pretend(&ada, REAL);
    let question = ada.question().unwrap();

    // After an answer that was taken, the server may not come to it.
    let stuck = "async (response) => {
        const sent = await response.json();
        const wrong = { entries: [], turn: { kind: 'stuck', words: 'The journal cannot be read.' } };
        const told = sent.since === undefined ? { ...sent, ...wrong } : { ...sent, set: { ...sent.set, ...wrong }, lists: {} };
        return new Response(JSON.stringify({ ...told, tag: `${sent.tag}0` }));
    }";
    pretend(&ada, stuck);
    ada.browser.click(".question [data-answer=unknown]");
    ada.browser.wait_for_text("The server cannot go on");
    ada.browser.wait_for_text("The journal cannot be read.");
    pretend(&ada, REAL);
    ada.next(&question).unwrap();
}

/// Leaves the page while something is on its way to a server that is gone.
fn leave_with(server: &mut Server, expert: &Expert, send: impl FnOnce()) {
    server.kill();
    send();
    expert.browser.wait_for_text("Not connected.");
    expert.browser.open("about:blank");
    server.restart();
}

#[test]
fn what_is_refused_after_the_page_was_left_comes_back() {
    let mut server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    let question = ada.question().unwrap();
    let address = ada.browser.script("return location.href");
    ada.browser.click(".question [data-answer=refuted]");
    ada.browser.wait_for("return document.querySelector('.object-form')");
    ada.browser.type_into(".object-form input[type=text]", "kiwi");
    ada.browser.script(LACK_ALL);
    let said =
        "return [...document.querySelectorAll('.object-form .row')].filter(row => row.dataset.mark !== 'follows')
        .map(row => row.dataset.attribute + row.dataset.value)";
    let before = ada.browser.script(said);
    leave_with(&mut server, &ada, || ada.browser.click(".question form button[type=submit]"));

    // Meanwhile it was said that there is no exception.
    let other = Expert::owner(&server);
    other.open_exploration("birds");
    assert_eq!(other.question().unwrap(), question);
    other.browser.click(".question [data-answer=holds]");
    other.taken(&question);
    ada.browser.open(address.as_str().unwrap());
    ada.browser.wait_for_text("This was refused after you left the page");
    ada.browser.wait_for_text("This contradicts what was accepted before");
    assert_eq!(ada.browser.script("return document.querySelector('dialog .object-form input').value"), json!("kiwi"));
    assert_eq!(ada.browser.script("return document.querySelectorAll('.object-form').length"), json!(1));
    assert_eq!(ada.browser.script(said), before);
    ada.is_accessible("what was refused meanwhile");
    // It is told once.
    ada.click_button("Keep both");
    ada.browser.wait_for("return !document.querySelector('dialog')");
    ada.browser.reload();
    ada.question();
    assert_eq!(ada.browser.script("return document.querySelectorAll('dialog').length"), json!(0));
    ada.view("unsettled");
    ada.browser.wait_for("return document.querySelector('.dispute-card')");
}

#[test]
fn what_was_under_way_is_sent_in_its_order() {
    let mut server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    leave_with(&mut server, &ada, || {
        ada.browser.click(".question [data-answer=unknown]");
        ada.view("objects");
        ada.click_button("Tell of an object");
        ada.describe(&BIRDS, "dodo", &["feathers"]);
        ada.browser.click("dialog button.primary");
    });
    ada.browser.open(&format!("{}/#/e/birds", server.address));
    ada.browser.wait_for_text("What was under way when the page was left has been sent.");
    let entries = ada.state()["entries"].clone();
    let said: Vec<&str> = entries.as_array().unwrap().iter().filter_map(|entry| entry["kind"].as_str()).collect();
    assert_eq!(said[..2], ["answer", "object"], "{said:?}");
}

#[test]
fn what_one_person_wrote_nobody_else_sends() {
    let mut server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    let link = ada.invite("ben", "expert");
    let ben = Expert::guest(&link);
    ben.question();
    leave_with(&mut server, &ben, || ben.browser.click(".question [data-answer=unknown]"));
    // In the same tab there is somebody else now: whoever owns the server.
    ben.browser.clear_cookies();
    ben.browser.open(&server.link);
    ben.browser.wait_for_text("You are here as ada, the owner");
    ben.open_exploration("birds");
    ben.question();
    // Something new of hers is sent, and that is all.
    let question = ben.question().unwrap();
    ben.browser.click(".question [data-answer=later]");
    ben.next(&question);
    let by = |who: &str| {
        let entries = ada.state()["entries"].clone();
        entries.as_array().unwrap().iter().filter(|entry| entry["who"] == who).count()
    };
    assert_eq!((by("ada"), by("ben")), (1, 0));
    // By another link he is himself again, and it is sent.
    ben.browser.open(&ada.another_link());
    ben.join();
    ben.browser.wait_for_text("What was under way when the page was left has been sent.");
    assert_eq!((by("ada"), by("ben")), (1, 1));
}

#[test]
fn an_invitation_that_was_taken_back() {
    let server = Server::with(&["--no-token"]);
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    let ben = Expert::guest(&ada.invite("ben", "expert"));
    ben.question();
    ben.view("objects");
    ben.click_button("Tell of an object");
    ben.describe(&BIRDS, "dodo", &["feathers"]);
    ben.browser.script(
        "window.shown = []; new MutationObserver(() => window.shown.push(document.body.innerText))
            .observe(document.body, { subtree: true, childList: true, attributes: true })",
    );
    ada.view("people");
    ada.click_button("Revoke…");
    ada.browser.wait_for("return document.querySelector('dialog[open]')");
    ada.browser.click("dialog button.primary");
    ben.browser.wait_for_text("You are not signed in any more");
    // Neither was the connection lost, nor is a token asked for.
    let misled = "return window.shown.some(text => text.includes('Not connected') || text.includes('Token'))";
    assert_eq!(ben.browser.script(misled), json!(false));
    let typed = "return document.querySelector('.signed-out textarea').value";
    assert_eq!(ben.browser.script(typed), json!("dodo: feathers; not: flies, swims, fur"));
    ben.is_accessible("an invitation that was taken back");
    ben.browser.reload();
    ben.browser.wait_for_text("You are not signed in any more");
    assert!(ben.browser.script(typed).as_str().unwrap().starts_with("dodo"));
    // Here whoever is at the machine owns the server.
    ben.click_button("Go on as the owner");
    ben.browser.wait_for_text("You are here as ada, the owner");
}

#[test]
fn a_guest_can_leave() {
    let server = Server::with(&["--no-token"]);
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    ada.browser.wait_for_text("You are here as ada, the owner");
    let link = ada.invite("ben", "expert");
    // Whoever tries the link in their own browser is that guest.
    ada.browser.open(&link);
    ada.browser.wait_for_text("you are ben here until you leave");
    ada.join();
    ada.browser.wait_for_text("You are here as ben, an expert");
    ada.question();
    ada.click_button("Leave");
    ada.browser.wait_for_text("Leave this exploration?");
    ada.is_accessible("leaving");
    ada.browser.click("dialog button.primary");
    ada.browser.wait_for_text("You are here as ada, the owner");
    ada.browser.wait_for_text("New exploration");
    ada.browser.wait_for("return location.hash === '#/'");
    ada.is_clean(&server, false);
}

#[test]
fn waiting_says_for_whom() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    ada.policy("unanimous", Some(2));
    let link = ada.invite("ben", "expert");
    let turn = "return ['ask', 'wait'].includes(document.querySelector('.question')?.dataset.turn)
        && document.querySelector('.question').dataset.turn";
    for _ in 0..40 {
        if ada.browser.wait_for(turn) == json!("wait") {
            break;
        }
        let question = ada.question().unwrap();
        ada.answer(&BIRDS, &question);
        ada.taken(&question);
    }
    ada.browser.wait_for_text("Waiting for others to answer");
    ada.browser.wait_for_text("You answered.");
    ada.browser.wait_for_text(
        "This needs 1 more person: nobody else is here. Invite somebody, or change whose word counts in Setup.",
    );
    ada.is_accessible("waiting for nobody");
    let ben = Expert::guest(&link);
    ben.question();
    ada.browser.wait_for_text("This needs 1 more person: ben is here.");
}
