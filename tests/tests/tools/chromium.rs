//! Headless Chromium as a backend: WebGPU of a browser, over a WebSocket.

use super::whole::{gives_the_words_of_shaders, meets_a_sample, reaches_its_levels};
use std::process::Command;
use vyre_conform_process::serve_check;
use vyre_conform_tests::tool::Tool;

/// Chromium.
pub(crate) struct Chromium;

impl Tool for Chromium {
    const NAME: &'static str = "Chromium";
    const REQUIRED_BY: &'static str = "VYRE_REQUIRE_CHROMIUM";

    fn find() -> Result<Self, String> {
        match Command::new("chromium").arg("--version").output() {
            Ok(_) => Ok(Self),
            Err(error) => Err(format!(
                "`chromium` cannot be run: {error} (Debian and Ubuntu: chromium)"
            )),
        }
    }
}

/// It runs on its own SwiftShader. Without a sandbox root can start it.
fn command() -> Vec<String> {
    let words = [
        env!("CARGO_BIN_EXE_vyre-browser-backend"),
        "--",
        "chromium",
        "--headless=new",
        "--no-sandbox",
        "--no-first-run",
        "--disable-breakpad",
        "--disable-dev-shm-usage",
        "--enable-unsafe-webgpu",
        "--enable-features=Vulkan",
        "--use-webgpu-adapter=swiftshader",
        "--user-data-dir={profile}",
    ];
    words.map(str::to_owned).to_vec()
}

/// Oracle: the contract of backends, and the golden frames.
pub(crate) fn chromium_passes_serve_check(_: Chromium) {
    let wrong = serve_check(&command(), super::python::PATIENCE).into_iter();
    let wrong: Vec<_> = wrong.filter(|one| one.fault.is_some()).collect();
    assert_eq!(wrong, []);
}

/// Oracle: the references.
pub(crate) fn chromium_meets_a_sample(_: Chromium) {
    meets_a_sample("process-chromium", command());
}

/// Oracle: the words of the shaders, from the specification of WGSL.
pub(crate) fn chromium_gives_the_words_of_shaders(_: Chromium) {
    gives_the_words_of_shaders("process-chromium", command());
}

/// Oracle: docs/spec/conformance.md#levels. `--ignored`: it takes long.
pub(crate) fn every_integer_op_reaches_l2_in_chromium(_: Chromium) {
    reaches_its_levels("process-chromium", command());
}

/// Oracle: the interpreter. `--ignored`: it takes hours.
pub(crate) fn chromium_agrees_on_twenty_thousand_random_programs(_: Chromium) {
    super::python::agrees("process-chromium", command(), 20_000);
}

/// Oracle: the messages: a program that is not a browser is reported, and does not hang.
pub(crate) fn invalid_browser_is_named() {
    for (words, message) in [
        (
            &["/nowhere/browser"][..],
            "the browser `/nowhere/browser` cannot be run",
        ),
        (
            &["/usr/bin/true"],
            "the browser ended with exit status: 0 before it opened the page",
        ),
    ] {
        let program = env!("CARGO_BIN_EXE_vyre-browser-backend");
        let command = [&[program, "--"], words].concat();
        let command: Vec<String> = command.into_iter().map(str::to_owned).collect();
        let checked = serve_check(&command, super::python::PATIENCE);
        let wrong = checked[0].fault.as_deref().unwrap_or_default();
        assert!(checked.len() == 1 && wrong.contains(message), "{wrong}");
    }
}
