//! The page, and the requests for it.

use crate::http::{MAX_HEAD, head, respond};
use std::io::Read;
use std::net::TcpStream;
use std::time::Duration;

/// Script of the page.
const SCRIPT: &str = include_str!("backend.mjs");

/// Time limit for receiving a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// The page under an unpredictable name.
pub(super) struct Pages {
    name: String,
}

/// Kind of a request.
pub(super) enum Request {
    /// A page, or an unknown path; it was answered.
    Page,
    /// A WebSocket whose request is unread.
    Socket(TcpStream),
    /// The page reported an error.
    Wrong(String),
}

impl Pages {
    pub(super) fn named(name: String) -> Self {
        Self { name }
    }

    /// The path of the page.
    pub(super) fn root(&self) -> String {
        format!("/{}/", self.name)
    }

    /// Answers one request. An unknown path does not end the wait for the page.
    pub(super) fn answer(&self, mut stream: TcpStream) -> Request {
        let _ = stream.set_read_timeout(Some(PATIENCE));
        let Some(head) = head(&stream) else {
            return Request::Page;
        };
        let text = String::from_utf8_lossy(&head).into_owned();
        let mut lines = text.lines();
        let mut request = lines.next().unwrap_or_default().split(' ');
        let (method, path) = (request.next(), request.next().unwrap_or_default());
        let Some(file) = path.strip_prefix(&*self.root()) else {
            let _ = respond(&mut stream, "404 Not Found", "text/plain", b"");
            return Request::Page;
        };
        let header = |name: &str| {
            let mut fields = text.lines().filter_map(|line| line.split_once(':'));
            let field = fields.find(|(field, _)| field.eq_ignore_ascii_case(name));
            field.map(|(_, value)| value.trim().to_owned())
        };
        let upgrade = header("upgrade").unwrap_or_default();
        if upgrade.eq_ignore_ascii_case("websocket") {
            let _ = stream.set_read_timeout(None);
            return Request::Socket(stream);
        }
        // The request was only peeked at; now it is read.
        let mut read = vec![0; head.len()];
        let _ = stream.read_exact(&mut read);
        let answered = match (method, file) {
            (Some("GET"), "") => {
                respond(&mut stream, "200 OK", "text/html", self.html().as_bytes())
            }
            (Some("GET"), "backend.mjs") => {
                respond(&mut stream, "200 OK", "text/javascript", SCRIPT.as_bytes())
            }
            (Some("GET"), "device.mjs") => respond(
                &mut stream,
                "200 OK",
                "text/javascript",
                crate::DEVICE.as_bytes(),
            ),
            (Some("POST"), "wrong") => {
                let length = header("content-length").and_then(|n| n.parse().ok());
                let mut message = vec![0; usize::min(length.unwrap_or(0), MAX_HEAD)];
                let _ = stream.read_exact(&mut message);
                let _ = respond(&mut stream, "200 OK", "text/plain", b"");
                return Request::Wrong(String::from_utf8_lossy(&message).into_owned());
            }
            _ => respond(&mut stream, "404 Not Found", "text/plain", b""),
        };
        // A client that does not wait for the response needs none.
        drop(answered);
        Request::Page
    }

    fn html(&self) -> String {
        let root = self.root();
        format!(
            "<!doctype html><meta charset=utf-8><title>vyre-backend/1</title><link rel=icon href=data:,>\n<script>\n\
             const wrong = (what) => fetch(\"{root}wrong\", {{ method: \"POST\", body: String(what) }});\n\
             addEventListener(\"error\", (event) => wrong(event.message));\n\
             addEventListener(\"unhandledrejection\", (event) => wrong(event.reason));\n\
             </script>\n<script type=module src=\"{root}backend.mjs\"></script>\n"
        )
    }
}
