//! Relay of frames between the host's streams and a WebSocket: each frame is one message.

use super::BrowserError;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{HandshakeError, Message, WebSocket, accept_with_config};

/// Size of a frame's header and maximal size of a frame, from docs/spec/protocol.md.
const HEADER: usize = 12;
const MAX_BYTES: usize = 1 << 30;

/// The kind of the last request.
const BYE: u8 = 5;

/// Relays requests and responses in turns until the last one.
pub(super) fn relay(
    stream: TcpStream,
    from: &mut dyn Read,
    to: &mut dyn Write,
) -> Result<(), BrowserError> {
    let config = WebSocketConfig::default()
        .max_message_size(Some(MAX_BYTES + 4))
        .max_frame_size(Some(MAX_BYTES + 4));
    let mut socket = accept_with_config(stream, Some(config)).map_err(|error| match error {
        HandshakeError::Failure(error) => lost(error),
        // The stream blocks until data arrives.
        HandshakeError::Interrupted(_) => io::Error::from(io::ErrorKind::TimedOut).into(),
    })?;
    while let Some(frame) = next(from)? {
        let ends = frame[8] == BYE;
        socket.send(Message::binary(frame)).map_err(lost)?;
        to.write_all(&answer(&mut socket)?)?;
        to.flush()?;
        if ends {
            break;
        }
    }
    Ok(())
}

/// The next non-empty message.
fn answer(socket: &mut WebSocket<TcpStream>) -> Result<Vec<u8>, BrowserError> {
    loop {
        match socket.read().map_err(lost)? {
            Message::Binary(bytes) => return Ok(bytes.into()),
            Message::Text(text) => return Err(BrowserError::Page(text.to_string())),
            // The socket itself answers the other kinds.
            _ => {}
        }
    }
}

fn lost(error: tungstenite::Error) -> BrowserError {
    Box::new(error).into()
}

/// The bytes of the next request; `None` if the host closed its end.
fn next(from: &mut dyn Read) -> io::Result<Option<Vec<u8>>> {
    let mut header = [0; HEADER];
    let mut position = 0;
    while position < HEADER {
        match from.read(&mut header[position..]) {
            Ok(0) if position == 0 => return Ok(None),
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(some) => position += some,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let length = u32::from_le_bytes([header[0], header[1], header[2], header[3]]) as usize;
    if !(HEADER - 4..=MAX_BYTES).contains(&length) {
        let message = format!("a request of {length} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    let mut frame = vec![0; 4 + length];
    frame[..HEADER].copy_from_slice(&header);
    from.read_exact(&mut frame[HEADER..])?;
    Ok(Some(frame))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the table of docs/spec/protocol.md, hand-written.
    #[test]
    fn requests_are_read_whole() {
        let bytes = [12, 0, 0, 0, 1, 0, 0, 0, 5, 4, 0, 0, b'{', b'}', b' ', b' '];
        let mut two = &[bytes, bytes].concat()[..];
        assert_eq!(next(&mut two).expect("one"), Some(bytes.to_vec()));
        assert_eq!(next(&mut two).expect("another"), Some(bytes.to_vec()));
        assert_eq!(next(&mut two).expect("the end"), None);
        assert!(next(&mut &bytes[..5]).is_err());
        assert!(next(&mut &bytes[..13]).is_err());
        assert!(next(&mut &[0xff; 20][..]).is_err());
        assert!(next(&mut &[0; 20][..]).is_err());
    }
}
