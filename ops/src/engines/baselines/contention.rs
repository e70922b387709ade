//! Atomic operations with 32 steps on each cell.

use vyre_conform_runtime::engine::Input;

/// Invocations.
const COUNT: u32 = 1 << 20;

/// Cells: as many operands per cell as a word has bits.
const CELLS: u32 = COUNT / u32::BITS;

/// One operand per invocation; the number of cells, their initial value, and one step.
fn of(operand: impl Fn(u32) -> u32, initial: u32) -> Input {
    Input {
        columns: vec![(0..COUNT).map(operand).collect(), vec![CELLS, initial, 1]],
    }
}

/// Ones.
pub(super) fn ones() -> Input {
    of(|_| 1, 0)
}

/// A different bit for each step on a cell.
pub(super) fn bits() -> Input {
    of(|i| 1 << (i / CELLS), 0)
}

/// All bits except one, a different one for each step on a cell.
pub(super) fn missing_bits() -> Input {
    of(|i| !(1 << (i / CELLS)), u32::MAX)
}

/// Every number once, none of them zero, descending.
pub(super) fn descending() -> Input {
    of(|i| COUNT - i, u32::MAX)
}

/// Every number once, none of them zero, ascending.
pub(super) fn ascending() -> Input {
    of(|i| i + 1, 0)
}

/// One step per operand and round. Parameters: invocations, cells, initial value, rounds, invocations in a row of
/// workgroups.
macro_rules! steps {
    ($atomic:literal) => {
        concat!(
            "
struct Params { x: u32, cells: u32, initial: u32, rounds: u32, row: u32 }
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> operands: array<u32>;
@group(0) @binding(2) var<storage, read_write> cells: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> before: array<u32>;

@compute @workgroup_size(64)
fn vyre_main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.y * params.row + id.x;
    if (i >= params.x) { return; }
    for (var round = 0u; round < params.rounds; round++) {
        before[i * params.rounds + round] = ",
            $atomic,
            "(&cells[i % params.cells], operands[i]);
    }
}"
        )
    };
}

/// Additions.
pub(super) const ADD: &str = steps!("atomicAdd");

/// Sets of bits.
pub(super) const OR: &str = steps!("atomicOr");

/// Clears of bits.
pub(super) const AND: &str = steps!("atomicAnd");

/// Toggles of bits.
pub(super) const XOR: &str = steps!("atomicXor");

/// Minima.
pub(super) const MIN: &str = steps!("atomicMin");

/// Maxima.
pub(super) const MAX: &str = steps!("atomicMax");
