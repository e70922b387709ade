//! Rows of floats as networks have them: softmax, norms, attention, by their engines and in their orders of additions.

use super::{Failure, Options, timed};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::Input;
use vyre_conform_suite::backend::Backend;

/// Engines of which an element of the output is the last word of a record.
pub(super) const NAMES: [&str; 4] = ["softmax", "layer_norm", "rms_norm", "attention"];

/// Invocations of a workgroup.
const WORKGROUP: u32 = 64;

/// Heads of attention, each of this width.
const HEADS: u32 = 8;
const WIDTH: u32 = 64;

/// Prints how fast a backend computes as many rows as they have elements; of attention there is an eighth of as many queries and keys.
pub(super) fn measure(
    backend: &dyn Backend,
    catalog: &Catalog,
    (name, size): (&str, u32),
    options: &Options,
    operands: &[Vec<u32>; 2],
) -> Result<(), Failure> {
    let engine = catalog.find_engine(&format!("engine::{name}"));
    let engine = engine.ok_or_else(|| format!("no engine is called {name}"))?;
    let input = input(name, size, operands);
    let plan = (engine.plan)(&input, WORKGROUP);
    let reference = engine.reference.ok_or("an engine without a reference")?;
    let due: Vec<u32> = reference(&input)
        .iter()
        .filter_map(|record| record.last().copied())
        .collect();
    let mut launch = plan.launch;
    let right = |found: &[u32]| match found.iter().zip(&due).position(|(found, due)| found != due) {
        Some(at) => Err(format!(
            "{name} of {size}: element {at} is {:#010x} and not {:#010x}",
            found[at], due[at]
        )
        .into()),
        None => Ok(()),
    };
    let programs = (catalog, plan.programs);
    if let Some(each) = timed(backend, programs, &mut launch, options, (name, size), right)? {
        println!(
            "  {name:<16} {size:>5}  {:>9.3} ms",
            each.as_secs_f64() * 1e3
        );
    }
    Ok(())
}

/// The input of an engine, of the elements of these.
fn input(name: &str, size: u32, [a, b]: &[Vec<u32>; 2]) -> Input {
    let epsilon = 1e-5_f32.to_bits();
    let part = |of: &[u32], len: u32| of[..len as usize].to_vec();
    let columns = match name {
        "softmax" => vec![vec![size, size], a.clone()],
        "attention" => {
            let rows = size / 8;
            let shape = vec![1, rows, rows, HEADS, HEADS, WIDTH, 0, 0.125_f32.to_bits()];
            let len = rows * HEADS * WIDTH;
            vec![
                shape,
                part(a, len),
                part(b, len),
                part(&b[len as usize..], len),
            ]
        }
        _ => vec![
            vec![size, size, epsilon],
            a.clone(),
            part(b, size),
            part(&b[size as usize..], size),
        ],
    };
    Input { columns }
}
