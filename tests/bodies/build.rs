//! Writes op bodies of the kernel subset to `OUT_DIR/bodies.rs`, so that rustc compiles each of them as a reference.
//! The package `generator` generates them with proptest, always the same ones. If `VYRE_BODY` contains lists of
//! choices, only that body is written, for shrinking a failing one. `VYRE_BODIES` is the number of bodies.

use proptest::strategy::ValueTree;
use std::fmt::Write;
use vyre_conform_body_generator::{body, strategy};

/// The number of bodies without `VYRE_BODIES`: compiling them takes rustc longer than all other tests.
const BODIES: u64 = 250;

/// A list of choices in the format of `VYRE_BODY`: numbers separated by commas.
fn list(text: &str) -> Vec<u32> {
    let numbers = text.split(',').filter(|number| !number.is_empty());
    let choice = |number: &str| number.parse().expect("VYRE_BODY: a number");
    numbers.map(choice).collect()
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=VYRE_BODY");
    println!("cargo::rerun-if-env-changed=VYRE_BODIES");
    let bodies: Vec<(u64, strategy::Choices)> = match std::env::var("VYRE_BODY") {
        Ok(one) => vec![(0, one.split(';').map(list).collect())],
        Err(_) => {
            let number = std::env::var("VYRE_BODIES").ok();
            let number = number.map_or(BODIES, |text| text.parse().expect("VYRE_BODIES: a number"));
            (0..number)
                .map(|k| (k, strategy::tree(k).current()))
                .collect()
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
