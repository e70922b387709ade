//! Names of authors: whatever they mean to a language of the C family, in a text they mean what the program says.

use super::snapshots::assert_grammar;
use vyre_conform_lower_c::Dialect;
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_tests::lowered::names;

/// Oracle: the C compiler, and the interpreter, of names that are keywords, macros, types and functions somewhere.
#[test]
fn every_name_is_free_for_an_author() {
    names::compare(&super::c11().unoptimised(), &names::programs());
}

/// Oracle: the fault that is planted: a local is called like the field of the frame that has the state.
#[test]
fn a_name_without_its_prefix_is_found() {
    let wrong = super::c11().unoptimised().with_fault("v_state", "state");
    assert!(wrong.load_programs(&names::programs()).is_err());
}

/// Oracle: the compiler of this machine, with the words of each dialect declared.
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
