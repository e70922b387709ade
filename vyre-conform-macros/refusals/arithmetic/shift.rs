use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(RightIdentity(0)))]
fn shl(a: u32, n: u32) -> u32 {
    a << n
}

fn main() {}
