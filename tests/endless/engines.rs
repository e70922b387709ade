//! Engines with one function that does not return on the input with three words, and one engine whose functions all
//! return.

use std::cmp::Ordering;
use std::time::Duration;
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::{Input, Output, Plan, Record};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Type};
use vyre_conform_runtime::vyre_engine;

/// Does not return if `it` is true.
fn stuck_where(it: bool) {
    while it {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The numbers from 0; there is one more than the number of the input.
fn inputs(n: u64) -> Input {
    Input {
        columns: vec![(0..=n as u32 % 16).collect()],
    }
}

fn has_three(input: &Input) -> bool {
    input.columns[0].len() == 3
}

/// Adds one to every word.
fn increment(input: &Input, size: u32, decode: fn(&Input, &[Vec<u32>]) -> Output) -> Plan {
    let words = input.columns[0].clone();
    let mut k = Kernel::new("increment", [size, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.less(data.len()), |k| k.store(data, i, data.at(i) + 1));
    let workgroups = (words.len() as u32).div_ceil(size);
    let max = 8 * u64::from(workgroups * size);
    let launch = Launch {
        buffers: vec![Contents::Words(words)],
        steps: vec![Step {
            program: 0,
            workgroups: [workgroups, 1, 1],
            buffers: vec![0],
        }],
        read_back: vec![0],
    };
    Plan::new(vec![k.finish()], launch, max, decode)
}

fn decode(_: &Input, words: &[Vec<u32>]) -> Output {
    words[0].iter().map(|w| vec![*w]).collect()
}

fn reference(input: &Input) -> Output {
    input.columns[0].iter().map(|w| vec![w + 1]).collect()
}

/// Every function returns.
#[vyre_engine(
    id = "engine::endless_sound",
    invariants(Deterministic, OutputOrdered),
    reference = reference,
    inputs = inputs,
)]
pub(crate) fn sound(input: &Input, size: u32) -> Plan {
    increment(input, size, decode)
}

fn stuck_reference(input: &Input) -> Output {
    stuck_where(has_three(input));
    reference(input)
}

/// The reference does not return.
#[vyre_engine(
    id = "engine::endless_reference",
    invariants(Deterministic),
    reference = stuck_reference,
    inputs = inputs,
)]
pub(crate) fn with_reference(input: &Input, size: u32) -> Plan {
    increment(input, size, decode)
}

fn stuck_inputs(n: u64) -> Input {
    stuck_where(n == 2);
    inputs(n)
}

/// The generator of inputs does not return.
#[vyre_engine(
    id = "engine::endless_inputs",
    invariants(Deterministic),
    reference = reference,
    inputs = stuck_inputs,
)]
pub(crate) fn with_inputs(input: &Input, size: u32) -> Plan {
    increment(input, size, decode)
}

/// The decoder does not return.
#[vyre_engine(
    id = "engine::endless_decode",
    invariants(Deterministic),
    reference = reference,
    inputs = inputs,
)]
pub(crate) fn with_decode(input: &Input, size: u32) -> Plan {
    increment(input, size, |input, words| {
        stuck_where(has_three(input));
        decode(input, words)
    })
}

fn stuck_order(a: &Record, b: &Record) -> Ordering {
    stuck_where(b[0] == 3);
    a.cmp(b)
}

/// The order does not return.
#[vyre_engine(
    id = "engine::endless_order",
    invariants(OutputOrdered),
    reference = reference,
    inputs = inputs,
    order = stuck_order,
)]
pub(crate) fn with_order(input: &Input, size: u32) -> Plan {
    increment(input, size, decode)
}
