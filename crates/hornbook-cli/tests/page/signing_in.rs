//! Signing in and out: by the link that the server printed, by invitations, and
//! in several browsers.

use std::process::Command;

use serde_json::{Value, json};

use crate::page::{BIRDS, Expert, Server};

/// What the server tells a program that has these cookies.
fn session_with(server: &Server, cookies: &str) -> Value {
    let output = Command::new("curl")
        .args(["--silent", "--show-error", "--noproxy", "*", "--header", &format!("Cookie: {cookies}")])
        .arg(format!("{}/api/session", server.address))
        .output()
        .unwrap();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

#[test]
fn the_printed_link_signs_in_and_does_not_stay() {
    let mut server = Server::start();
    let token = server.link.rsplit('/').next().unwrap().to_owned();
    assert!(token.len() > 20, "{}", server.link);
    let ada = Expert::at("about:blank");
    ada.browser.open(&server.link);
    ada.browser.wait_for_text("Teach it your domain");
    ada.browser.wait_for_text("You are here as ada, the owner");
    let nowhere = || {
        let seen = ada.browser.script("return location.href + JSON.stringify({ ...sessionStorage, ...localStorage })");
        assert!(!seen.as_str().unwrap().contains(&token), "{seen}");
    };
    nowhere();
    // Going back does not lead to it either.
    ada.browser.script("location.hash = '#/new'");
    ada.browser.wait_for("return document.querySelector('#title')");
    ada.browser.back();
    ada.browser.wait_for_text("Teach it your domain");
    nowhere();
    // Opened again, also where the page is open already, it does no harm.
    ada.browser.script_with("location.href = arguments[0]", &[json!(server.link)]);
    ada.browser.wait_for("return location.hash === '#/'");
    nowhere();
    ada.is_clean(&server, false);

    // Whoever signs out is out, also with what the browser held.
    let cookies = ada.browser.cookies();
    assert_eq!(session_with(&server, &cookies)["signed_in"], true);
    ada.click_button("Sign out");
    ada.browser.wait_for("return document.querySelector('#token')");
    assert_eq!(session_with(&server, &cookies)["signed_in"], false);

    // A server that was started anew has another link.
    let old = server.link.clone();
    server.kill();
    server.restart();
    assert_ne!(server.link, old);
    ada.browser.open("about:blank");
    ada.browser.open(&old);
    ada.browser.wait_for_text("the server was started anew, and has printed another one");
    ada.is_accessible("an old link");
    // All of the link may be pasted where the token is wanted.
    ada.browser.type_into("#token", &server.link);
    ada.browser.click("button[type=submit]");
    ada.browser.wait_for_text("You are here as ada, the owner");
}

#[test]
fn sessions_outlive_the_server() {
    let mut server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    let ben = Expert::guest(&ada.invite("ben", "expert"));
    server.kill();
    server.restart();
    for expert in [&ada, &ben] {
        expert.browser.reload();
        expert.browser.wait_for_text("Birds");
    }
    assert_eq!(ben.state()["me"]["who"], "ben");
    ada.browser.wait_for_text("You are here as ada, the owner");
}

#[test]
fn an_invitation_is_asked_about_and_good_once() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    let link = ada.invite("ben", "expert");
    ada.view("people");
    ada.browser.wait_for_text("the link was not used yet; it is good until");
    ada.is_accessible("an open invitation");

    // Looking uses nothing up, and somebody else may look, too.
    let ben = Expert::at(&link);
    ben.browser.wait_for_text("Join “Birds” as ben");
    ben.browser.wait_for_text("You are asked questions about it, and answer them.");
    ben.is_accessible("an invitation");
    ben.browser.reload();
    ben.join();
    ben.browser.wait_for_text("You are here as ben, an expert");
    let secret = link.rsplit('.').next().unwrap();
    let href = ben.browser.script("return location.href + JSON.stringify({ ...sessionStorage, ...localStorage })");
    assert!(!href.as_str().unwrap().contains(secret), "{href}");
    ada.browser.wait_for_text("came by the link");
    // Whoever came by it and opens it again is there already.
    ben.browser.open(&link);
    ben.browser.wait_for("return location.hash === '#/e/birds'");
    ben.is_clean(&server, false);

    // Nobody else comes by it.
    let eve = Expert::at(&link);
    eve.browser.wait_for_text("This link was used already");
    eve.browser.wait_for_text("ask whoever sent it for another link");
    eve.is_accessible("a link that was used");
    eve.is_clean(&server, false);
    eve.browser.open(&format!("{link}x"));
    eve.browser.wait_for_text("This invitation is not good");

    // For another browser there is another link, and both are ben.
    eve.browser.open(&ada.another_link());
    eve.join();
    for browser in [&ben, &eve] {
        assert_eq!(browser.state()["me"]["who"], "ben");
    }
}

#[test]
fn a_link_is_good_for_a_while() {
    let mut server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    ada.view("people");
    ada.browser.wait_for("return document.querySelector('form.invite select')");
    ada.browser.script("document.querySelector('form.invite select').value = '1'");
    let link = ada.invite("ben", "reader");
    // A day passes.
    server.kill();
    let record = server.journal("birds").with_extension("room.json");
    let text = std::fs::read_to_string(&record).unwrap();
    let mut value: Value = serde_json::from_str(&text).unwrap();
    let expires = value["people"][0]["expires"].as_u64().unwrap();
    let day = expires - std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().as_secs();
    assert!((86_000..=86_400).contains(&day), "{day}");
    value["people"][0]["expires"] = json!(expires - 86_401);
    std::fs::write(&record, value.to_string()).unwrap();
    server.restart();
    let ben = Expert::at(&link);
    ben.browser.wait_for_text("This link has expired");
    ben.browser.wait_for_text("Ask whoever sent it for another link.");
    ben.is_accessible("a link that has expired");
    ada.browser.reload();
    ada.view("people");
    ada.browser.wait_for_text("the link has expired");
    ben.browser.open(&ada.another_link());
    ben.join();
    ben.browser.wait_for_text("You are reading along");
}

#[test]
fn who_is_signed_in_is_asked_before_joining() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    let link = ada.invite("ben", "owner");
    let first = ada.browser.tab();
    let second = ada.new_tab(&link);
    ada.browser.wait_for_text("You are signed in here as ada, the owner.");
    ada.is_accessible("an invitation to somebody who is here");
    ada.click_button("Stay ada");
    ada.browser.wait_for_text("You are here as ada, the owner");
    ada.browser.wait_for("return location.pathname === '/' && document.querySelector('.explorations')");

    // Whoever joins all the same is told in all tabs, and loses nothing typed.
    ada.browser.switch_to(&first);
    ada.view("objects");
    ada.click_button("Tell of an object");
    ada.describe(&BIRDS, "dodo", &["feathers"]);
    ada.browser.switch_to(&second);
    ada.browser.open(&link);
    ada.browser.wait_for_text("you are signed out as ada in this browser");
    ada.join();
    ada.browser.wait_for_text("You are here as ben, an owner");
    ada.browser.switch_to(&first);
    ada.browser.wait_for_text("You are ben in this browser now");
    let typed = ada.browser.script("return document.querySelector('.signed-out textarea').value");
    assert_eq!(typed, json!("dodo: feathers; not: flies, swims, fur"));
    ada.is_accessible("somebody else in another tab");
    ada.click_button("Go on as ben");
    ada.browser.wait_for_text("You are here as ben, an owner");

    // By the link of the server one is asked, too, and becomes its owner again.
    ada.browser.switch_to(&second);
    ada.browser.open("about:blank");
    ada.browser.open(&server.link);
    ada.browser.wait_for_text("Sign in as the owner?");
    ada.is_accessible("a guest with the link of the owner");
    ada.click_button("Cancel");
    ada.browser.wait_for_text("You are here as ben, an owner");
    ada.browser.open("about:blank");
    ada.browser.open(&server.link);
    ada.click_button("Sign in as the owner");
    ada.browser.wait_for_text("You are here as ada, the owner");
}

#[test]
fn all_tabs_follow_who_signs_in_and_out() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    let first = ada.browser.tab();
    let second = ada.new_tab(&format!("{}/#/e/birds", server.address));
    ada.question();
    ada.click_button("Sign out");
    ada.browser.wait_for("return document.querySelector('#token')");
    ada.browser.switch_to(&first);
    ada.browser.wait_for_text("You are not signed in any more");
    ada.browser.switch_to(&second);
    ada.browser.type_into("#token", &server.link);
    ada.browser.click("button[type=submit]");
    ada.browser.wait_for("return document.querySelector('.explorations')");
    ada.browser.switch_to(&first);
    let question = ada.question().unwrap();

    // Another session of the same person, in another tab: what is sent from here
    // arrives all the same.
    ada.browser.switch_to(&second);
    let token = server.link.rsplit('/').next().unwrap();
    let signed_in = ada.browser.script_with(
        "return fetch('/api/session', { method: 'POST', headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ token: arguments[0] }) }).then(r => r.status)",
        &[json!(token)],
    );
    assert_eq!(signed_in, json!(200));
    ada.browser.switch_to(&first);
    ada.answer(&BIRDS, &question);
    ada.next(&question).unwrap();
}

/// Also where a tab heard first that nobody is signed in any more.
#[test]
fn a_tab_of_somebody_who_signed_out_tells_who_signed_in_instead() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    let link = ada.invite("ben", "expert");
    let first = ada.browser.tab();
    let second = ada.new_tab(&format!("{}/#/e/birds", server.address));
    ada.question();
    ada.browser.switch_to(&first);
    ada.view("objects");
    ada.click_button("Tell of an object");
    ada.describe(&BIRDS, "dodo", &["feathers"]);
    ada.browser.switch_to(&second);
    ada.click_button("Sign out");
    ada.browser.wait_for("return document.querySelector('#token')");
    ada.browser.switch_to(&first);
    ada.browser.wait_for_text("You are not signed in any more");
    ada.browser.switch_to(&second);
    ada.browser.open(&link);
    ada.join();
    ada.browser.switch_to(&first);
    ada.browser.wait_for_text("You are ben in this browser now");
    let typed = ada.browser.script("return document.querySelector('.signed-out textarea').value");
    assert_eq!(typed, json!("dodo: feathers; not: flies, swims, fur"));
}

#[test]
fn a_lost_answer_to_joining_is_asked_for_again() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    let link = ada.invite("ben", "expert");
    let ben = Expert::at(&link);
    ben.browser.wait_for_text("Join “Birds” as ben");
    // The link is used, but the browser hears nothing of it.
    ben.browser.script(
        "const real = window.fetch; window.fetch = (path, options) => path === '/api/session' && options.method === 'POST'
            ? real(path, { ...options, credentials: 'omit' }).then(() => new Promise(() => {})) : real(path, options)",
    );
    ben.click_button("Join as ben");
    let used =
        "return fetch('/api/e/birds/people').then(r => r.json()).then(({ people }) => people[0].link === 'used')";
    ada.browser.wait_for(used);
    ben.browser.reload();
    ben.browser.wait_for_text("You are here as ben, an expert");
}

#[test]
fn sessions_are_listed_and_ended() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds", &BIRDS);
    ada.question();
    let ben = Expert::guest(&ada.invite("ben", "expert"));
    ben.browser.wait_for_text("Birds");
    let elsewhere = Expert::owner(&server);
    elsewhere.open_exploration("birds");

    ada.browser.click("a.sessions-link");
    ada.browser.wait_for("return document.querySelectorAll('.sessions tbody tr').length === 3");
    let words = ada.browser.script("return document.querySelector('.sessions').innerText");
    let words = words.as_str().unwrap();
    assert!(words.contains("ben") && words.contains("invited to Birds") && words.contains("this browser"), "{words}");
    assert!(words.contains("Chrome on Linux") && words.contains("127.0.0.1"), "{words}");
    ada.is_accessible("the sessions");
    for (width, height) in [(360, 740), (820, 1180)] {
        ada.browser.resize(width, height);
        let over = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
        assert_eq!(ada.browser.script(over), json!(0), "at {width}");
        ada.is_accessible("the sessions on a phone");
    }
    ada.browser.resize(1200, 900);

    // A guest sees their own alone.
    ben.browser.click("a.sessions-link");
    ben.browser.wait_for("return document.querySelectorAll('.sessions tbody tr').length === 1");
    ben.browser.click("a.brand");
    ben.browser.wait_for("return document.querySelector('.question')");

    // What is typed in a browser that is signed out from elsewhere is not lost.
    elsewhere.view("objects");
    elsewhere.click_button("Tell of an object");
    elsewhere.describe(&BIRDS, "dodo", &["feathers"]);
    ada.click_button("Sign out everywhere else");
    ada.browser.wait_for_text("Signed out in 1 other browser.");
    elsewhere.browser.wait_for_text("You are not signed in any more");
    let typed = elsewhere.browser.script("return document.querySelector('.signed-out textarea').value");
    assert!(typed.as_str().unwrap().starts_with("dodo"), "{typed}");
    elsewhere.is_accessible("an owner who was signed out");
    ada.browser.wait_for("return document.querySelectorAll('.sessions tbody tr').length === 2");

    let end =
        "const row = [...document.querySelectorAll('.sessions tbody tr')].find(row => row.innerText.startsWith('ben'));
        row.querySelector('button').click()";
    ada.browser.script(end);
    ada.browser.wait_for_text("ben is signed out there.");
    ben.browser.wait_for_text("You are not signed in any more");
    ben.browser.wait_for_text("You were here as ben.");
    // He can come again by another link.
    ada.browser.script("location.hash = '#/e/birds'");
    ada.question();
    ben.browser.open(&ada.another_link());
    ben.join();
    ben.browser.wait_for_text("You are here as ben, an expert");

    // One's own session ends after a question back.
    ada.browser.click("a.sessions-link");
    ada.click_button("Sign out here…");
    ada.browser.wait_for_text("Sign out in this browser?");
    ada.browser.click("dialog button.primary");
    ada.browser.wait_for("return document.querySelector('#token')");
}

#[test]
fn browsers_go_by_their_names() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    let known = [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 \
             Safari/537.36 Edg/140.0.0.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 \
             Safari/605.1.15",
            "Safari on a Mac",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
             Version/18.0 Mobile/15E148 Safari/604.1",
            "Safari on an iPhone",
        ),
        (
            "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile \
             Safari/537.36",
            "Chrome on Android",
        ),
        ("curl/8.5.0", "curl"),
        ("something <b>new</b>", "something <b>new</b>"),
        ("", "A browser that says nothing of itself"),
    ];
    for (says, words) in known {
        let script = "return import('/browser-words.js').then(module => module.browserWords(arguments[0]))";
        assert_eq!(ada.browser.script_with(script, &[json!(says)]), json!(words));
    }
}
