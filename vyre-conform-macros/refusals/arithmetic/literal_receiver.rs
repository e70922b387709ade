use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
fn plus(a: u32, b: u32) -> u32 {
    (1 + a) ^ b
}

#[vyre_op(boundaries((1, 2)))]
fn minus(a: u64, n: u32) -> u64 {
    let x = 10 - n.count_ones();
    a ^ x as u64 ^ (1 << n)
}

#[vyre_op(laws(Commutative))]
fn divide(a: i32, b: i32) -> i32 {
    (-10 / a) ^ core::cmp::max(1, b)
}

fn main() {}
