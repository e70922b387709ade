use vyre_conform_runtime::vyre_fn;

#[vyre_fn]
fn all(a: u32, b: u32, c: u32, d: u32, e: u32, f: u32, g: u32, h: u32, i: u32) -> u32 {
    a & b & c & d & e & f & g & h & i
}

fn main() {}
