//! A browser as a backend: `vyre-browser -- BROWSER OPTIONS` starts one with a page that runs WGSL by WebGPU, and
//! relays the frames of `vyre-backend/1` between its own standard input and output and a WebSocket of the page.
//!
//! It listens on a loopback port that the system chooses, and serves only requests with a random name. `{profile}` in
//! an option is replaced by a temporary folder, which is removed at the end.

pub mod http;
mod page;
mod relay;

use page::{Pages, Request};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, stdin, stdout};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

/// The module that runs WGSL on a device of WebGPU, in a page or in node with Dawn.
pub const DEVICE: &str = include_str!("device.mjs");

/// The default browser.
const BROWSER: [&str; 7] = [
    "chromium",
    "--headless=new",
    "--no-first-run",
    "--disable-breakpad",
    "--enable-unsafe-webgpu",
    "--enable-features=Vulkan",
    "--user-data-dir={profile}",
];

/// Interval between checks for the page and for the end of the browser.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Reason why a browser cannot be a backend.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BrowserError {
    /// It cannot be started.
    #[error(
        "the browser `{program}` cannot be run: {error}. Name one: vyre-browser -- chromium --headless=new \
         --enable-unsafe-webgpu"
    )]
    Start {
        /// The program.
        program: String,
        /// The message of the system.
        error: io::Error,
    },
    /// It ended before the page connected.
    #[error("the browser ended with {0} before it opened the page: see its output above")]
    Ended(std::process::ExitStatus),
    /// The page reported an error.
    #[error("the page says: {0}")]
    Page(String),
    /// The connection to the page was lost.
    #[error("the connection to the page is lost: {0}")]
    Socket(#[from] Box<tungstenite::Error>),
    /// No port, no folder, or an I/O error of the standard streams.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// Runs the command with these words: the browser and its options follow `--`.
pub fn main(mut words: Vec<String>) -> ExitCode {
    if words.first().is_some_and(|word| word == "--") {
        words.remove(0);
    }
    if words.is_empty() {
        words = BROWSER.map(str::to_owned).to_vec();
    }
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("vyre-browser: {error}");
            ExitCode::FAILURE
        }
    }
}

/// A browser process, killed on drop.
struct BrowserProcess(Child);

impl Drop for BrowserProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Relays frames until the host sends the last request or closes its end.
///
/// # Errors
///
/// [`BrowserError`]
pub fn run(words: &[String]) -> Result<(), BrowserError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let port = listener.local_addr()?.port();
    // Other pages and users of this machine can reach the port, but do not know the name.
    let name = RandomState::new().build_hasher().finish();
    let pages = Pages::named(format!("{name:016x}"));
    let folder = tempfile::Builder::new().prefix("vyre-browser-").tempdir()?;
    let profile = folder.path().to_string_lossy();
    let (program, options) = words
        .split_first()
        .map_or(("", words), |(p, o)| (p.as_str(), o));
    let mut command = Command::new(program);
    command.args(
        options
            .iter()
            .map(|word| word.replace("{profile}", &profile)),
    );
    command.arg(format!(
        "http://{}:{port}{}",
        Ipv4Addr::LOCALHOST,
        pages.root()
    ));
    // Its standard output must not mix with frames.
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let started = command.spawn().map_err(|error| BrowserError::Start {
        program: program.to_owned(),
        error,
    })?;
    let mut browser = BrowserProcess(started);
    listener.set_nonblocking(true)?;
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false)?;
                stream.set_nodelay(true)?;
                match pages.answer(stream) {
                    Request::Page => {}
                    Request::Wrong(message) => return Err(BrowserError::Page(message)),
                    Request::Socket(stream) => {
                        return relay::relay(stream, &mut stdin().lock(), &mut stdout().lock());
                    }
                }
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if let Some(status) = browser.0.try_wait()? {
                    return Err(BrowserError::Ended(status));
                }
                thread::sleep(POLL_INTERVAL);
            }
            Err(error) => return Err(error.into()),
        }
    }
}
