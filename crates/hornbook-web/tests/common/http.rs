//! A small HTTP client, which sends exactly what it is given, valid or not.
#![allow(dead_code, clippy::unwrap_used)]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// The response to a request.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub fn kind(&self) -> String {
        self.json()["kind"].as_str().unwrap_or_default().to_owned()
    }
}

/// One person's browser.
#[derive(Clone, Debug)]
pub struct Client {
    pub address: SocketAddr,
    pub host: String,
    pub cookie: Option<String>,
    pub csrf: Option<String>,
}

impl Client {
    pub fn new(address: SocketAddr) -> Self {
        Self { address, host: address.to_string(), cookie: None, csrf: None }
    }

    /// Somebody who has looked at the page.
    pub fn at(address: SocketAddr) -> Self {
        let mut client = Self::new(address);
        client.session();
        client
    }

    /// Somebody who used the link of an invitation.
    pub fn joined(address: SocketAddr, link: &str) -> Self {
        let mut client = Self::new(address);
        let reply = client.exchange(link);
        assert_eq!(reply.status, 200, "{reply:?}");
        client.take_cookie(&reply);
        client.session();
        client
    }

    /// The same person, when the server has moved to another port, of which the
    /// name of the cookie tells.
    pub fn moved_to(&self, address: SocketAddr) -> Self {
        let port = |address: SocketAddr| format!("hornbook-{}=", address.port());
        let cookie = self.cookie.as_ref().map(|cookie| cookie.replace(&port(self.address), &port(address)));
        Self { address, host: address.to_string(), cookie, csrf: self.csrf.clone() }
    }

    /// Sends the invitation of a link, to be signed in.
    pub fn exchange(&self, link: &str) -> Reply {
        let invitation = link.strip_prefix("/join/").unwrap();
        self.post("/api/session", &serde_json::json!({ "invitation": invitation }))
    }

    pub fn session(&mut self) -> Value {
        let reply = self.get("/api/session");
        self.take_cookie(&reply);
        let session = reply.json();
        self.csrf = session["csrf"].as_str().map(str::to_owned);
        session
    }

    pub fn take_cookie(&mut self, reply: &Reply) {
        if let Some(set) = reply.header("set-cookie") {
            self.cookie = Some(set.split(';').next().unwrap().to_owned());
        }
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], b"").unwrap()
    }

    pub fn state(&self, name: &str) -> Value {
        let reply = self.get(&format!("/api/e/{name}"));
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    }

    /// The state, once it is known what this person is to do next.
    pub fn turn(&self, name: &str) -> Value {
        for _ in 0..600 {
            let state = self.state(name);
            if state["turn"]["kind"] != "thinking" && state["turn"]["kind"] != "programs" {
                return state;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("nothing was found in a long time");
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        self.try_post(path, body).unwrap()
    }

    pub fn try_post(&self, path: &str, body: &Value) -> io::Result<Reply> {
        self.send("POST", path, &[("Content-Type", "application/json")], body.to_string().as_bytes())
    }

    pub fn delete(&self, path: &str) -> Reply {
        self.send("DELETE", path, &[], b"").unwrap()
    }

    pub fn head(&self, method: &str, path: &str, more: &[(&str, &str)]) -> String {
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        if !more.iter().any(|(name, _)| *name == "Host") {
            head.push_str(&format!("Host: {}\r\n", self.host));
        }
        if let Some(cookie) = &self.cookie {
            head.push_str(&format!("Cookie: {cookie}\r\n"));
        }
        if let Some(csrf) = self.csrf.as_ref().filter(|_| method != "GET") {
            head.push_str(&format!("X-Hornbook-Csrf: {csrf}\r\n"));
        }
        more.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
        head
    }

    /// A request on a connection of its own.
    pub fn send(&self, method: &str, path: &str, more: &[(&str, &str)], body: &[u8]) -> io::Result<Reply> {
        let mut line = Line::open(self.address)?;
        line.request(self, method, path, more, body, false)
    }

    /// An event stream.
    pub fn events(&self, name: &str) -> Events {
        self.events_at(&format!("/api/e/{name}/events"))
    }

    pub fn events_at(&self, path: &str) -> Events {
        self.events_with(path, &[])
    }

    pub fn events_with(&self, path: &str, more: &[(&str, &str)]) -> Events {
        let mut line = Line::open(self.address).unwrap();
        let head = self.head("GET", path, more) + "\r\n";
        line.stream.get_mut().write_all(head.as_bytes()).unwrap();
        let (status, headers) = line.read_head().unwrap();
        assert_eq!(status, 200, "{headers:?}");
        Events { line }
    }
}

/// A connection.
pub struct Line {
    stream: BufReader<TcpStream>,
}

impl Line {
    pub fn open(address: SocketAddr) -> io::Result<Self> {
        Self::over(TcpStream::connect(address)?)
    }

    /// On a connection that was made elsewhere.
    pub fn over(stream: TcpStream) -> io::Result<Self> {
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        stream.set_nodelay(true)?;
        Ok(Self { stream: BufReader::new(stream) })
    }

    pub fn stream(&mut self) -> &mut TcpStream {
        self.stream.get_mut()
    }

    /// A request; the connection can be used again if `keep`.
    pub fn request(
        &mut self,
        client: &Client,
        method: &str,
        path: &str,
        more: &[(&str, &str)],
        body: &[u8],
        keep: bool,
    ) -> io::Result<Reply> {
        let mut head = client.head(method, path, more);
        if !keep {
            head.push_str("Connection: close\r\n");
        }
        if !body.is_empty() || method == "POST" {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        head.push_str("\r\n");
        let mut bytes = head.into_bytes();
        bytes.extend_from_slice(body);
        // Whoever is refused early may have hung up before the end.
        let sent = self.stream.get_mut().write_all(&bytes);
        match self.read() {
            Ok(reply) => Ok(reply),
            Err(error) => Err(sent.err().unwrap_or(error)),
        }
    }

    pub fn read(&mut self) -> io::Result<Reply> {
        let (status, headers) = self.read_head()?;
        let named = |name: &str| headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        let mut body = Vec::new();
        if named("transfer-encoding").as_deref() == Some("chunked") {
            while let Some(chunk) = self.chunk()? {
                body.extend(chunk);
            }
        } else if let Some(length) = named("content-length") {
            body.resize(length.parse().map_err(io::Error::other)?, 0);
            self.stream.read_exact(&mut body)?;
        }
        Ok(Reply { status, headers, body })
    }

    fn text_line(&mut self) -> io::Result<String> {
        let mut line = String::new();
        if self.stream.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(line.trim_end().to_owned())
    }

    fn read_head(&mut self) -> io::Result<(u16, Vec<(String, String)>)> {
        let first = self.text_line()?;
        let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
        let mut headers = Vec::new();
        loop {
            let line = self.text_line()?;
            let Some((name, value)) = line.split_once(':') else { break };
            headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
        }
        Ok((status.ok_or_else(|| io::Error::other(first))?, headers))
    }

    /// The next part of a body that comes in parts; nothing at its end.
    fn chunk(&mut self) -> io::Result<Option<Vec<u8>>> {
        let size = self.text_line()?;
        let size = usize::from_str_radix(size.trim(), 16).map_err(io::Error::other)?;
        let mut chunk = vec![0; size];
        self.stream.read_exact(&mut chunk)?;
        self.text_line()?;
        Ok((size > 0).then_some(chunk))
    }
}

/// An event stream.
pub struct Events {
    line: Line,
}

impl Events {
    /// The version of the next event; nothing if the stream ended.
    pub fn next(&mut self) -> Option<u64> {
        loop {
            let text = String::from_utf8(self.line.chunk().ok()??).unwrap();
            if let Some(data) = text.lines().find_map(|line| line.strip_prefix("data: ")) {
                assert!(text.starts_with("event: changed\nid: "), "{text}");
                return serde_json::from_str::<Value>(data).unwrap()["version"].as_u64();
            }
        }
    }

    /// The connection of the stream, by which another thread can end it.
    pub fn end(&self) -> TcpStream {
        self.line.stream.get_ref().try_clone().unwrap()
    }

    /// Waits until this version, or a later one, was told.
    pub fn until(&mut self, version: u64) {
        while self.next().expect("the stream goes on") < version {}
    }
}
