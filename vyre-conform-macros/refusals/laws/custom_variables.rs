use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(
    custom(none, |f| f(1, 1) == 0),
    custom(five, |f, a, b, c, d, e| f(a, f(b, f(c, f(d, e)))) == 0),
    custom(same, |f, a, a| f(a, f(a, a)) == a),
    custom(unused, |f, a, b, c| f(a, f(a, b)) == b),
    custom(unknown, |f, a| f(a, f(a, b)) == b),
    custom(compared, |f, a, b| f(a, a) <= b),
))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
