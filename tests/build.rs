//! Writes a thousand op bodies of the kernel subset to `OUT_DIR/bodies.rs`, so that rustc compiles
//! each of them as a reference. proptest makes them (`build/strategy.rs`), always the same; with the variable
//! `VYRE_BODY`, lists of choices, there is that one body, which is how a failing one is shrunk.

#[path = "build/body.rs"]
mod body;
#[path = "build/strategy.rs"]
mod strategy;

use proptest::strategy::ValueTree;
use std::fmt::Write;

/// How many bodies.
const BODIES: u64 = 1000;

/// A list of choices as `VYRE_BODY` has it: numbers with commas between them.
fn list(text: &str) -> Vec<u32> {
    let numbers = text.split(',').filter(|number| !number.is_empty());
    let choice = |number: &str| number.parse().expect("VYRE_BODY: a number");
    numbers.map(choice).collect()
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/body.rs");
    println!("cargo::rerun-if-changed=build/strategy.rs");
    println!("cargo::rerun-if-env-changed=VYRE_BODY");
    let bodies: Vec<strategy::Choices> = match std::env::var("VYRE_BODY") {
        Ok(one) => vec![one.split(';').map(list).collect()],
        Err(_) => (0..BODIES).map(|k| strategy::tree(k).current()).collect(),
    };
    let mut text = String::from(
        "#[allow(unused, unused_comparisons, clippy::all)]\nmod generated {\n\
         use vyre_conform_runtime::vyre_op;\n\
         const TABLE: [u32; 8] = [0, 1, 31, 32, 0xFFFF, 0x1_0000, 0x8000_0000, 0xFFFF_FFFF];\n",
    );
    for (k, choices) in bodies.iter().enumerate() {
        let op = body::op(k as u64, choices);
        writeln!(text, "{op}").expect("a string takes any text");
    }
    text.push_str("}\n");
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let path = std::path::Path::new(&out).join("bodies.rs");
    std::fs::write(path, text).expect("OUT_DIR is writable");
}
