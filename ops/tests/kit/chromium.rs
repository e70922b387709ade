//! The page of a kit in headless Chromium, on the SwiftShader that it brings along.

use crate::sandbox::Sandbox;
use serde_json::{Value, json};
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use std::{env, thread};
use vyre_conform_tests::tint::Tint;
use vyre_conform_tests::tool::Tool;

/// Chromium, and node with Dawn.
pub(crate) struct Chromium(Tint);

impl Tool for Chromium {
    const NAME: &'static str = "Chromium";
    const REQUIRED_BY: &'static str = "VYRE_REQUIRE_CHROMIUM";

    fn find() -> Result<Self, String> {
        let output = Command::new("chromium").arg("--version").output();
        output.map_err(|error| {
            format!("`chromium` cannot be run: {error} (Debian and Ubuntu: chromium)")
        })?;
        Ok(Self(Tint::find()?))
    }
}

/// A server of a kit, which ends with it.
struct Server(Child, String);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Server {
    fn of(sandbox: &Sandbox, kit: &str) -> Self {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let mut command = Command::new(crate::BINARY);
        command.args(["kit", "serve", kit, "--port", &port.to_string()]);
        let child = command
            .current_dir(sandbox.path(""))
            .stdout(Stdio::null())
            .spawn();
        let server = Self(
            child.expect("it starts"),
            format!("http://localhost:{port}/"),
        );
        for _ in 0..100 {
            if TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() {
                return server;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("no server on port {port}");
    }
}

/// Opens the page as a plan says.
fn shown(sandbox: &Sandbox, plan: &Value) -> Value {
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kit/page.mjs");
    let mut command = Command::new("node");
    command
        .arg(driver)
        .arg("chromium")
        .arg(sandbox.path("profile"));
    command
        .current_dir(sandbox.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().expect("node starts");
    let mut input = child.stdin.take().expect("piped");
    input
        .write_all(plan.to_string().as_bytes())
        .expect("node reads");
    drop(input);
    let output = child.wait_with_output().expect("node ends");
    assert!(output.status.success(), "the driver failed; see above");
    serde_json::from_slice(&output.stdout).expect("an answer")
}

fn results(sandbox: &Sandbox, name: &str) -> Value {
    sandbox.json(name)["results"].clone()
}

/// Oracle: node on the same driver; the promise that the page loads nothing.
pub(crate) fn the_page_gives_the_answers_of_node(chromium: Chromium) {
    let sandbox = Sandbox::new(&chromium.0);
    sandbox.kit(
        "kit",
        &[
            "u32::mul_hi::parity,engine::reduce::parity",
            "--cases",
            "5000",
        ],
    );
    sandbox.answer("kit", "node.json");
    let server = Server::of(&sandbox, "kit");
    let output = shown(&sandbox, &json!({"url": server.1, "output": "page.json"}));
    assert_eq!(
        results(&sandbox, "page.json"),
        results(&sandbox, "node.json")
    );
    assert_eq!(output["console"], json!([]));
    assert_eq!(output["requests"], json!([server.1]));
    assert_eq!(output["failures"], json!([]));
    let shared = output["shared"].as_str().expect("a text");
    assert!(shared.to_lowercase().contains("swiftshader"), "{shared}");
    sandbox.certify(&["page.json"], &[]).with(0, &[]);
    // As a file, without a server.
    let file = format!("file://{}", sandbox.path("kit/index.html").display());
    shown(&sandbox, &json!({"url": file, "output": "file.json"}));
    assert_eq!(
        results(&sandbox, "file.json"),
        results(&sandbox, "node.json")
    );
}

/// Oracle: a width of 360 has no overflow; a dark scheme a dark page.
pub(crate) fn it_fits_a_phone_in_the_dark(chromium: Chromium) {
    let sandbox = Sandbox::new(&chromium.0);
    sandbox.kit("kit", &["u32::add", "--cases", "100"]);
    let server = Server::of(&sandbox, "kit");
    let phone = json!({"url": server.1, "output": "a.json", "width": 360, "scheme": "dark"});
    let output = shown(&sandbox, &phone);
    assert_eq!(output["overflow"], 0);
    assert_eq!(output["paper"], "rgb(21, 22, 26)");
    let output = shown(&sandbox, &json!({"url": server.1, "output": "b.json"}));
    assert_eq!(
        (&output["overflow"], &output["paper"]),
        (&json!(0), &json!("rgb(255, 255, 255)"))
    );
}

/// Oracle: node on the same driver.
pub(crate) fn fifty_closed_pages_give_the_same_answers(chromium: Chromium) {
    let sandbox = Sandbox::new(&chromium.0);
    sandbox.kit("kit", &["u32::", "--cases", "20000"]);
    sandbox.answer("kit", "node.json");
    let server = Server::of(&sandbox, "kit");
    let closes: Vec<u64> = (0..50_u64).map(|k| 50 + k * k * 7919 % 1500).collect();
    let output = shown(
        &sandbox,
        &json!({"url": server.1, "output": "page.json", "closes": closes}),
    );
    assert_eq!(output["rounds"].as_array().map(Vec::len), Some(51));
    assert_eq!(
        results(&sandbox, "page.json"),
        results(&sandbox, "node.json")
    );
}
