use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(
    custom(swaps, |f, a, b| f(a, b) == f(b, a)),
    custom(neutral, |f, a| f(a, 0) == a && f(0, a) == a),
    custom(over, |f, a, b, c| f(a, and(b, c)) == and(f(a, b), f(a, c))),
))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
