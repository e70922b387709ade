//! Ops inside a function, and in a block inside it.

use vyre_conform_runtime::vyre_op;

/// Oracle: the truth table of exclusive or.
#[test]
fn ops_are_allowed_inside_functions() {
    /// Exclusive or.
    #[vyre_op(laws(Commutative, SelfInverse(0)), table((1, 3) => 2, "bits that differ"))]
    const fn in_a_function(a: u32, b: u32) -> u32 {
        a ^ b
    }
    assert_eq!(in_a_function(1, 3), 2);
}
