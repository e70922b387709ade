//! The example of a backend on Dawn, whose WGSL front end and driver interface are independent of wgpu.

use super::python::agrees;
use super::whole::{gives_the_words_of_shaders, meets_a_sample, reaches_its_levels};
use std::path::{Path, PathBuf};
use vyre_conform_process::serve_check;
use vyre_conform_tests::tint::{FOLDER_VARIABLE, Tint};

/// The example on SwiftShader: Dawn does not support lavapipe of Mesa 22.
fn command() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = match std::env::var_os(FOLDER_VARIABLE) {
        Some(folder) => PathBuf::from(folder),
        None => root.join("target/tint"),
    };
    let example = root.join("vyre-conform-runtime/backends/process/examples/backend.mjs");
    let words = [
        "node".to_owned(),
        example.display().to_string(),
        folder.display().to_string(),
        "adapter=SwiftShader".to_owned(),
    ];
    words.to_vec()
}

/// Oracle: the contract of backends.
pub(crate) fn dawn_passes_serve_check(_: Tint) {
    let wrong = serve_check(&command(), super::python::PATIENCE).into_iter();
    let wrong: Vec<_> = wrong.filter(|one| one.fault.is_some()).collect();
    assert_eq!(wrong, []);
}

/// Oracle: the references.
pub(crate) fn dawn_meets_a_sample(_: Tint) {
    meets_a_sample("process-dawn", command());
}

/// Oracle: the words of the shaders, from the specification of WGSL.
pub(crate) fn dawn_gives_the_words_of_shaders(_: Tint) {
    gives_the_words_of_shaders("process-dawn", command());
}

/// Oracle: docs/spec/conformance.md#levels. `--ignored`: it takes long.
pub(crate) fn every_integer_op_reaches_l2_on_dawn(_: Tint) {
    reaches_its_levels("process-dawn", command());
}

/// Oracle: the interpreter.
pub(crate) fn dawn_agrees_on_random_programs(_: Tint) {
    agrees("process-dawn", command(), 40);
}

/// Oracle: the interpreter. `--ignored`: it takes hours.
pub(crate) fn dawn_agrees_on_twenty_thousand_random_programs(_: Tint) {
    agrees("process-dawn", command(), 20_000);
}
