use vyre_conform_runtime::vyre_op;

const HALF: f32 = 0.5;

#[vyre_op(laws(Monotone))]
fn half(a: u32) -> u32 {
    (a as u64).wrapping_mul(HALF as u64) as u32
}

fn main() {}
