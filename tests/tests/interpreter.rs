//! I8: the interpreter, compared with the CPU references of the library.

use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::{self, OpDef};
use vyre_conform_tests::misinterpreted;
use vyre_ops as _;

/// Oracle: I8: the CPU references of the library, as compiled by rustc; and `toy::forgetful`, whose reference is
/// another function than its body.
#[test]
fn i8_the_interpreter_agrees_with_every_op() {
    let with = |selects: fn(&OpDef) -> bool| {
        let mut ops = registry::ops();
        ops.retain(|def| selects(def));
        Catalog::of(ops, registry::helpers()).expect("ops with distinct ids")
    };
    let library = with(|def| def.place.module.starts_with("vyre_ops"));
    assert!(library.ops().len() > 80);
    assert_eq!(misinterpreted(&library), [""; 0]);
    let forgetful = with(|def| ["toy::forgetful", "toy::remembering"].contains(&def.id));
    let actual = misinterpreted(&forgetful);
    assert!(
        actual.len() == 1 && actual[0].contains("forgetful"),
        "{actual:?}"
    );
}
