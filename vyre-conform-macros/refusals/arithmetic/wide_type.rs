use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
pub const fn product(a: i32, b: i32) -> i32 {
    (a as i64).wrapping_mul(b as i64) as i32
}

fn main() {}
