//! A folder in which kits are made and answered.

use crate::BINARY;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;
use vyre_conform_certificate::certificate::{Certificate, parse};
use vyre_conform_spec::Level;
use vyre_conform_tests::tint::Tint;

/// The text in front of the kit in its page.
const KIT: &str = " id=\"kit\">";

/// A temporary folder, and the package that node needs.
pub(crate) struct Sandbox {
    folder: TempDir,
    webgpu: PathBuf,
}

/// Result of a command.
pub(crate) struct CommandResult {
    pub(crate) code: Option<i32>,
    pub(crate) text: String,
}

impl From<Output> for CommandResult {
    fn from(output: Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self {
            code: output.status.code(),
            text: text(&output.stdout) + &text(&output.stderr),
        }
    }
}

impl CommandResult {
    /// Checks the code and that the output has these words.
    #[track_caller]
    pub(crate) fn with(&self, code: i32, words: &[&str]) {
        let Self { code: found, text } = self;
        assert_eq!(*found, Some(code), "{text}");
        for word in words {
            assert!(text.contains(word), "no `{word}` in:\n{text}");
        }
    }
}

impl Sandbox {
    pub(crate) fn new(tint: &Tint) -> Self {
        Self {
            folder: tempfile::tempdir().expect("a folder"),
            webgpu: tint.folder().to_owned(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).expect("JSON")
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a writable folder");
        fs::write(path, text).expect("a writable folder");
    }

    /// Replaces a text in a file, which has it.
    #[track_caller]
    pub(crate) fn edit(&self, name: &str, from: &str, to: &str) {
        let text = self.read(name);
        assert!(text.contains(from), "{name} has no `{from}`");
        self.write(name, &text.replacen(from, to, 1));
    }

    /// Runs the command here, with the device of kits out of process as `process-dawn`.
    pub(crate) fn on_dawn(&self, words: &[&str]) -> CommandResult {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let example = root.join("vyre-conform-runtime/backends/process/examples/backend.mjs");
        let (example, webgpu) = (example.display(), self.webgpu.display());
        let dawn = format!("node {example} {webgpu} adapter=SwiftShader");
        self.command(words)
            .env("VYRE_BACKEND_DAWN", dawn)
            .output()
            .expect("it starts")
            .into()
    }

    /// Runs the command here. A relative name is one in this folder.
    pub(crate) fn run(&self, words: &[&str]) -> CommandResult {
        self.command(words).output().expect("it starts").into()
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(BINARY);
        command.current_dir(self.folder.path()).args(words);
        // A run of the adapter SwiftShader and of the kit have the same settings.
        command
            .env_remove("VYRE_ADAPTER")
            .env_remove("VYRE_REQUIRE_ADAPTERS")
            .env_remove("VYRE_REQUIRE_GPU");
        command.env_remove("CARGO_MANIFEST_DIR");
        command
    }

    /// Makes a kit.
    pub(crate) fn kit(&self, folder: &str, words: &[&str]) {
        self.run(&[&["kit", "-o", folder], words].concat())
            .with(0, &["requests"]);
    }

    /// The command that runs a kit on SwiftShader.
    pub(crate) fn node(&self, folder: &str, output: &str) -> Command {
        let mut command = Command::new("node");
        let run = self.path(folder).join("run.mjs");
        command
            .arg(run)
            .args(["-o", output, "--webgpu"])
            .arg(&self.webgpu);
        command
            .arg("adapter=SwiftShader")
            .current_dir(self.folder.path());
        command
    }

    /// Runs a kit on SwiftShader.
    pub(crate) fn answer(&self, folder: &str, output: &str) {
        let exit: CommandResult = self
            .node(folder, output)
            .output()
            .expect("node starts")
            .into();
        exit.with(0, &["Send this file back"]);
    }

    /// The requests of a kit, which its page has.
    pub(crate) fn requests(&self, folder: &str) -> Value {
        let page = self.read(&format!("{folder}/index.html"));
        let (_, text) = page.split_once(KIT).expect("a kit");
        let (text, _) = text.split_once('<').expect("its end");
        let compressed = STANDARD.decode(text).expect("base64");
        let json = miniz_oxide::inflate::decompress_to_vec(&compressed).expect("deflate");
        serde_json::from_slice(&json).expect("JSON")
    }

    /// Replaces the requests of a kit.
    pub(crate) fn set_requests(&self, folder: &str, requests: &Value) {
        let name = format!("{folder}/index.html");
        let page = self.read(&name);
        let (before, rest) = page.split_once(KIT).expect("a kit");
        let (_, after) = rest.split_once('<').expect("its end");
        let json = requests.to_string();
        let compressed = miniz_oxide::deflate::compress_to_vec(json.as_bytes(), 1);
        let text = STANDARD.encode(compressed);
        self.write(&name, &format!("{before}{KIT}{text}<{after}"));
    }

    /// Certifies answers.
    pub(crate) fn certify(&self, files: &[&str], more: &[&str]) -> CommandResult {
        let files = files.iter().flat_map(|file| ["--answers", file]);
        let words: Vec<&str> = ["certify", "--force", "-o", "kit.certificate.json"]
            .into_iter()
            .chain(files)
            .collect();
        self.run(&[&words, more].concat())
    }

    /// A certificate.
    pub(crate) fn certificate(&self, name: &str) -> Certificate {
        parse(self.read(name).as_bytes()).expect("a certificate")
    }

    /// The levels of a certificate, of each op and of each engine.
    pub(crate) fn levels(&self, name: &str) -> Vec<(String, Option<Level>)> {
        let evidence = self.certificate(name).evidence;
        let ops = evidence.ops.into_iter().map(|op| (op.id, op.level));
        let engines = evidence.engines.into_iter();
        let engines = engines.map(|engine| (engine.id, engine.level));
        let programs = evidence.programs.into_iter();
        let programs = programs.map(|programs| ("programs".to_owned(), programs.level));
        let all = ops.chain(engines).chain(programs);
        let whole = evidence
            .levels
            .into_iter()
            .filter(|level| level.established);
        all.chain(whole.map(|level| ("all".to_owned(), Some(level.level))))
            .collect()
    }
}

/// A file of answers with the sum of its content.
pub(crate) fn summed(mut answers: Value) -> String {
    use sha2::{Digest, Sha256};
    let all = answers.as_object_mut().expect("an object");
    all.remove("sum");
    // Members in the order of the file.
    let order = ["format", "kit", "device", "began", "ended", "results"];
    let members: Vec<String> = order
        .iter()
        .map(|name| format!("\"{name}\":{}", all[*name]))
        .collect();
    let body = format!("{{{}", members.join(","));
    let sum = Sha256::digest(body.as_bytes());
    let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body},\"sum\":\"{sum}\"}}\n")
}
