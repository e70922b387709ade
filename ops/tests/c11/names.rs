//! Names of authors: in the lowered text they have the program's meaning, whatever they mean in a language of the C
//! family.

use super::snapshots::assert_grammar;
use vyre_conform_lower_c::Dialect;
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_tests::lowered::names;

/// Oracle: the C compiler and the interpreter, on names that are keywords, macros, types and functions in some
/// language.
#[test]
fn every_name_is_free_for_an_author() {
    names::compare(&super::c11().unoptimised(), &names::programs());
}

/// Oracle: the planted fault: a local has the name of the frame's field with the state.
#[test]
fn a_name_without_its_prefix_is_found() {
    let wrong = super::c11().unoptimised().with_fault("v_state", "state");
    assert!(wrong.load_programs(&names::programs()).is_err());
}

/// Oracle: the compiler of this machine, with the keywords of each dialect declared.
#[test]
fn every_name_is_free_in_each_dialect() {
    let folder = tempfile::tempdir().expect("a folder");
    let programs = names::programs();
    for dialect in Dialect::ALL {
        let file = folder.path().join("names").with_extension(dialect.name());
        let text = vyre_conform_lower_c::programs(&programs, dialect).text;
        std::fs::write(&file, text).expect("written");
        assert_grammar(dialect, &[file]);
    }
}
