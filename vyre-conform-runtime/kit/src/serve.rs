//! A server of a kit's folder for this machine.

use std::fs;
use std::io::{self, Read};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::thread;
use std::time::Duration;
use vyre_conform_browser::http::{head, respond};

/// Time limit for receiving a request.
const PATIENCE: Duration = Duration::from_secs(10);

/// The files of a kit with their types.
const FILES: [(&str, &str, &str); 8] = [
    ("/", "index.html", "text/html"),
    ("/index.html", "index.html", "text/html"),
    ("/run.mjs", "run.mjs", "text/javascript"),
    ("/kit.mjs", "kit.mjs", "text/javascript"),
    ("/requests.mjs", "requests.mjs", "text/javascript"),
    ("/chunks.mjs", "chunks.mjs", "text/javascript"),
    ("/cases.mjs", "cases.mjs", "text/javascript"),
    ("/device.mjs", "device.mjs", "text/javascript"),
];

/// Reason why a folder is not served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KitServerError {
    /// It is not a kit.
    #[error("`{0}` has no index.html: make a kit there with `vyre-conform kit -o {0}`")]
    NoKit(String),
    /// The port cannot be opened.
    #[error("port {port} of this machine cannot be opened: {error}. `--port 0` takes a free one")]
    Port {
        /// The port.
        port: u16,
        /// The message of the system.
        error: io::Error,
    },
}

/// Serves a kit on this machine alone, until the process ends; `say` receives the address.
///
/// # Errors
///
/// [`KitServerError`]
pub fn serve(folder: &Path, port: u16, say: &dyn Fn(&str)) -> Result<(), KitServerError> {
    if !folder.join("index.html").is_file() {
        return Err(KitServerError::NoKit(folder.display().to_string()));
    }
    let opened = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let listener = opened.map_err(|error| KitServerError::Port { port, error })?;
    let address = listener
        .local_addr()
        .map_err(|error| KitServerError::Port { port, error })?;
    say(&format!("http://localhost:{}/", address.port()));
    for stream in listener.incoming().flatten() {
        let folder = folder.to_owned();
        // A client that does not wait for the response needs none.
        thread::spawn(move || answer(stream, &folder));
    }
    Ok(())
}

fn answer(mut stream: TcpStream, folder: &Path) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let Some(head) = head(&stream) else {
        return Ok(());
    };
    let mut read = vec![0; head.len()];
    stream.read_exact(&mut read)?;
    let text = String::from_utf8_lossy(&head);
    let mut request = text.lines().next().unwrap_or_default().split(' ');
    let (method, path) = (request.next(), request.next().unwrap_or_default());
    let path = path.split('?').next().unwrap_or_default();
    let known = FILES.iter().find(|(known, ..)| *known == path);
    match (method, known) {
        (Some("GET"), Some((_, file, kind))) => match fs::read(folder.join(file)) {
            Ok(bytes) => respond(&mut stream, "200 OK", kind, &bytes),
            Err(_) => respond(&mut stream, "404 Not Found", "text/plain", b""),
        },
        _ => respond(&mut stream, "404 Not Found", "text/plain", b""),
    }
}
