//! Work for any number of items within the limits of a dispatch: a grid-stride loop.

use vyre_conform_ir::{Axis, Expr, Kernel, Operand as _, Var};

/// Invocations of a workgroup.
pub(super) const WORKGROUP: u32 = 64;

/// The most workgroups of a dispatch; every adapter takes 65,535.
const MOST_GROUPS: u32 = 4096;

/// The number of workgroups for items, and the parameters of [`each`]: items, stride, rounds.
pub(super) fn over(items: u32) -> (u32, [u32; 3]) {
    let groups = items.div_ceil(WORKGROUP).clamp(1, MOST_GROUPS);
    let stride = groups * WORKGROUP;
    (groups, [items, stride, items.div_ceil(stride)])
}

/// Runs `body` for every item of an invocation.
pub(super) fn each(
    k: &mut Kernel,
    [items, stride, rounds]: [Var; 3],
    body: impl FnOnce(&mut Kernel, Var),
) {
    k.count("round", 0, rounds, |k, round| {
        let item = k.bind("item", round * stride + Expr::invocation_id(Axis::X));
        k.when(item.less(items), |k| body(k, item));
    });
}
