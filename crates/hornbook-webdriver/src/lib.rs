//! A real browser for tests: just enough of the WebDriver protocol, which is
//! HTTP with JSON bodies.
//!
//! Only tests use this, so whatever goes wrong ends the test.
#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The name under which WebDriver hands out elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// What takes longer does not happen.
const PATIENCE: Duration = Duration::from_secs(30);

/// So often is a browser started at most.
const STARTS: usize = 3;

/// A browser of its own, which ends with the test.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Starts Chromium, without a window.
    ///
    /// On a machine with much to do a driver may break off before its browser
    /// is there; nothing was done in it yet, so another is started.
    pub fn start() -> Self {
        for _ in 1..STARTS {
            match Self::started() {
                Ok(browser) => return browser,
                Err(error) => eprintln!("the browser did not start, and is started again: {error}"),
            }
        }
        Self::started().unwrap()
    }

    fn started() -> io::Result<Self> {
        let mut driver = Command::new("chromedriver")
            // The driver takes a free port itself: one found beforehand may be
            // another's by then.
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver is needed: Debian's package is chromium-driver");
        let said = BufReader::new(driver.stdout.take().unwrap());
        let mut browser = Self { driver, port: 0, session: String::new() };
        browser.port = port_of(said)?;
        let options = json!({ "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars"] });
        let logging = json!({ "browser": "ALL", "performance": "ALL" });
        let wanted = json!({ "goog:chromeOptions": options, "goog:loggingPrefs": logging });
        let answer = browser.answer("POST", "/session", &json!({ "capabilities": { "alwaysMatch": wanted } }))?;
        let session = answer["value"]["sessionId"].as_str().ok_or_else(|| io::Error::other(answer.to_string()))?;
        browser.session = session.to_owned();
        Ok(browser)
    }

    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.answer(method, path, body).unwrap();
        assert!(answer["value"]["error"].is_null(), "{method} {path}: {answer}");
        answer["value"].clone()
    }

    /// What the driver answers, be it an error of its own.
    fn answer(&self, method: &str, path: &str, body: &Value) -> io::Result<Value> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let (length, port) = (body.len(), self.port);
        let head = format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n");
        let request = format!("{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}");
        stream.write_all(request.as_bytes())?;
        Ok(serde_json::from_slice(&read(stream)?)?)
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.call("POST", &format!("/session/{}{path}", self.session), body)
    }

    /// Goes to an address.
    pub fn open(&self, address: &str) {
        self.post("/url", &json!({ "url": address }));
    }

    fn get(&self, path: &str) -> Value {
        self.call("GET", &format!("/session/{}{path}", self.session), &Value::Null)
    }

    /// Opens another tab, and returns what it is known by. Everything is done in
    /// the tab from before until it is switched to.
    pub fn new_tab(&self) -> String {
        self.post("/window/new", &json!({ "type": "tab" }))["handle"].as_str().unwrap().to_owned()
    }

    /// What the tab is known by in which everything is done.
    pub fn tab(&self) -> String {
        self.get("/window").as_str().unwrap().to_owned()
    }

    /// Does everything in this tab from now on.
    pub fn switch_to(&self, tab: &str) {
        self.post("/window", &json!({ "handle": tab }));
    }

    /// All tabs.
    pub fn tabs(&self) -> Vec<String> {
        let tabs = self.get("/window/handles");
        tabs.as_array().unwrap().iter().map(|tab| tab.as_str().unwrap().to_owned()).collect()
    }

    /// Closes the tab in which everything is done; another must be switched to.
    pub fn close_tab(&self) {
        self.call("DELETE", &format!("/session/{}/window", self.session), &Value::Null);
    }

    /// Goes to the page before.
    pub fn back(&self) {
        self.post("/back", &json!({}));
    }

    /// The cookies of the page, as a program would send them.
    pub fn cookies(&self) -> String {
        let cookies = self.get("/cookie");
        let pair =
            |cookie: &Value| format!("{}={}", cookie["name"].as_str().unwrap(), cookie["value"].as_str().unwrap());
        cookies.as_array().unwrap().iter().map(pair).collect::<Vec<_>>().join("; ")
    }

    /// Loads the page anew.
    pub fn reload(&self) {
        self.post("/refresh", &json!({}));
    }

    /// Runs the body of a function in the page; promises are waited for.
    pub fn script(&self, script: &str) -> Value {
        self.script_with(script, &[])
    }

    /// The same with arguments, which the script finds in `arguments`.
    pub fn script_with(&self, script: &str, arguments: &[Value]) -> Value {
        self.post("/execute/sync", &json!({ "script": script, "args": arguments }))
    }

    /// An element, once it is there: a page may be drawing itself anew.
    fn element(&self, selector: &str) -> String {
        self.wait_for(&format!("return document.querySelector({}) !== null", json!(selector)));
        let element = self.post("/element", &json!({ "using": "css selector", "value": selector }));
        element[ELEMENT].as_str().unwrap().to_owned()
    }

    /// Clicks on an element, as a person would: it must be there to be seen.
    pub fn click(&self, selector: &str) {
        self.post(&format!("/element/{}/click", self.element(selector)), &json!({}));
    }

    /// Types into an element; into a field for files, their paths.
    pub fn type_into(&self, selector: &str, text: &str) {
        self.post(&format!("/element/{}/value", self.element(selector)), &json!({ "text": text }));
    }

    /// Presses keys one after another, wherever the focus is.
    pub fn press(&self, keys: &[&str]) {
        let strokes = keys
            .iter()
            .flat_map(|key| [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })]);
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": strokes.collect::<Vec<_>>() });
        self.post("/actions", &json!({ "actions": [keyboard] }));
    }

    /// Waits until a script returns something that is neither false nor
    /// nothing, and hands it out.
    pub fn wait_for(&self, script: &str) -> Value {
        let started = Instant::now();
        loop {
            let value = self.script(script);
            if !value.is_null() && value != json!(false) {
                return value;
            }
            if started.elapsed() > PATIENCE {
                let shown = self.script("return location.href + '\\n' + document.body.innerText");
                panic!("in vain waited for: {script}\nThe page shows: {}", shown.as_str().unwrap_or_default());
            }
            sleep(Duration::from_millis(30));
        }
    }

    /// Waits for a text anywhere on the page.
    pub fn wait_for_text(&self, text: &str) {
        self.wait_for(&format!("return document.body.innerText.includes({})", json!(text)));
    }

    /// Lets the page have another size.
    pub fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", &size);
    }

    /// A picture of what is to be seen.
    pub fn picture(&self) -> Picture {
        let picture = self.devtools("Page.captureScreenshot", &json!({ "format": "png" }));
        let data = picture["data"].as_str().unwrap();
        let seen = self.script_with(SEEN, &[json!(data)]);
        let size = |at: usize| seen[at].as_u64().unwrap();
        Picture { png: from_base64(data), width: size(0), height: size(1), ink: seen[2].as_f64().unwrap() }
    }

    /// Forgets who was signed in.
    pub fn clear_cookies(&self) {
        self.devtools("Network.clearBrowserCookies", &json!({}));
    }

    /// A command of Chromium's own.
    pub fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// What was logged since it was last asked for.
    pub fn log(&self, kind: &str) -> Vec<Value> {
        self.post("/se/log", &json!({ "type": kind })).as_array().unwrap().clone()
    }

    /// What Chromium told of the network since it was last asked for, or of requests.
    fn network(&self) -> impl Iterator<Item = Value> {
        self.log("performance").into_iter().map(|entry| {
            let message: Value = serde_json::from_str(entry["message"].as_str().unwrap()).unwrap();
            message["message"].clone()
        })
    }

    /// The addresses of all requests since it was last asked for.
    pub fn requests(&self) -> Vec<String> {
        let sent = self.network().filter(|message| message["method"] == "Network.requestWillBeSent");
        let address = |message: Value| message["params"]["request"]["url"].as_str().unwrap().to_owned();
        // What the page holds itself is no request to anywhere.
        sent.map(address).filter(|address| !address.starts_with("data:")).collect()
    }

    /// The address of each request that was answered since it was last asked for, and
    /// how many bytes came for it, with the headers.
    pub fn received(&self) -> Vec<(String, u64)> {
        let mut addresses = HashMap::new();
        let mut received = Vec::new();
        for Message { method, params } in self.network().map(Message::of) {
            let request = params["requestId"].as_str().unwrap_or_default().to_owned();
            match method.as_str() {
                "Network.requestWillBeSent" => {
                    addresses.insert(request, params["request"]["url"].as_str().unwrap().to_owned());
                }
                "Network.loadingFinished" => {
                    let bytes = params["encodedDataLength"].as_f64().unwrap_or(0.0) as u64;
                    received.extend(addresses.get(&request).map(|address| (address.clone(), bytes)));
                }
                _ => {}
            }
        }
        received.retain(|(address, _)| address.starts_with("http"));
        received
    }

    /// Lets the page think that its reader prefers this colour scheme.
    pub fn prefer(&self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.devtools("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }
}

/// Something that Chromium tells of.
struct Message {
    method: String,
    params: Value,
}

impl Message {
    fn of(mut message: Value) -> Self {
        let method = message["method"].as_str().unwrap_or_default().to_owned();
        Self { method, params: message["params"].take() }
    }
}

/// A picture of a page.
pub struct Picture {
    /// As a file.
    pub png: Vec<u8>,
    /// In pixels.
    pub width: u64,
    /// In pixels.
    pub height: u64,
    /// The share of it that is not of its most frequent colour: nothing of a
    /// blank page.
    pub ink: f64,
}

/// Looks at a picture: its width, its height, and how much is on it.
const SEEN: &str = "
    return (async (data) => {
    const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const { width, height } = picture;
    const canvas = new OffscreenCanvas(width, height).getContext('2d');
    canvas.drawImage(picture, 0, 0);
    const colours = new Map();
    for (const colour of new Uint32Array(canvas.getImageData(0, 0, width, height).data.buffer)) {
        colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    return [width, height, 1 - Math.max(...colours.values()) / (width * height)];
    })(arguments[0]);";

fn from_base64(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => c - b'A',
        b'a'..=b'z' => c - b'a' + 26,
        b'0'..=b'9' => c - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.bytes().filter(|&c| c != b'=' && !c.is_ascii_whitespace()).map(value).collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let bits = four.iter().fold(0u32, |bits, &digit| bits << 6 | u32::from(digit)) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    });
    bytes.collect()
}

/// The port that a driver says it listens at. What it says later is read too,
/// so that it never waits for a reader.
fn port_of(mut said: impl BufRead + Send + 'static) -> io::Result<u16> {
    let mut line = String::new();
    while said.read_line(&mut line)? > 0 {
        if let Some((_, port)) = line.split_once("started successfully on port ") {
            std::thread::spawn(move || io::copy(&mut said, &mut io::sink()));
            return port.trim().trim_end_matches('.').parse().map_err(io::Error::other);
        }
        line.clear();
    }
    Err(io::Error::other("chromedriver ended before it listened"))
}

/// The body of an answer.
fn read(stream: TcpStream) -> io::Result<Vec<u8>> {
    let mut reader = BufReader::new(stream);
    let mut length = None;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let mut body = Vec::new();
    match length {
        Some(length) => {
            body.resize(length, 0);
            reader.read_exact(&mut body)?;
        }
        None => _ = reader.read_to_end(&mut body)?,
    }
    Ok(body)
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() && !std::thread::panicking() {
            self.call("DELETE", &format!("/session/{}", self.session), &Value::Null);
        }
        _ = self.driver.kill();
        _ = self.driver.wait();
    }
}
