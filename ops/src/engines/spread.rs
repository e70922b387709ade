//! Work of a workgroup spread over its invocations.

use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Var};

/// Runs `body` for each of `items`, by the number of the item and that of the turn: invocation `i` of `size`, whose number
/// is `local`, takes the items `i`, `i + size` and so on. There is a loop where [`turns`] says so.
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

/// How often the loop of [`spread`] turns, if there is one.
pub(super) fn turns(items: u32, size: u32) -> Option<u64> {
    let turns = items.div_ceil(size);
    (turns > 1).then_some(turns.into())
}
