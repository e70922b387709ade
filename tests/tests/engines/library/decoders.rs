//! Errors in the texts of decoders: the inputs have every kind, so that a decoder that accepts one character more, or
//! ignores the remaining bits, is caught.

use super::{original, run};
use vyre_conform_runtime::ir::{Expr, ExprKind, Node};

/// Inputs of the suite.
const INPUTS: u64 = 16;

/// Replaces occurrence number `index` of a literal by another value; true if that occurrence exists.
pub(super) fn relabel(nodes: &mut [Node], (from, to): (u64, u64), index: usize) -> bool {
    fn of_expr(expr: &mut Expr, change: &mut dyn FnMut(&mut u64)) {
        if let ExprKind::Literal(bits) = &mut expr.kind {
            change(bits);
        }
        expr.for_each_operand_mut(|operand| of_expr(operand, change));
    }
    fn of_nodes(nodes: &mut [Node], change: &mut dyn FnMut(&mut u64)) {
        for node in nodes {
            node.for_each_expr_mut(|expr| of_expr(expr, change));
            node.for_each_block_mut(|block| of_nodes(block, change));
        }
    }
    let mut observed = 0;
    of_nodes(nodes, &mut |bits| {
        if *bits == from {
            if observed == index || index == ALL {
                *bits = to;
            }
            observed += 1;
        }
    });
    observed > 0 && (index == ALL || observed > index)
}

/// Every occurrence.
pub(super) const ALL: usize = usize::MAX;

/// Oracle: the references. `less` of a greater literal accepts the character after a range; a mask of zero tests no
/// bit.
#[test]
fn decoder_that_accepts_too_much_is_caught() {
    for (id, literal, which) in [
        // One text for each of eight characters. One letter more would be 16, which is not a digit.
        ("engine::hex_decode", (10, 11), ALL),
        // Upper case, lower case.
        ("engine::base64_decode", (26, 27), 0),
        ("engine::base64_decode", (26, 27), 2),
        ("engine::base64_decode", (10, 11), 0),
        ("engine::base64_decode", (0xF000, 0), 0),
        ("engine::base64_decode", (0xC0, 0), 0),
    ] {
        let def = original(id);
        let reference = def.reference.expect("every engine has one");
        let is_caught = (0..INPUTS).any(|n| {
            let input = (def.inputs)(n);
            let mut plan = (def.plan)(&input, 64);
            let body = &mut plan.programs[0].entry.body;
            assert!(relabel(body, literal, which), "{id}: no {literal:?}");
            run(&plan, &input) != reference(&input)
        });
        assert!(is_caught, "{id}, {literal:?}, {which}");
    }
}
