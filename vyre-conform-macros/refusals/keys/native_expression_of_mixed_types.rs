use vyre_conform_runtime::vyre_op;

#[vyre_op(lower = overlap_bits, laws(RightAbsorbing(0)), native(wgsl = "", c = "a"))]
fn overlap(a: f32, b: u32) -> u32 {
    a.to_bits() & b
}

fn main() {}
