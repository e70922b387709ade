//! Rows of floats as networks have them: softmax, norms, attention, by their engines and in their orders of additions.

use super::{Failure, Workload};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::Input;

/// Engines of which an element of the output is the last word of a record.
pub(super) const NAMES: [&str; 8] = [
    "softmax",
    "softmax_lanes_256",
    "layer_norm",
    "layer_norm_lanes_256",
    "rms_norm",
    "rms_norm_lanes_256",
    "attention",
    "attention_lanes_256",
];

/// Invocations of a workgroup, of the lanes and of the others.
const LANES: u32 = 256;
const WORKGROUP: u32 = 64;

/// Heads of attention, each of this width.
const HEADS: u32 = 8;
const WIDTH: u32 = 64;

/// As many rows as they have elements; of attention there is an eighth of as many queries and keys.
pub(super) fn made<'a>(
    catalog: &Catalog,
    (name, size): (&'a str, u32),
    operands: &[Vec<u32>; 2],
) -> Result<Workload<'a>, Failure> {
    let engine = catalog.find_engine(&format!("engine::{name}"));
    let engine = engine.ok_or_else(|| format!("no engine is called {name}"))?;
    let input = input(name, size, operands);
    let workgroup = if name.ends_with("_lanes_256") {
        LANES
    } else {
        WORKGROUP
    };
    let plan = (engine.plan)(&input, workgroup);
    let reference = engine.reference.ok_or("an engine without a reference")?;
    let due = reference(&input);
    let right = move |found: &[u32]| {
        let due = due.iter().filter_map(|record| record.last());
        let mut both = (0..).zip(found.iter().zip(due));
        match both.find(|(_, (found, due))| found != due) {
            Some((at, (found, due))) => {
                let at: usize = at;
                let told = format!("element {at} is {found:#010x} and not {due:#010x}");
                Err(format!("{name} of {size}: {told}").into())
            }
            None => Ok(()),
        }
    };
    Ok(Workload {
        programs: plan.programs,
        launch: plan.launch,
        right: Box::new(right),
        operations: None,
    })
}

/// The input of an engine, of the elements of these.
fn input(name: &str, size: u32, [a, b]: &[Vec<u32>; 2]) -> Input {
    let epsilon = 1e-5_f32.to_bits();
    // Small squares have fewer elements than attention takes.
    let part = |of: &[u32], from: u32, len: u32| -> Vec<u32> {
        let all = of.iter().copied().cycle();
        all.skip(from as usize).take(len as usize).collect()
    };
    let columns = match name {
        "softmax" | "softmax_lanes_256" => vec![vec![size, size], a.clone()],
        "attention" | "attention_lanes_256" => {
            let rows = size / 8;
            let shape = vec![1, rows, rows, HEADS, HEADS, WIDTH, 0, 0.125_f32.to_bits()];
            let len = rows * HEADS * WIDTH;
            vec![shape, part(a, 0, len), part(b, 0, len), part(b, len, len)]
        }
        _ => vec![
            vec![size, size, epsilon],
            a.clone(),
            part(b, 0, size),
            part(b, size, size),
        ],
    };
    Input { columns }
}
