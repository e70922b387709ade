//! Scans and reductions of the segments of an array, whatever the lengths of the segments.
//!
//! | engine | segments begin | gives |
//! |---|---|---|
//! | [`segmented_scan_inclusive`], [`segmented_scan_exclusive`] | at flags | a prefix of the segment for every word |
//! | [`segmented_reduce`] | where the previous one ends | a word for every segment |
//!
//! The first word of an input selects the operation: 0 the wrapping sum, 1 the maximum, 2 the bitwise or. 0 is neutral
//! for each of them.
//!
//! A scan of pairs of flag and value (Blelloch, "Prefix Sums and Their Applications", 1990, section 1.5): the value of
//! two pairs is that of the second if it begins a segment, and otherwise both folded. Work is divided by words and not
//! by segments (Sengupta, Harris, Zhang and Owens, "Scan Primitives for GPU Computing", 2007).

mod pairs;
mod reduce;
mod scan_exclusive;
mod scan_inclusive;

pub use reduce::segmented_reduce;
pub use scan_exclusive::segmented_scan_exclusive;
pub use scan_inclusive::segmented_scan_inclusive;

use super::dispatches::Dispatches;
use super::{numbered, shapes};
use pairs::Operation;
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::ir::Operand;

/// Operations of the folds.
const OPERATIONS: [Operation; 3] = [
    Operation {
        of: u32::wrapping_add,
        expr: |a, b| a + b,
    },
    Operation {
        of: Ord::max,
        expr: |a, b| a.max(b),
    },
    Operation {
        of: |a, b| a | b,
        expr: |a, b| a | b,
    },
];

/// The operation of an input: its number is the first word, modulo the number of operations.
fn operation(input: &Input) -> Operation {
    let number = input.columns[0].first().copied().unwrap_or(0);
    OPERATIONS[number as usize % OPERATIONS.len()]
}

/// The plan of a scan of the segments that begin at flags.
fn plan(input: &Input, size: u32, inclusive: bool) -> Plan {
    let [heads, values] = [&input.columns[1], &input.columns[2]];
    let len = values.len() as u32;
    let mut d = Dispatches::new(|input, read| {
        let len = input.columns[2].len();
        numbered(read[0].iter().take(len).copied())
    });
    let given = [heads, values].map(|column| d.given(column));
    let output = d.output(len);
    pairs::dispatches(
        &mut d,
        size,
        len,
        operation(input),
        given,
        output,
        inclusive,
    );
    d.finish()
}

/// The segments one after another, each with the prefixes before every word, or up to and including it.
fn prefixes(input: &Input, inclusive: bool) -> Output {
    let of = operation(input).of;
    let mut folded = 0;
    let elements = input.columns[1].iter().zip(&input.columns[2]);
    numbered(elements.map(|(head, value)| {
        let before = if *head == 0 { folded } else { 0 };
        folded = of(before, *value);
        if inclusive { folded } else { before }
    }))
}

/// Values of every length and pattern; segments of every length, of single words, one of all words, and few long ones.
fn inputs(n: u64) -> Input {
    let len = shapes::length(n);
    let head = |i: u32| {
        let random = shapes::random(n, i ^ 0x8000_0000);
        match n % 5 {
            0 => random % 3 / 2,
            1 => u32::from(random.is_multiple_of(40)) * random,
            2 => u32::from(random.is_multiple_of(700)) * random,
            3 => 0,
            _ => random | 1,
        }
    };
    Input {
        columns: vec![
            vec![(n % 3) as u32],
            (0..len).map(head).collect(),
            shapes::words(n, len),
        ],
    }
}
