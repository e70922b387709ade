//! Distribution of any number of items within the limits of a dispatch.

use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Var};

/// Largest number of workgroups of a dispatch. Every adapter allows 65,535; beyond a few thousand, more do not keep a
/// device busier.
pub(super) const MOST_GROUPS: u32 = 4096;

/// Items of an invocation, and tiles of a workgroup, if there are enough. With two, an invocation shares its setup, and
/// its loop repeats for inputs of a few hundred elements too.
pub(super) const FEWEST_ROUNDS: u32 = 2;

/// Up to this many pieces of work, a workgroup takes two of them, so that small inputs have both a second piece and a
/// second workgroup. Beyond it, each piece has its own workgroup.
const FEW: u32 = 8;

/// Workgroups for this many pieces of work, each for a whole workgroup.
pub(super) fn groups(work: u32) -> u32 {
    let fewest = match work <= FEW {
        true => work.div_ceil(FEWEST_ROUNDS),
        false => work,
    };
    fewest.clamp(1, MOST_GROUPS)
}

/// Distribution of items over a dispatch: invocation `i` of `n` takes the items `i`, `i + n`, and so on (a grid-stride
/// loop), so that neighbours access neighbouring memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// Number of items.
    pub(super) items: u32,
    /// Workgroups.
    pub(super) groups: u32,
    /// Distance from an item of an invocation to its next.
    pub(super) stride: u32,
    /// Largest number of items of an invocation.
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

    /// Parameters of [`for_each`], in this order.
    pub(super) fn params(self) -> [u32; 3] {
        [self.items, self.stride, self.rounds]
    }

    /// Upper bound on the iterations of the loop of [`for_each`].
    pub(super) fn iterations(self) -> u64 {
        self.rounds.into()
    }
}

/// Runs `body` for every item of the invocation. The parameters are those of [`Grid::params`].
pub(super) fn for_each(
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
