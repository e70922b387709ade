use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(SelfInverse(0)))]
fn rem(mut a: u32, b: u32) -> u32 {
    a %= b;
    a
}

fn main() {}
