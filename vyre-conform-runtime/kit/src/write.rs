//! The folder of a kit.

use crate::plan::Kit;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use vyre_conform_browser::DEVICE;

const CASES: &str = include_str!("page/cases.mjs");
const CHUNKS: &str = include_str!("page/chunks.mjs");
const REQUESTS: &str = include_str!("page/requests.mjs");
const KIT: &str = include_str!("page/kit.mjs");
const RUN: &str = include_str!("page/run.mjs");
const STORE: &str = include_str!("page/store.mjs");
const PAGE: &str = include_str!("page/page.mjs");
const HTML: &str = include_str!("page/index.html");
const STYLE: &str = include_str!("page/page.css");

/// Level of compression of the kit in its page, from 0 to 10.
const COMPRESSION: u8 = 3;

/// The modules of the page, each behind those that it imports from.
const MODULES: [&str; 7] = [DEVICE, CASES, CHUNKS, REQUESTS, KIT, STORE, PAGE];

/// Reason why a kit is not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The folder has other files.
    #[error("`{0}` is not empty and no kit: name another folder")]
    Other(String),
    /// A file cannot be written.
    #[error("`{}` cannot be written: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The message of the system.
        error: io::Error,
    },
}

impl Kit {
    /// Writes the folder, which is empty or has a kit, and returns the number of bytes.
    ///
    /// # Errors
    ///
    /// [`WriteError`]
    pub fn write(&self, folder: &Path) -> Result<u64, WriteError> {
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| WriteError::File { path, error }
        };
        fs::create_dir_all(folder).map_err(failed(folder))?;
        let mut there = fs::read_dir(folder).map_err(failed(folder))?;
        if there.next().is_some() && !folder.join("run.mjs").is_file() {
            return Err(WriteError::Other(folder.display().to_string()));
        }
        let page = page(&self.json());
        let files = [
            ("index.html", &*page),
            ("device.mjs", DEVICE),
            ("cases.mjs", CASES),
            ("chunks.mjs", CHUNKS),
            ("requests.mjs", REQUESTS),
            ("kit.mjs", KIT),
            ("run.mjs", RUN),
        ];
        let mut bytes = 0;
        for (name, text) in files {
            let path = folder.join(name);
            fs::write(&path, text).map_err(failed(&path))?;
            bytes += text.len() as u64;
        }
        Ok(bytes)
    }
}

/// The page with the kit, which loads nothing: browsers open no modules from `file:`.
fn page(json: &str) -> String {
    let script: String = MODULES.map(inlined).concat();
    let digest = |text: &str| STANDARD.encode(Sha256::digest(text.as_bytes()));
    let policy = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; img-src data:; base-uri 'none'; \
         form-action 'none'",
        digest(&script),
        digest(STYLE)
    );
    let parts = [
        ("{policy}", &*policy),
        ("{style}", STYLE),
        ("{script}", &*script),
    ];
    let filled = parts.iter().fold(HTML.to_owned(), |html, (place, text)| {
        html.replace(place, text)
    });
    let compressed = miniz_oxide::deflate::compress_to_vec(json.as_bytes(), COMPRESSION);
    filled.replace("{kit}", &STANDARD.encode(compressed))
}

/// A module without its imports and exports, for one script of all.
fn inlined(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    lines
        .map(|line| line.strip_prefix("export ").unwrap_or(line).to_owned() + "\n")
        .collect()
}
