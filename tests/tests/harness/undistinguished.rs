//! Ops with indistinguishable declarations.

use super::ops::{good_add, good_xor};
use super::support::folder;
use libtest_mimic::Arguments;
use std::process::ExitCode;
use vyre_conform_harness::trials::undistinguished;
use vyre_conform_harness::{Context, Settings};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::{OpDef, helpers, op_ref, ops};
use vyre_conform_tests::changed;

/// The declarations of the sum and of the exclusive or, without rows, boundaries and classes; and one of them with its
/// rows.
fn defs() -> [&'static OpDef; 3] {
    let registered = |id| ops().into_iter().find(|op| op.id == id).expect("an op");
    let (add, xor) = (registered("toy::good_add"), registered("toy::good_xor"));
    assert_eq!((add.op.key.id)(), (op_ref(good_add).key.id)());
    assert_eq!((xor.op.key.id)(), (op_ref(good_xor).key.id)());
    let bare = changed!(*add, rows: &[], boundaries: &[], classes: &[], laws: xor.laws);
    let bare_xor = changed!(*xor, rows: &[]);
    [
        Box::leak(Box::new(bare)),
        Box::leak(Box::new(bare_xor)),
        xor,
    ]
}

/// Oracle: a sum and an exclusive or commute, have the identity 0, and differ where a bit is 1 in both operands; a row
/// shows that.
#[test]
fn indistinguishable_ops_are_named_with_a_distinguishing_row() {
    let [add, xor, with_row] = defs();
    let catalog = |ops| Catalog::of(ops, helpers()).expect("a catalog");
    let actual = undistinguished(&catalog(vec![add, xor]));
    assert_eq!(actual.len(), 1, "{actual:?}");
    for part in ["toy::good_add", "toy::good_xor", "such as (", "gives"] {
        assert!(actual[0].contains(part), "{actual:?}");
    }
    assert_eq!(undistinguished(&catalog(vec![add, with_row])), [""; 0]);
    // No declaration distinguishes the same function under two names.
    let twice = changed!(*xor, id: "toy::xor_again", op: op_ref(|a: u32, b: u32| a ^ b));
    let twice: &'static OpDef = Box::leak(Box::new(twice));
    assert_eq!(undistinguished(&catalog(vec![xor, twice])), [""; 0]);
}

/// Oracle: the same ops as a suite: its trial of all ops fails, and passes with the row.
#[test]
fn a_suite_with_such_ops_fails() {
    let [add, xor, with_row] = defs();
    for (ops, expected) in [(vec![add, xor], 101), (vec![add, with_row], 0)] {
        let catalog = Catalog::of(ops, helpers()).expect("a catalog");
        let root = folder();
        let context = Context::new(catalog, Settings::default(), vec![], None, root.path());
        let context = context.expect("a runnable plan");
        let arguments = Arguments {
            filter: Some("library::collisions".into()),
            exact: true,
            ..Arguments::default()
        };
        let code = vyre_conform_harness::run(arguments, context);
        assert_eq!(
            format!("{code:?}"),
            format!("{:?}", ExitCode::from(expected))
        );
    }
}
