use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
fn shift(a: u64, n: u32) -> u64 {
    a.wrapping_shl(n)
}

fn main() {}
