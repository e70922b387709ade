use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
pub const fn high(a: u64, b: u64) -> u64 {
    ((a as u128) * (b as u128) >> 64) as u64
}

fn main() {}
