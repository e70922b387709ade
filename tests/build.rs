//! Writes a thousand op bodies of the kernel subset to `OUT_DIR/bodies.rs`, so that rustc compiles
//! each of them as a reference. The text depends on nothing but the seed below.

#[path = "build/body.rs"]
mod body;

use std::fmt::Write;

/// How many bodies.
const BODIES: u64 = 1000;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/body.rs");
    let mut text = String::from(
        "#[allow(unused, unused_comparisons, clippy::all)]\nmod generated {\n\
         use vyre_conform_runtime::vyre_op;\n\
         const TABLE: [u32; 8] = [0, 1, 31, 32, 0xFFFF, 0x1_0000, 0x8000_0000, 0xFFFF_FFFF];\n",
    );
    for k in 0..BODIES {
        let op = body::op(k);
        writeln!(text, "{op}").expect("a string takes any text");
    }
    text.push_str("}\n");
    let out = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let path = std::path::Path::new(&out).join("bodies.rs");
    std::fs::write(path, text).expect("OUT_DIR is writable");
}
