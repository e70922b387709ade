//! Whole programs: their text, naga's verdict, and the results on every adapter.

use super::devices::devices;
use std::path::Path;
use vyre_conform_interp::{self as interp, Options};
use vyre_conform_lower as lower;
use vyre_conform_suite::backend::Backend;
use vyre_conform_tests::programs::samples;

/// naga's error about a shader, with no optional capability.
pub(super) fn complaint(text: &str) -> Option<String> {
    let module = match naga::front::wgsl::parse_str(text) {
        Ok(module) => module,
        Err(error) => return Some(error.emit_to_string(text)),
    };
    naga::valid::Validator::new(
        naga::valid::ValidationFlags::all(),
        naga::valid::Capabilities::empty(),
    )
    .validate(&module)
    .err()
    .map(|error| error.emit_to_string(text))
}

/// Oracle: the text as a person would write it; `VYRE_BLESS=1` writes the files again, for review before the commit.
/// naga accepts each.
#[test]
fn the_text_of_programs_is_what_a_person_would_write() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lowering/snapshots");
    let mut changed = vec![];
    for sample in samples() {
        let text = lower::program(&sample.valid());
        assert_eq!(text, lower::program(&sample.valid()), "the text is stable");
        let name = &sample.program.name;
        if let Some(complaint) = complaint(&text) {
            panic!("naga refuses `{name}`: {complaint}\n{text}");
        }
        let path = folder.join(format!("{name}.wgsl"));
        if std::env::var_os("VYRE_BLESS").is_some() {
            std::fs::write(&path, &text).expect("the snapshot is written");
        }
        if std::fs::read_to_string(&path).unwrap_or_default() != text {
            changed.push(format!("the text of `{name}` changed:\n{text}"));
        }
    }
    assert!(
        changed.is_empty(),
        "{}\nwhere the texts are right, write them with VYRE_BLESS=1 and commit them",
        changed.join("\n")
    );
}

/// Oracle: the results of each sample, computed in plain Rust beside it.
#[test]
fn programs_give_expected_results_on_every_adapter() {
    for device in devices() {
        for sample in samples() {
            let name = &sample.program.name;
            let slug = &device.identity().slug;
            let loaded = match device.load_programs(&[sample.valid()]) {
                Ok(loaded) => loaded,
                Err(error) => panic!("{slug} refuses `{name}`: {error}"),
            };
            // Twice: the second launch takes its buffers from the pool.
            for _ in 0..2 {
                let actual = match loaded.run(&sample.launch()) {
                    Ok(actual) => actual,
                    Err(error) => panic!("{slug} fails on `{name}`: {error}"),
                };
                let text = lower::program(&sample.valid());
                assert_eq!(actual, sample.expected, "{slug}: `{name}`\n{text}");
            }
        }
    }
}

/// Oracle: the results of each sample, computed in plain Rust beside it.
#[test]
fn interpreter_gives_expected_results() {
    for sample in samples() {
        let actual = interp::run_launch(&[sample.valid()], &sample.launch(), &Options::default());
        assert_eq!(
            actual.as_ref(),
            Ok(&sample.expected),
            "`{}`",
            sample.program.name
        );
    }
}
