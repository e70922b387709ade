use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(
    custom(truth, |f, a, b| f(a, b)),
    custom(differs, |f, a, b| f(a, f(a, b)) != b),
    custom(below, |f, a, b| f(a, b) < a),
    custom(negated, |f, a, b| !(f(a, b) == a)),
    custom(block, |f, a, b| { f(a, f(a, b)) == b }),
))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
