//! A reference that changed where its declaration did not: the certificate of the earlier one is refused.

use super::issued::{ENGINE, OPS, right_certificate};
use vyre_conform_certificate::verify::verified;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::{self, OpDef};
use vyre_conform_tests::changed;

/// A reference that returns its operand.
fn identity(operands: &[u32], result: &mut [u32]) {
    result[0] = operands[0];
}

/// The catalog of the certificates, in which `cert::flip` has this reference.
fn catalog_with_identity() -> Catalog {
    let ops = registry::ops().into_iter();
    let ops = ops.filter(|op| OPS.contains(&op.id)).map(|op| match op.id {
        "cert::flip" => {
            let changed: OpDef = changed!(*op, op: changed!(op.op, scalar: identity));
            &*Box::leak(Box::new(changed))
        }
        _ => op,
    });
    let engine = crate::engines::catalog().find_engine(ENGINE);
    let engines = vec![engine.expect("an engine of the library")];
    Catalog::with_engines(ops.collect(), registry::helpers(), engines).expect("a catalog")
}

/// Oracle: the rows of `cert::flip`, none of which the identity keeps.
#[test]
fn a_reference_that_breaks_a_row_refuses_a_certificate_of_the_table() {
    let refusal = verified(
        right_certificate().text().as_bytes(),
        &catalog_with_identity(),
    );
    let lines = refusal.expect_err("it breaks rows").lines().join("\n");
    let expected = "cert::flip::table passed, but the reference of this program breaks";
    assert!(lines.contains(expected), "{lines}");
}
