use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(
    custom(commutative, |f, a, b| f(a, f(a, b)) == b),
    custom(IdenTity, |f, a, b| f(a, f(a, b)) == b),
    custom(not_cancels, |f, a, b| f(a, f(a, b)) == b),
    custom(_, |f, a, b| f(a, f(a, b)) == b),
))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
