//! Headless Chromium, driven by `browser.mjs`.

use crate::tool::Tool;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Chromium's names on different systems.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// An installed browser.
pub(crate) struct Browser {
    chromium: PathBuf,
    node: PathBuf,
}

/// The result of one scene.
#[derive(Debug, Deserialize)]
pub(crate) struct Scene {
    pub(crate) value: Value,
    pub(crate) console: Vec<String>,
    pub(crate) requests: Vec<String>,
}

impl Tool for Browser {
    const NAME: &'static str = "Chromium";
    const REQUIRED_BY: &'static str = "VYRE_REQUIRE_CHROMIUM";

    fn find() -> Result<Self, String> {
        let chromium = NAMES.iter().find_map(|name| in_path(name));
        let chromium = chromium.ok_or("Chromium is not installed (Debian and Ubuntu: chromium)")?;
        let node = in_path("node");
        let node = node
            .ok_or("node, which drives Chromium, is not installed (Debian and Ubuntu: nodejs)")?;
        Ok(Self { chromium, node })
    }
}

impl Browser {
    /// Opens each scene (see `browser.mjs`).
    pub(crate) fn show(&self, scenes: &[Value]) -> Vec<Scene> {
        let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tools/browser.mjs");
        let mut child = Command::new(&self.node)
            .arg(driver)
            .arg(&self.chromium)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts");
        let mut input = child.stdin.take().expect("piped");
        input
            .write_all(json!(scenes).to_string().as_bytes())
            .expect("node reads");
        drop(input);
        let output = child.wait_with_output().expect("node ends");
        assert!(output.status.success(), "the driver failed; see above");
        let results: Vec<Scene> = serde_json::from_slice(&output.stdout).expect("an answer");
        assert_eq!(results.len(), scenes.len());
        for (scene, results) in scenes.iter().zip(&results) {
            let url = scene["url"].as_str().expect("an address");
            assert!(results.console.is_empty(), "{url}: {:?}", results.console);
            let page = url.split('#').next().unwrap_or(url);
            let only: Vec<&str> = results.requests.iter().map(String::as_str).collect();
            assert!(only.iter().all(|r| r.starts_with(page)), "{only:?}");
        }
        results
    }
}

fn in_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(name));
    places.find(|file| file.is_file())
}
