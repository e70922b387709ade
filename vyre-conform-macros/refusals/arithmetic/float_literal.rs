use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Monotone))]
fn half(a: u32) -> u32 {
    (a as f32 * 0.5) as u32
}

fn main() {}
