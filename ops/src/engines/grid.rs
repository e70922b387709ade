//! Work for any number of items within the limits of a dispatch.

use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Var};

/// Most workgroups of a dispatch here. Every adapter takes 65,535; from a few thousand on, more do
/// not keep a device busier.
pub(super) const MOST_GROUPS: u32 = 4096;

/// Items of an invocation, and tiles of a workgroup, where there are enough of them. Two share what
/// an invocation does once, and the loop over them turns for inputs of a few hundred elements too.
pub(super) const FEWEST_ROUNDS: u32 = 2;

/// Up to as many pieces of work a workgroup takes two of them, so that small inputs have both a second piece and a second
/// workgroup; where there are more, each has a workgroup of its own.
const FEW: u32 = 8;

/// Workgroups for this many pieces of work, of which each is that of a whole workgroup.
pub(super) fn groups(work: u32) -> u32 {
    let fewest = match work <= FEW {
        true => work.div_ceil(FEWEST_ROUNDS),
        false => work,
    };
    fewest.clamp(1, MOST_GROUPS)
}

/// How items are spread over a dispatch: invocation `i` of `n` takes the items `i`, `i + n`, and so
/// on (a grid-stride loop), so that neighbours touch neighbouring memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// How many items there are.
    pub(super) items: u32,
    /// Workgroups.
    pub(super) groups: u32,
    /// Items from one of an invocation to its next.
    pub(super) stride: u32,
    /// Items of an invocation at most.
    pub(super) rounds: u32,
}

impl Grid {
    /// The grid for this many items at a workgroup size.
    pub(super) fn over(items: u32, workgroup_size: u32) -> Self {
        let groups = items.div_ceil(workgroup_size * FEWEST_ROUNDS);
        let groups = groups.clamp(1, MOST_GROUPS);
        let stride = groups * workgroup_size;
        Self {
            items,
            groups,
            stride,
            rounds: items.div_ceil(stride),
        }
    }

    /// What [`each`] needs to know, in this order.
    pub(super) fn params(self) -> [u32; 3] {
        [self.items, self.stride, self.rounds]
    }

    /// The most runs of the loop of [`each`].
    pub(super) fn trips(self) -> u64 {
        self.rounds.into()
    }
}

/// Runs `body` for every item of the invocation. The parameters are those of [`Grid::params`].
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the definition: every piece of work has a workgroup and a round.
    #[test]
    fn all_work_is_taken() {
        for work in [0, 1, 2, 3, 8, 9, MOST_GROUPS, MOST_GROUPS + 1, 1 << 25] {
            let groups = groups(work);
            assert!((1..=MOST_GROUPS).contains(&groups));
            assert!(work.div_ceil(groups) * groups >= work, "{work}");
        }
    }

    /// Oracle: every item is taken exactly once, counted.
    #[test]
    fn a_grid_covers_its_items_once() {
        for (items, size) in [
            (0, 64),
            (1, 1),
            (64, 64),
            (65, 64),
            (5000, 1),
            (1 << 21, 256),
        ] {
            let grid = Grid::over(items, size);
            assert!(grid.groups <= MOST_GROUPS);
            assert_eq!(grid.stride, grid.groups * size);
            let taken = u64::from(grid.stride) * u64::from(grid.rounds);
            assert!(taken >= items.into(), "{items} at {size}");
            assert!(taken < u64::from(items) + u64::from(grid.stride));
        }
    }
}
