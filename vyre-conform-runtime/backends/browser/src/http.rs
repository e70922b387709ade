//! The part of HTTP that pages on this machine need.

use std::io::{Result, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

/// Maximal bytes of the head of a request: a larger one does not come from a page.
pub const MAX_HEAD: usize = 1 << 14;

/// The head of a request, which stays in the stream; `None` if it is incomplete.
pub fn head(stream: &TcpStream) -> Option<Vec<u8>> {
    let mut bytes = vec![0; MAX_HEAD];
    let mut known = 0;
    loop {
        let there = stream.peek(&mut bytes).ok()?;
        let end = bytes[..there]
            .windows(4)
            .position(|four| four == b"\r\n\r\n");
        match end {
            Some(end) => return Some(bytes[..end + 4].to_vec()),
            None if there == known || there == MAX_HEAD => return None,
            None => known = there,
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Writes a response.
///
/// # Errors
///
/// Errors of the stream.
pub fn respond(stream: &mut TcpStream, status: &str, kind: &str, body: &[u8]) -> Result<()> {
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: {kind}; charset=utf-8\r\ncontent-length: {length}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n"
    )?;
    stream.write_all(body)?;
    stream.flush()
}
