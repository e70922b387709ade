//! Distribution of work over the invocations of a workgroup.

use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Var};

/// Runs `body` for each of `items`, with the number of the item and of the iteration: invocation `i` of `size`, with
/// the number `local`, takes the items `i`, `i + size` and so on. The code has a loop only if [`iterations`] gives one.
pub(super) fn spread(
    k: &mut Kernel,
    items: u32,
    (local, size): (Var, u32),
    body: impl FnOnce(&mut Kernel, Var, Expr),
) {
    let rounds = items.div_ceil(size);
    let own = |k: &mut Kernel, item: Var, turn: Expr| match rounds * size > items {
        true => k.when(item.less(items), |k| body(k, item, turn)),
        false => body(k, item, turn),
    };
    if rounds <= 1 {
        return own(k, local, Expr::u32(0));
    }
    k.count("turn", 0, rounds, |k, turn| {
        let item = k.bind("item", turn * size + local);
        own(k, item, turn.into());
    });
}

/// Iterations of the loop of [`spread`], if it has one.
pub(super) fn iterations(items: u32, size: u32) -> Option<u64> {
    let iterations = items.div_ceil(size);
    (iterations > 1).then_some(iterations.into())
}
