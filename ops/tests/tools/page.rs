//! A page by the binary, and scenes of it.
//!
//! `VYRE_SCREENSHOTS=FOLDER` keeps the pictures for inspection.

use crate::browser::Browser;
use serde_json::{Value, json};
use std::path::PathBuf;
use vyre_conform_certificate::certificate::Certificate;
use vyre_conform_tests::sandbox::Sandbox;

/// A page of these certificates, and a browser that opens it.
pub(crate) struct Page {
    sandbox: Sandbox,
    pub(crate) browser: Browser,
}

impl Page {
    /// A page of certificates that no run issued, so that none of them verifies.
    pub(crate) fn of(browser: Browser, certificates: &[Certificate]) -> Self {
        let sandbox = Sandbox::bare(crate::BINARY);
        let mut arguments = vec!["report".to_owned(), "-o".into(), "page.html".into()];
        for (k, certificate) in certificates.iter().enumerate() {
            let name = format!("certificate-{k}.json");
            sandbox.write(&name, certificate);
            arguments.push(name);
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let output = sandbox.run(&arguments);
        assert_eq!(
            output.code,
            Some(1),
            "none was issued by a run: {}",
            output.stderr
        );
        Self { sandbox, browser }
    }

    /// A page of files, with the expected exit code.
    pub(crate) fn of_files(browser: Browser, files: &[PathBuf], code: i32) -> Self {
        let sandbox = Sandbox::bare(crate::BINARY);
        let files = files.iter().map(|f| f.to_str().expect("a plain name"));
        let arguments: Vec<&str> = ["report", "-o", "page.html"]
            .into_iter()
            .chain(files)
            .collect();
        let output = sandbox.run(&arguments);
        assert_eq!(output.code, Some(code), "{}", output.stderr);
        Self { sandbox, browser }
    }

    /// The text of the page.
    pub(crate) fn text(&self) -> String {
        std::fs::read_to_string(self.sandbox.path("page.html")).expect("a page")
    }

    /// A scene of a desktop in light colours.
    pub(crate) fn scene(&self, script: &str) -> Value {
        let url = format!("file://{}", self.sandbox.path("page.html").display());
        json!({"url": url, "width": 1200, "height": 900, "script": script})
    }

    /// The value of a script there.
    pub(crate) fn value(&self, script: &str) -> Value {
        let mut shown = self.browser.show(&[self.scene(script)]);
        shown.remove(0).value
    }

    /// The path of a picture.
    pub(crate) fn picture(&self, name: &str) -> PathBuf {
        match std::env::var_os("VYRE_SCREENSHOTS") {
            Some(folder) => PathBuf::from(folder).join(name),
            None => self.sandbox.path(name),
        }
    }
}
