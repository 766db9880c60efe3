//! What the tests of the page share: the command as a server, a domain to
//! explore, and somebody at a browser who knows it.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use hornbook_webdriver::Browser;
use serde_json::{Value, json};
use tempfile::TempDir;

/// `hornbook serve`, as a process of its own.
pub struct Server {
    child: Child,
    folder: PathBuf,
    options: Vec<String>,
    pub address: String,
    /// The link that it printed, by which its owner signs in.
    pub link: String,
    _kept: Option<TempDir>,
}

impl Server {
    /// On a new folder and any port. It asks about rules, one by one.
    pub fn start() -> Self {
        Self::with(&[])
    }

    /// The same with options.
    pub fn with(options: &[&str]) -> Self {
        Self::asking(&[&["--one-by-one"], options].concat())
    }

    /// One that asks as is usual, with options.
    pub fn asking(options: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let mut server = Self::on(folder.path(), 0, options);
        server._kept = Some(folder);
        server
    }

    /// On this folder and port.
    fn on(folder: &Path, port: u16, options: &[&str]) -> Self {
        // Where a file may not grow any more, writing is to fail, as it does on
        // a disk that is full; else the program would be ended.
        let mut child = Command::new("sh")
            .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_hornbook"), "serve"])
            .arg(folder)
            .args(["--port", &port.to_string(), "--as", "ada"])
            .args(options)
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let link = lines.next().expect("the server ended before it said where it is").unwrap();
        let address = link.split("/#").next().unwrap().trim_end_matches('/').to_owned();
        // What else it says is read, so that it never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        let options = options.iter().map(|&option| option.to_owned()).collect();
        Self { child, folder: folder.to_owned(), options, address, link, _kept: None }
    }

    /// Where the explorations are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The journal of an exploration.
    pub fn journal(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.journal"))
    }

    /// Lets the disk be full: no file may be larger than this journal.
    pub fn fill_disk(&self, name: &str) {
        self.limit_files(&self.journal(name).metadata().unwrap().len().to_string());
    }

    /// Lets files grow again.
    pub fn make_room(&self) {
        self.limit_files("unlimited");
    }

    fn limit_files(&self, most: &str) {
        let process = self.child.id().to_string();
        let limited = Command::new("prlimit").args(["--pid", &process, &format!("--fsize={most}:")]).status();
        assert!(limited.expect("prlimit is needed: Debian's package is util-linux").success());
    }

    /// Lets it do nothing, though it is there, or go on.
    pub fn pause(&self, paused: bool) {
        let signal = if paused { "-STOP" } else { "-CONT" };
        assert!(Command::new("kill").args([signal, &self.child.id().to_string()]).status().unwrap().success());
    }

    /// As a power cut would.
    pub fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Starts it again where it was.
    pub fn restart(&mut self) {
        let port = self.address.rsplit(':').next().unwrap().parse().unwrap();
        let started = Instant::now();
        while std::net::TcpListener::bind(("127.0.0.1", port)).is_err() {
            assert!(started.elapsed() < Duration::from_secs(20), "the port {port} is not free again");
            sleep(Duration::from_millis(50));
        }
        let options: Vec<&str> = self.options.iter().map(String::as_str).collect();
        let mut other = Self::on(&self.folder, port, &options);
        std::mem::swap(&mut self.child, &mut other.child);
        // Unless it was given a token, it has made another.
        self.link = std::mem::take(&mut other.link);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// What somebody knows: all kinds of things there are.
pub struct Domain {
    pub attributes: &'static [&'static str],
    pub objects: &'static [(&'static str, &'static [&'static str])],
}

/// Small, with rules, something impossible, and exceptions to tell of.
pub const BIRDS: Domain = Domain {
    attributes: &["feathers", "flies", "swims", "fur"],
    objects: &[
        ("duck", &["feathers", "flies", "swims"]),
        ("eagle", &["feathers", "flies"]),
        ("penguin", &["feathers", "swims"]),
        ("ostrich", &["feathers"]),
        ("bat", &["fur", "flies"]),
        ("otter", &["fur", "swims"]),
        ("mole", &["fur"]),
        ("carp", &["swims"]),
        ("wasp", &["flies"]),
        ("stone", &[]),
    ],
};

/// A question as the page asks it.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub words: String,
    pub premise: BTreeSet<String>,
    /// Nothing if it asks whether something can be.
    pub conclusion: Option<BTreeSet<String>>,
}

impl Domain {
    /// Something that speaks against a rule.
    pub fn exception(&self, question: &Question) -> Option<(&'static str, &'static [&'static str])> {
        let has =
            |object: &[&str], wanted: &BTreeSet<String>| wanted.iter().all(|name| object.contains(&name.as_str()));
        let breaks = |object: &[&str]| {
            has(object, &question.premise) && question.conclusion.as_ref().is_none_or(|wanted| !has(object, wanted))
        };
        self.objects.iter().copied().find(|(_, object)| breaks(object))
    }
}

/// The question from the words on the screen, as a person would read it.
const READ: &str = "
    const card = document.querySelector('.question');
    if (!card) return null;
    if (card.dataset.turn === 'certified') return 'certified';
    if (card.dataset.turn !== 'ask') return null;
    const sides = [[], []];
    const asked = card.querySelector('h1');
    let side = 0;
    let plain = false;
    const third = (text) => text.replace(/^\\S*/, (verb) => (verb.endsWith('y') ? `${verb.slice(0, -1)}ies` : `${verb}s`));
    const name = (text) => (plain ? third(text) : text.replace(/^(has|is) /, '').replace(/^an? /, ''));
    for (const piece of asked.childNodes) {
        if (piece.nodeType !== Node.TEXT_NODE) { sides[side].push(name(piece.textContent)); continue; }
        if (/always|^(Is|Does) every|^Is it true of/.test(piece.data)) side = 1;
        // The verb has its plain form after this.
        if (/(does it always|^Does every.*) $/i.test(piece.data) && !/have $/.test(piece.data)) plain = true;
    }
    return { words: asked.textContent, sides, never: /^Is there /.test(asked.textContent) };";

/// Somebody at a browser.
pub struct Expert {
    pub browser: Browser,
}

impl Expert {
    pub fn at(address: &str) -> Self {
        let browser = Browser::start();
        browser.resize(1200, 900);
        browser.open(address);
        Self { browser }
    }

    /// Whoever started the server, by the link that it printed.
    pub fn owner(server: &Server) -> Self {
        Self::at(&server.link)
    }

    /// Somebody who was invited, and joins.
    pub fn guest(link: &str) -> Self {
        let expert = Self::at(link);
        expert.join();
        expert
    }

    /// Joins by the invitation that is shown.
    pub fn join(&self) {
        self.click_button("Join as");
        self.browser.wait_for("return location.pathname === '/' && document.querySelector('.views')");
    }

    /// Opens another tab at an address, and goes on there.
    pub fn new_tab(&self, address: &str) -> String {
        let tab = self.browser.new_tab();
        self.browser.switch_to(&tab);
        self.browser.resize(1200, 900);
        self.browser.open(address);
        tab
    }

    /// Opens an exploration by its name.
    pub fn open_exploration(&self, name: &str) {
        self.browser.wait_for("return document.querySelector('.explorations')");
        self.browser.click(&format!(".exploration a[href='#/e/{name}']"));
        self.question();
    }

    /// Begins an exploration, through the form.
    pub fn create(&self, title: &str, domain: &Domain) {
        self.fill_in(title, domain);
        self.start();
    }

    /// Fills in the form for a new exploration.
    pub fn fill_in(&self, title: &str, domain: &Domain) {
        self.browser.wait_for("return document.querySelector('a[href=\"#/new\"]')");
        self.browser.click("a[href='#/new']");
        self.browser.wait_for("return document.querySelector('#attributes')");
        self.browser.type_into("#title", title);
        self.browser.type_into("#attributes", &domain.attributes.join("\n"));
        // They move what is below them.
        let samples = domain.attributes.len().min(3);
        self.browser
            .wait_for(&format!("return document.querySelectorAll('.sample-questions li').length === {samples}"));
    }

    /// Sends that form, by a key: what is shown of what was typed may come meanwhile, and
    /// move the button.
    pub fn send_form(&self) {
        const ENTER: &str = "\u{e007}";
        self.browser.script("document.querySelector('form.create button[type=submit]').focus()");
        self.browser.press(&[ENTER]);
    }

    /// Sends that form, and waits for what is begun.
    pub fn start(&self) {
        self.send_form();
        self.browser.wait_for("return location.hash.startsWith('#/e/')");
    }

    /// Tells of an exception to the first rule.
    pub fn deny_a_rule(&self, name: &str) {
        self.view("rules");
        self.browser.wait_for("return document.querySelector('.rule summary')");
        self.browser.click(".rule summary");
        self.click_button("I know an exception…");
        self.browser.wait_for("return document.querySelector('dialog .object-form')");
        self.browser.type_into("dialog .object-form input[type=text]", name);
        self.browser.script(crate::LACK_ALL);
        self.browser.click("dialog form button[type=submit]");
    }

    /// The question that is shown; nothing if everything is certified.
    pub fn question(&self) -> Option<Question> {
        let read = self.browser.wait_for(READ);
        if read == json!("certified") {
            return None;
        }
        let side = |at: usize| -> BTreeSet<String> {
            read["sides"][at].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
        };
        let conclusion = (read["never"] == json!(false)).then(|| side(1));
        Some(Question { words: read["words"].as_str().unwrap().to_owned(), premise: side(0), conclusion })
    }

    /// Waits until another question is asked, or it is certified.
    pub fn next(&self, before: &Question) -> Option<Question> {
        let script = format!(
            "const card = document.querySelector('.question'); return card?.dataset.turn === 'certified'
             || card?.dataset.turn === 'ask' && card.querySelector('h1').textContent !== {}",
            json!(before.words)
        );
        self.browser.wait_for(&script);
        self.question()
    }

    /// Waits until an answer was taken; there may be nothing to ask next until
    /// others have answered.
    pub fn taken(&self, question: &Question) {
        self.browser.wait_for(&format!(
            "const card = document.querySelector('.question'); return ['ask', 'wait', 'certified'].includes(card?.dataset.turn)
             && card.querySelector('h1').textContent !== {}",
            json!(question.words)
        ));
    }

    /// Answers truly.
    pub fn answer(&self, domain: &Domain, question: &Question) {
        match domain.exception(question) {
            None => self.browser.click(".question [data-answer=holds]"),
            Some((name, has)) => {
                self.browser.click(".question [data-answer=refuted]");
                self.describe(domain, name, has);
                self.browser.click(".question form button[type=submit]");
            }
        }
    }

    /// Fills in the form about an object.
    pub fn describe(&self, domain: &Domain, name: &str, has: &[&str]) {
        self.browser.wait_for("return document.querySelector('.object-form')");
        self.browser.type_into(".object-form input[type=text]", name);
        for attribute in domain.attributes {
            let value = if has.contains(attribute) { "has" } else { "lacks" };
            self.browser.script_with(
                "const row = document.querySelector(`.object-form .row[data-attribute=\"${arguments[0]}\"]`);
                 if (row) row.querySelector(`.option.${arguments[1]} input`).click();",
                &[json!(attribute), json!(value)],
            );
        }
    }

    /// Answers truly until everything is certified; says how often.
    pub fn explore(&self, domain: &Domain) -> usize {
        let mut answered = 0;
        let mut question = self.question();
        while let Some(asked) = question {
            self.answer(domain, &asked);
            answered += 1;
            assert!(answered < 100, "it does not end: {}", asked.words);
            question = self.next(&asked);
        }
        answered
    }

    /// Goes to a view of the exploration.
    pub fn view(&self, view: &str) {
        let link = format!(".views a[data-view={view}]");
        self.browser.wait_for(&format!("return document.querySelector('{link}')"));
        self.browser.click(&link);
        self.browser.wait_for(&format!(
            "return document.querySelector('.views [aria-current]')?.dataset.view === {}",
            json!(view)
        ));
    }

    /// Invites somebody, and hands out the link.
    pub fn invite(&self, name: &str, role: &str) -> String {
        self.view("people");
        self.browser.wait_for("return document.querySelector('form.invite')");
        self.browser.type_into("form.invite input[type=text]", name);
        self.browser.click(&format!("form.invite input[value={role}]"));
        self.browser.click("form.invite button[type=submit]");
        let link = self.browser.wait_for("return document.querySelector('dialog input.link')?.value");
        self.browser.click("dialog button.primary");
        self.view("question");
        link.as_str().unwrap().to_owned()
    }

    /// Makes another link for the first guest, and hands it out.
    pub fn another_link(&self) -> String {
        self.view("people");
        self.click_button("New link…");
        self.browser.wait_for("return document.querySelector('dialog select')");
        self.browser.click("dialog button.primary");
        let link = self.browser.wait_for("return document.querySelector('dialog input.link')?.value");
        self.browser.click("dialog button.primary");
        self.view("question");
        link.as_str().unwrap().to_owned()
    }

    /// Sets whose word counts, on the page for that.
    pub fn policy(&self, policy: &str, of: Option<u32>) {
        self.view("setup");
        self.browser.click(&format!("input[name=policy][value={policy}]"));
        if let Some(of) = of {
            self.browser.script_with(
                "const field = document.querySelector('input[type=number]'); field.value = arguments[0];
                 field.dispatchEvent(new Event('input'));",
                &[json!(of)],
            );
        }
        self.browser
            .script("[...document.querySelectorAll('button')].find(b => b.textContent === 'Save policy').click()");
        self.browser.wait_for_text("From now on, this is whose word counts.");
        self.view("question");
    }

    /// Clicks on the first button with this text.
    pub fn click_button(&self, text: &str) {
        let find = format!(
            "const button = [...document.querySelectorAll('button, a.button')].find(b => b.checkVisibility()
                && b.textContent.trim().startsWith({}));
             if (button) {{ button.scrollIntoView({{ block: 'center' }}); button.click(); }} return Boolean(button)",
            json!(text)
        );
        self.browser.wait_for(&find);
    }

    /// Clicks on a box by what stands beside it.
    pub fn check(&self, text: &str) {
        let find = format!(
            "const label = [...document.querySelectorAll('label')].find(l => l.textContent.includes({}));
             if (label) label.click(); return Boolean(label)",
            json!(text)
        );
        self.browser.wait_for(&find);
    }

    /// The state as the server tells it to this browser.
    pub fn state(&self) -> Value {
        let script =
            "return fetch('/api' + location.hash.slice(1).split('/').slice(0, 3).join('/')).then(r => r.json())";
        self.browser.script(script)
    }

    /// Nothing went wrong in the page, except refusals where these are
    /// `expected`; and it asked nobody but the server for anything.
    pub fn is_clean(&self, server: &Server, expected: bool) {
        let refusal = |text: &str| expected && text.contains("409 (Conflict)");
        for entry in self.browser.log("browser") {
            let text = entry["message"].as_str().unwrap_or_default();
            assert!(refusal(text), "in the console: {entry}");
        }
        for request in self.browser.requests() {
            let own =
                request.starts_with(&server.address) || request.starts_with("about:") || request.starts_with("blob:");
            assert!(own, "a request to elsewhere: {request}");
        }
    }

    /// Checks what is shown with axe-core, in light and dark.
    pub fn is_accessible(&self, what: &str) {
        check_accessible(&self.browser, what);
    }
}

/// Checks what a browser shows with axe-core, in light and dark.
pub fn check_accessible(browser: &Browser, what: &str) {
    for scheme in ["light", "dark"] {
        browser.prefer(scheme);
        // Colours that are just fading in would count as they are.
        sleep(Duration::from_millis(350));
        browser.script(&AXE);
        let script = "return axe.run(document, { resultTypes: ['violations'] }).then(found => found.violations
            .filter(one => ['serious', 'critical'].includes(one.impact))
            .map(one => `${one.id}: ${one.help}: ` + one.nodes.slice(0, 3).map(node => node.html).join(' | ')))";
        let found = browser.script(script);
        assert_eq!(found, json!([]), "{what}, {scheme}");
    }
    browser.prefer("light");
}

/// The accessibility checker. Its licence (MPL-2.0) lets anybody use it; it is
/// fetched for the tests and no part of the program.
static AXE: LazyLock<String> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("axe");
    let script = folder.join("node_modules/axe-core/axe.min.js");
    if !script.exists() {
        std::fs::create_dir_all(&folder).unwrap();
        let fetched = Command::new("npm")
            .args([
                "install",
                "--no-save",
                "--no-audit",
                "--no-fund",
                "--ignore-scripts",
                "axe-core@4.14.0",
                "--prefix",
            ])
            .arg(&folder)
            .output()
            .expect("npm is needed to fetch axe-core: Debian's package is npm");
        assert!(fetched.status.success(), "{}", String::from_utf8_lossy(&fetched.stderr));
    }
    std::fs::read_to_string(&script).unwrap()
});
