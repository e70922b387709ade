//! Prefixes along an axis, from left to right.

use super::rows::{Axis, Row};
use crate::engines::dispatches::Dispatches;
use crate::engines::network::{column, elements, shape};
use crate::engines::pass::Pass;
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::{Operand, Type};

/// The first index of a row whose prefix is written: the word after the op in the shape.
pub(super) fn skip(input: &Input) -> u32 {
    let [.., skip] = shape::<5>(input);
    skip
}

/// Number of prefixes of a row that are written.
fn kept(axis: &Axis, input: &Input) -> u32 {
    axis.len.saturating_sub(skip(input))
}

/// The plan of an engine of integers or of floats, one invocation per row.
pub(super) fn plan<const FLOATS: bool>(input: &Input, size: u32) -> Plan {
    let axis = Axis::of::<FLOATS>(input);
    let mut d = Dispatches::new(records::<FLOATS>);
    let source = d.given(column(input, 1));
    let kept = kept(&axis, input);
    let len = elements(&[axis.outer, kept, axis.inner, axis.op.words()]);
    let output = d.output(len);
    let pass = Pass {
        name: "scan_axis",
        items: axis.rows(),
        shape: &[axis.len, axis.inner, skip(input), kept],
        reads: &[("source", Type::U32, source)],
        writes: ("prefixes", Type::U32, output),
        iterations: &[axis.len.into()],
    };
    pass.dispatch(&mut d, size, |k, item| {
        let row = Row::of(k, &axis, item);
        let [inner, skip, kept] = [1, 2, 3].map(|i| item.shape[i]);
        let to = item.at / inner * kept * inner + item.at % inner;
        let to = k.bind("to", to);
        let value = row.neutral(k);
        k.count("i", 0, row.len, |k, i| {
            let next = row.element(k, i);
            k.when_else(
                i.equals(0),
                |k| k.assign(value, next),
                |k| {
                    let folded = row.op.apply(k, [value, next]);
                    k.assign(value, folded);
                },
            );
            k.when(i.at_least(skip), |k| {
                let at = k.bind("at", to + (i - skip) * inner);
                row.op.store(k, item.target, at, value);
            });
        });
    });
    d.finish()
}

/// A record of outer index, index along the axis, inner index and words for every written prefix.
fn records<const FLOATS: bool>(input: &Input, read: &[Vec<u32>]) -> Output {
    let axis = Axis::of::<FLOATS>(input);
    let (kept, skip) = (kept(&axis, input), skip(input));
    let words = axis.op.words();
    let len = elements(&[axis.outer, kept, axis.inner]);
    let all = read[0].chunks(words as usize).take(len as usize);
    (0..)
        .zip(all)
        .map(|(at, words)| {
            let along = at / axis.inner;
            let place = [along / kept, along % kept + skip, at % axis.inner];
            [&place[..], words].concat()
        })
        .collect()
}

/// Input `n`; every fourth skips prefixes: the first, or all except the last.
pub(super) fn inputs<const FLOATS: bool>(n: u64) -> Input {
    let mut input = super::rows::inputs::<FLOATS>(n);
    let len = input.columns[0][1];
    match n % 8 {
        3 => input.columns[0].push(1),
        7 => input.columns[0].push(len.saturating_sub(1)),
        _ => {}
    }
    input
}
