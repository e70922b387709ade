//! Tint, the WGSL front end of Dawn: a second check of every shader, independent of naga's.
//!
//! It is the npm package `webgpu`, run by `node` without a driver. It is located in the folder that `VYRE_TINT` names,
//! by default in `target/tint` of the workspace: the folder in which `npm install webgpu` was run.

use super::tool::Tool;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Environment variable that names the folder of the npm package.
pub const FOLDER_VARIABLE: &str = "VYRE_TINT";

/// Location of Tint: `node` and the package.
#[derive(Clone, Debug)]
pub struct Tint {
    folder: PathBuf,
}

impl Tool for Tint {
    const NAME: &'static str = "Tint";
    const REQUIRED_BY: &'static str = "VYRE_REQUIRE_TINT";

    fn find() -> Result<Self, String> {
        let folder = folder();
        if !folder.join("node_modules/webgpu/package.json").is_file() {
            return Err(format!(
                "{} has no npm package `webgpu`: run `npm install webgpu` there, or name another folder in \
                 {FOLDER_VARIABLE}",
                folder.display()
            ));
        }
        match Command::new("node").arg("--version").output() {
            Ok(_) => Ok(Self { folder }),
            Err(error) => Err(format!("`node` cannot be run: {error}")),
        }
    }
}

const SCRIPT: &str = include_str!("tint.mjs");

impl Tint {
    /// The folder of the npm package.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Tint's complaint about each shader: `None` if it accepts it.
    ///
    /// # Panics
    ///
    /// If it does not answer.
    pub fn complaints<'a>(
        &self,
        shaders: impl IntoIterator<Item = &'a str>,
    ) -> Vec<Option<String>> {
        let mut node = Command::new("node")
            .args(["--input-type=module", "-e", SCRIPT])
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("node starts");
        let shaders: Vec<&str> = shaders.into_iter().collect();
        let mut input = node.stdin.take().expect("a pipe to node");
        // The script reads everything before it answers.
        input
            .write_all(shaders.join("\0").as_bytes())
            .expect("node reads the shaders");
        drop(input);
        let output = node.wait_with_output().expect("node ends");
        let text = String::from_utf8_lossy(&output.stdout);
        let answers = text.rsplit_once('\u{1}').map(|(_, answers)| answers);
        let answers: Vec<Option<String>> = answers
            .into_iter()
            .flat_map(|answers| answers.split('\0'))
            .map(|answer| (!answer.is_empty()).then(|| answer.to_owned()))
            .collect();
        assert_eq!(
            answers.len(),
            shaders.len().max(1),
            "Tint gave no answer: {}{}",
            text,
            String::from_utf8_lossy(&output.stderr)
        );
        answers
    }
}

fn folder() -> PathBuf {
    match std::env::var_os(FOLDER_VARIABLE) {
        Some(folder) => folder.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR"))
            .parent()
            .expect("the workspace")
            .join("target/tint"),
    }
}
