//! Sequential steps with prefetched operands: the operands of several steps are read before the first of these steps,
//! so that a step waits for the step before it and not for memory.

use vyre_conform_runtime::ir::{Expr, Kernel, Type, Var};

/// Steps whose operands are read together.
const AT_ONCE: u32 = 8;

/// Upper bounds on the iterations of the loops of [`for_each`] over this many steps.
pub(super) fn iterations(steps: u32) -> [u64; 3] {
    [steps / AT_ONCE, AT_ONCE, AT_ONCE - 1].map(u64::from)
}

/// The steps from one index up to, but not including, another, which is not less. Operands are binary32.
///
/// The text contains a step twice instead of once per prefetched operand, since a float op in integers is long.
pub(super) fn for_each(
    k: &mut Kernel,
    [from, to]: [Expr; 2],
    read: impl Fn(&mut Kernel, Var) -> [Var; 2],
    step: impl Fn(&mut Kernel, [Var; 2]),
) {
    let [from, to] = [from, to].map(|place| k.bind("place", place));
    let blocks = k.bind("blocks", (to - from) / AT_ONCE);
    let sides = ["lefts", "rights"].map(|name| k.array(name, Type::F32, AT_ONCE));
    k.count("block", 0, blocks, |k, block| {
        let begin = k.bind("begin", from + block * AT_ONCE);
        for i in 0..AT_ONCE {
            let at = k.bind("at", begin + i);
            let operands = read(k, at);
            for (side, operand) in sides.into_iter().zip(operands) {
                k.store_element(side, Expr::u32(i), operand);
            }
        }
        k.count("i", 0, AT_ONCE, |k, i| {
            let operands = sides.map(|side| {
                let element = Expr::element(side, Type::F32, i.into());
                k.bind("operand", element)
            });
            step(k, operands);
        });
    });
    k.count("at", from + blocks * AT_ONCE, to, |k, at| {
        let operands = read(k, at);
        step(k, operands);
    });
}
