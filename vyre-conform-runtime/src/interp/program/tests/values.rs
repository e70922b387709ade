//! Buffers and ids.

use super::{results, words};
use crate::dispatch::Contents;
use crate::ir::{Axis, Expr, Kernel, Operand, Type};

/// Oracle: by hand.
#[test]
fn a_copy_copies() {
    let mut k = Kernel::new("double", [4, 1, 1]);
    let from = k.read_only("from", Type::U32);
    let to = k.read_write("to", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.less(from.len()), |k| k.store(to, i, from.at(i) * 2_u32));
    let found = results(
        k,
        [2, 1, 1],
        vec![words(&[1, 2, 3, 4, 5]), Contents::Zeros(6)],
    );
    assert_eq!(found, [vec![2, 4, 6, 8, 10, 0]]);
}
