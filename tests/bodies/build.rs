//! Writes a thousand op bodies of the kernel subset to `OUT_DIR/bodies.rs`, so that rustc compiles
//! each of them as a reference. proptest makes them (the package beside this one), always the same; with the variable
//! `VYRE_BODY`, lists of choices, there is that one body, which is how a failing one is shrunk. With `VYRE_SAMPLE` every
//! fourth is written, others from day to day: rustc takes the longest of all tests for them.

use proptest::strategy::ValueTree;
use std::fmt::Write;
use vyre_conform_body_generator::{body, strategy};

/// How many bodies.
const BODIES: u64 = 1000;
/// Of how many one is in a sample.
const SAMPLED: u64 = 4;

/// Whether a body is in the sample of `VYRE_SAMPLE`, such as `3/24`. What is written otherwise the tests refuse.
fn is_sampled(k: u64) -> bool {
    let sample = std::env::var("VYRE_SAMPLE").unwrap_or_default();
    let number = sample.split_once('/').and_then(|(k, _)| k.parse().ok());
    number.is_none_or(|number: u64| k % SAMPLED == number % SAMPLED)
}

/// A list of choices as `VYRE_BODY` has it: numbers with commas between them.
fn list(text: &str) -> Vec<u32> {
    let numbers = text.split(',').filter(|number| !number.is_empty());
    let choice = |number: &str| number.parse().expect("VYRE_BODY: a number");
    numbers.map(choice).collect()
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=VYRE_BODY");
    println!("cargo::rerun-if-env-changed=VYRE_SAMPLE");
    let bodies: Vec<(u64, strategy::Choices)> = match std::env::var("VYRE_BODY") {
        Ok(one) => vec![(0, one.split(';').map(list).collect())],
        Err(_) => {
            let all = (0..BODIES).filter(|k| is_sampled(*k));
            all.map(|k| (k, strategy::tree(k).current())).collect()
        }
    };
    let mut text = format!(
        "/// How many bodies there are.\nconst BODIES: usize = {};\n",
        bodies.len()
    );
    text.push_str(
        "#[allow(unused, unused_comparisons, clippy::all)]\nmod generated {\n\
         use vyre_conform_runtime::vyre_op;\n\
         const TABLE: [u32; 8] = [0, 1, 31, 32, 0xFFFF, 0x1_0000, 0x8000_0000, 0xFFFF_FFFF];\n",
    );
    for (k, choices) in &bodies {
        let op = body::op(*k, choices);
        writeln!(text, "{op}").expect("a string takes any text");
    }
    text.push_str("}\n");
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let path = std::path::Path::new(&out).join("bodies.rs");
    std::fs::write(path, text).expect("OUT_DIR is writable");
}
