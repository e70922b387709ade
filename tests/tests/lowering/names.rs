//! Names of authors: in the lowered text they have the program's meaning, whatever they mean in WGSL.

use super::devices::devices;
use super::programs::complaint;
use vyre_conform_lower as lower;
use vyre_conform_runtime::ir::words;
use vyre_conform_tests::lowered::names;

/// Oracle: naga, on names that are keywords, types, functions and macros in some language; the interpreter, for the
/// results.
#[test]
fn every_name_is_free_for_an_author() {
    let programs = names::programs();
    let mut refused = 0;
    for program in &programs {
        let text = lower::program(program);
        if let Some(complaint) = complaint(&text) {
            panic!("naga refuses it: {complaint}\n{text}");
        }
        let pieces = words(&text).into_iter();
        let bare = pieces.map(|(_, piece)| piece.strip_prefix("v_").unwrap_or(piece));
        refused += usize::from(complaint(&bare.collect::<String>()).is_some());
    }
    // Without the prefix of locals naga rejects some: the test can fail.
    assert!(refused > 10, "{refused} of {}", programs.len());
    for device in devices() {
        names::compare(*device, &programs);
    }
}
