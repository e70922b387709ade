use vyre_conform_runtime::vyre_op;

#[vyre_op(lower = power_bits, laws(RightIdentity(1.0)), native(wgsl = "", c = "pow(a, b)"))]
fn power(a: f32, b: f32) -> f32 {
    a.powf(b)
}

fn main() {}
