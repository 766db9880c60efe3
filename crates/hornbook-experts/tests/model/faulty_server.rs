//! A server on loopback that answers as a test says, for what real ones do rarely.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// What is answered to a request.
#[derive(Clone)]
pub enum Act {
    /// A status, more headers, and a body.
    Say(u16, &'static str, String),
    /// Silence, for so long.
    Wait(Duration),
    /// A response that ends in the middle.
    BreakOff,
    /// A body of so many bytes.
    Flood(usize),
    /// The connection is closed at once.
    HangUp,
}

/// A completion with this content.
pub fn completion(content: &str) -> Act {
    let content = serde_json::to_string(content).unwrap();
    let message = format!("{{\"role\":\"assistant\",\"content\":{content}}}");
    let usage = "{\"prompt_tokens\":100,\"completion_tokens\":10}";
    Act::Say(200, "", format!("{{\"choices\":[{{\"message\":{message}}}],\"usage\":{usage}}}"))
}

pub const YES: &str = "{\"answer\":\"yes\",\"counterexample\":null}";

/// A request as it came in.
#[derive(Clone, Debug)]
pub struct Seen {
    pub head: String,
    pub body: serde_json::Value,
}

/// A server that acts by what it is asked.
pub struct FaultyServer {
    pub url: String,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl FaultyServer {
    /// Acts by the number of the request, from 0, and what is asked.
    pub fn start(act: impl Fn(usize, &Seen) -> Act + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let seen: Arc<Mutex<Vec<Seen>>> = Arc::default();
        let (kept, act) = (Arc::clone(&seen), Arc::new(act));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (kept, act) = (Arc::clone(&kept), Arc::clone(&act));
                thread::spawn(move || {
                    let Some(request) = read(&stream) else { return };
                    let number = {
                        let mut kept = kept.lock().unwrap();
                        kept.push(request.clone());
                        kept.len() - 1
                    };
                    // Whoever asked may have gone.
                    _ = perform(&act(number, &request), &stream);
                });
            }
        });
        Self { url, seen }
    }

    /// Always the same.
    pub fn always(act: Act) -> Self {
        Self::start(move |_, _| act.clone())
    }

    pub fn seen(&self) -> Vec<Seen> {
        self.seen.lock().unwrap().clone()
    }

    pub fn count(&self) -> usize {
        self.seen.lock().unwrap().len()
    }
}

fn read(stream: &TcpStream) -> Option<Seen> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        (reader.read_line(&mut head).ok()? > 0).then_some(())?;
    }
    let length = head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
    let mut body = vec![0; length?];
    reader.read_exact(&mut body).ok()?;
    Some(Seen { head, body: serde_json::from_slice(&body).ok()? })
}

fn perform(act: &Act, mut stream: &TcpStream) -> std::io::Result<()> {
    match act {
        Act::Say(status, headers, body) => {
            let length = body.len();
            write!(
                stream,
                "HTTP/1.1 {status} x\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
            )
        }
        Act::Wait(time) => {
            thread::sleep(*time);
            Ok(())
        }
        Act::BreakOff => {
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1000\r\n\r\n{{\"choices\":[{{\"mess"
            )
        }
        Act::Flood(bytes) => {
            write!(stream, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")?;
            let piece = [b' '; 1 << 16];
            (0..bytes.div_ceil(piece.len())).try_for_each(|_| stream.write_all(&piece))
        }
        Act::HangUp => Ok(()),
    }
}
