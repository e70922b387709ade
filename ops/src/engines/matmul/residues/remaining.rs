//! Elements that residues do not determine: signs of zeros, and elements for the wide accumulator.

use super::combine::{OPEN, ZERO};
use super::exact;
use crate::engines::dispatches::{Dispatches, Slot};
use crate::engines::pass::{Item, Pass};
use vyre_conform_runtime::ir::{Kernel, Operand, Type, Var};

/// The dispatch that replaces marked elements by their values, or computes every element if nothing was combined.
pub(super) fn dispatch(
    d: &mut Dispatches,
    size: u32,
    [rows, columns, inner]: [u32; 3],
    [a, b, product]: [Slot; 3],
    all: bool,
) {
    let blocks = inner.div_ceil(exact::BLOCK);
    let iterations = [&[inner.into()][..], &exact::iterations(inner)].concat();
    let pass = Pass {
        name: "remaining_elements",
        items: rows * columns,
        shape: &[columns, inner, blocks, all.into()],
        reads: &[("a", Type::U32, a), ("b", Type::U32, b)],
        writes: ("product", Type::U32, product),
        iterations: &iterations,
    };
    pass.dispatch(d, size, element);
}

fn element(k: &mut Kernel, item: &Item) {
    let [columns, inner, blocks, all] = [0, 1, 2, 3].map(|i| item.shape[i]);
    let row = k.bind("row", item.at / columns * inner);
    let column = k.bind("column", item.at % columns);
    let operands = |k: &mut Kernel, at: Var| {
        let left = k.bind("left", item.read[0].at(row + at));
        let right = k.bind("right", item.read[1].at(at * columns + column));
        [left, right]
    };
    // Where no residues were combined, the buffer may hold values of another program.
    let known = k.bind("known", all.equals(0).select(item.target.at(item.at), OPEN));
    k.when(known.equals(ZERO), |k| {
        let all_minus_zero = k.variable("all_minus_zero", 1);
        k.count("i", 0, inner, |k, i| {
            let [left, right] = operands(k, i);
            let zero = (left << 1).equals(0) | (right << 1).equals(0);
            let minus_zero = zero & ((left ^ right) >> 31).equals(1);
            k.when(!minus_zero, |k| {
                k.assign(all_minus_zero, 0);
                k.leave_loop();
            });
        });
        k.store(item.target, item.at, all_minus_zero << 31);
    });
    k.when(known.equals(OPEN), |k| {
        let sum = exact::sum(k, [inner, blocks], operands);
        k.store(item.target, item.at, sum);
    });
}
