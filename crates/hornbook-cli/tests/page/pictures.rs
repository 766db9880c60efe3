//! Pictures of the page: everything fits on every screen, and what is to be
//! done first is to be seen first.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::page::{BIRDS, Expert, Server};

/// A phone, a tablet, and a wide screen.
const SCREENS: [(u32, u32); 3] = [(390, 844), (820, 1180), (1440, 900)];

/// Those of the guide: what they are called there, and which they are.
const GUIDE: [(&str, &str); 9] = [
    ("list-light", "list-1440-light"),
    ("question-light", "question-1440-light"),
    ("question-phone-dark", "question-390-dark"),
    ("exception-dark", "exception-1440-dark"),
    ("rules-light", "rules-1440-light"),
    ("answers-light", "answers-820-light"),
    ("objects-dark", "objects-1440-dark"),
    ("certified-light", "certified-1440-light"),
    ("diagram-light", "diagram-1440-light"),
];

/// Takes pictures of what is shown, on all screens, light and dark; `control`
/// must be in sight on each.
fn shoot(expert: &Expert, folder: &Path, name: &str, control: &str) {
    for (width, height) in SCREENS {
        expert.browser.resize(width, height);
        for scheme in ["light", "dark"] {
            let what = format!("{name}-{width}-{scheme}");
            expert.browser.prefer(scheme);
            expert.browser.script(
                "document.getElementById('toasts').replaceChildren(); scrollTo(0, 0);
                 for (const moving of document.getAnimations()) moving.cancel();
                 return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))",
            );
            let over = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
            assert_eq!(expert.browser.script(over), json!(0), "{what} is wider than its screen");
            let place = "const box = document.querySelector(arguments[0]).getBoundingClientRect();
                return box.width > 0 && box.top >= 0 && box.left >= 0 && box.top + Math.min(box.height, 40) <= innerHeight
                    && box.left + Math.min(box.width, 100) <= innerWidth";
            assert_eq!(expert.browser.script_with(place, &[json!(control)]), json!(true), "{control} of {what}");
            let picture = expert.browser.picture();
            assert_eq!((picture.width, picture.height), (width.into(), height.into()), "{what}");
            assert!(picture.ink > 0.02, "{what} shows next to nothing: {}", picture.ink);
            std::fs::write(folder.join(format!("{what}.png")), picture.png).unwrap();
        }
    }
    expert.browser.resize(1200, 900);
    expert.browser.prefer("light");
}

/// They are in the folder for temporary files; those of the guide are made anew
/// with `UPDATE_SCREENSHOTS=1`.
#[test]
fn screenshots() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
    std::fs::create_dir_all(&folder).unwrap();
    let server = Server::start();
    let ada = Expert::owner(&server);
    let shoot = |name: &str, control: &str| shoot(&ada, &folder, name, control);
    ada.browser.wait_for_text("Teach it your domain");
    shoot("empty", ".welcome a.primary");
    a_table(&ada, &shoot);
    to_the_end(&ada, &shoot);
    ada.browser.click("a.brand");
    ada.browser.wait_for_text("Certified: all but");
    shoot("list", ".exploration a");
    if std::env::var_os("UPDATE_SCREENSHOTS").is_some() {
        let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screenshots");
        for (name, taken) in GUIDE {
            std::fs::copy(folder.join(format!("{taken}.png")), guide.join(format!("{name}.png"))).unwrap();
        }
    }
}

/// An exploration that begins with a table.
fn a_table(ada: &Expert, shoot: &impl Fn(&str, &str)) {
    let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/zoo.csv").canonicalize().unwrap();
    ada.browser.click("a[href='#/new']");
    ada.browser.wait_for("return document.querySelector('input[value=table]')");
    shoot("new", "#title");
    ada.browser.type_into("#title", "Animals of the zoo");
    ada.browser.click("input[value=table]");
    ada.browser.type_into("input[type=file]", &table.display().to_string());
    ada.start();
    let mut question = ada.question().unwrap();
    for _ in 0..10 {
        ada.browser.click(".question [data-answer=holds]");
        question = ada.next(&question).unwrap();
    }
    shoot("question", ".question [data-answer=refuted]");
    ada.browser.click(".question [data-answer=refuted]");
    ada.browser.wait_for("return document.querySelector('.object-form')");
    shoot("exception", ".object-form input");
    ada.click_button("Cancel");
    ada.view("rules");
    ada.browser.click(".rule summary");
    shoot("rules", ".rule summary");
    ada.view("objects");
    ada.browser.wait_for("return document.querySelector('.cross td')");
    shoot("objects", ".cross tbody td");
    for (view, control) in
        [("people", "form.invite input"), ("setup", ".attribute-table input"), ("export", ".links a")]
    {
        ada.view(view);
        shoot(view, control);
    }
    ada.browser.click("a.brand");
}

/// One that is certified, with a diagram of everything there is.
fn to_the_end(ada: &Expert, shoot: &impl Fn(&str, &str)) {
    ada.create("Birds and others", &BIRDS);
    ada.explore(&BIRDS);
    shoot("certified", ".question a.primary");
    ada.view("objects");
    for (name, has) in BIRDS.objects {
        if ada.state()["objects"].as_array().unwrap().iter().any(|object| object["name"] == json!(name)) {
            continue;
        }
        ada.click_button("Tell of an object");
        ada.describe(&BIRDS, name, has);
        ada.browser.click("dialog button.primary");
        ada.browser.wait_for("return !document.querySelector('dialog')");
        ada.browser.wait_for(&format!("return document.querySelector('.cross').innerText.includes({})", json!(name)));
    }
    ada.view("diagram");
    ada.browser.wait_for("return document.querySelectorAll('.lattice .concept').length > 5");
    ada.browser.script(
        "document.querySelectorAll('.lattice .concept')[2].dispatchEvent(new MouseEvent('click', { bubbles: true }))",
    );
    shoot("diagram", ".lattice");
    ada.view("answers");
    shoot("answers", ".entry");
}

/// Signing in and out, invitations and sessions.
#[test]
fn screenshots_of_signing_in() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screenshots");
    std::fs::create_dir_all(&folder).unwrap();
    let server = Server::start();
    let ada = Expert::owner(&server);
    ada.create("Birds and others", &BIRDS);
    ada.question();
    let [ben, eve] = ["ben", "eve with a name that is long enough"].map(|name| ada.invite(name, "expert"));
    let guest = Expert::at(&ben);
    guest.browser.wait_for_text("Join “");
    shoot(&guest, &folder, "join", ".join .primary");
    guest.join();
    ada.view("people");
    ada.browser.wait_for_text("came by the link");
    shoot(&ada, &folder, "invited", ".people .small");
    ada.click_button("New link…");
    ada.browser.wait_for("return document.querySelector('dialog select')");
    shoot(&ada, &folder, "another-link", "dialog select");
    ada.click_button("Cancel");
    ada.browser.click("a.sessions-link");
    ada.browser.wait_for("return document.querySelectorAll('.sessions tbody tr').length === 2");
    shoot(&ada, &folder, "sessions", ".sessions button");
    guest.browser.open(&eve);
    guest.browser.wait_for_text("You are signed in here as ben");
    shoot(&guest, &folder, "join-as-another", ".join .primary");
    guest.click_button("Stay ben");
    guest.browser.wait_for("return document.querySelector('.question')");
    ada.browser.script("[...document.querySelectorAll('.sessions tbody tr')].find(row => row.innerText.startsWith('ben')).querySelector('button').click()");
    guest.browser.wait_for_text("You are not signed in any more");
    shoot(&guest, &folder, "signed-out", ".signed-out button");
    guest.browser.open(&ben);
    guest.browser.wait_for_text("This link was used already");
    shoot(&guest, &folder, "used", ".join h1");
    ada.click_button("Sign out");
    ada.browser.wait_for("return document.querySelector('#token')");
    shoot(&ada, &folder, "sign-in", "#token");
}

/// Names as long as they may be, and many of them.
#[test]
fn long_names_fit() {
    let server = Server::start();
    let ada = Expert::owner(&server);
    let word = "a name that goes on and on ".repeat(8);
    let mut attributes = vec!["w".repeat(200), word.trim().to_owned()];
    attributes.extend((0..58).map(|number| format!("attribute {number}")));
    ada.browser.wait_for("return document.querySelector('a[href=\"#/new\"]')");
    ada.browser.click("a[href='#/new']");
    ada.browser.wait_for("return document.querySelector('#attributes')");
    ada.browser.type_into("#title", &"x".repeat(200));
    ada.browser.script_with(
        "const text = document.querySelector('#attributes'); text.value = arguments[0];
         text.dispatchEvent(new Event('input'))",
        &[json!(attributes.join("\n"))],
    );
    ada.start();
    ada.question();
    ada.view("objects");
    ada.click_button("Tell of an object");
    ada.browser.wait_for("return document.querySelector('.object-form')");
    ada.browser.type_into(".object-form input[type=text]", &"o".repeat(200));
    ada.browser.click(".object-form .option.has input");
    for (width, height) in SCREENS {
        ada.browser.resize(width, height);
        // However long the form is, what ends it is in sight.
        let sight = "const box = document.querySelector('dialog button.primary').getBoundingClientRect();
            return box.top > 0 && box.bottom <= innerHeight && box.right <= innerWidth";
        assert_eq!(ada.browser.script(sight), json!(true), "at {width}");
    }
    ada.browser.click("dialog button.primary");
    ada.browser.wait_for("return document.querySelector('.cross td')");
    for (width, height) in SCREENS {
        ada.browser.resize(width, height);
        for view in ["question", "rules", "objects", "diagram", "answers", "unsettled", "people", "setup", "export"] {
            ada.view(view);
            let over = "return document.documentElement.scrollWidth - document.documentElement.clientWidth";
            assert_eq!(ada.browser.script(over), json!(0), "{view} at {width}");
        }
    }
    ada.is_clean(&server, false);
}
