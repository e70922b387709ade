use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(
    custom(other, |f, a, b| g(a, b) == b),
    custom(same, |f, a, b| f(a, b) == f(a, b)),
    custom(arity, |f, a, b| f(f(a), b) == b),
    custom(value, |f, a, b| f(a, f(a, b)) == b && f(a, a) == true),
    custom(untyped, |f, a, b| f(a, f(a, b)) == b && 1 == 2),
    custom(witness, |f, a, b| f(a, f(a, b)) == b, witness = (1, 2)),
    Not(custom(refuted, |f, a, b| f(a, f(a, b)) == a)),
    Not(custom(short, |f, a, b| f(a, f(a, b)) == a), witness = 1),
))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
