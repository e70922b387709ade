use vyre_conform_runtime::vyre_op;

#[vyre_op(lower = half_bits, laws(Monotone), native(spirv = "fn native_half(a: u32) -> u32 { return a; }"))]
fn half(a: f32) -> f32 {
    a / 2.0
}

fn main() {}
