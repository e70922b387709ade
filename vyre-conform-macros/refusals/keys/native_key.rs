use vyre_conform_runtime::vyre_op;

#[vyre_op(lower = half_bits, laws(Monotone), native(wgsl = "", corrected = half_bits))]
fn half(a: f32) -> f32 {
    a / 2.0
}

fn main() {}
