use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(
    custom(operator, |f, a, b| f(a, f(a, b)) == b ^ 0),
    custom(method, |f, a, b| f(a, f(a, b)) == b.wrapping_sub(0)),
    custom(inner, |f, a, b| f(a, |x| x) == b),
    custom(five, |f, a, b| f(a, f(a, b)) == g(a, b, a, b, a)),
    custom(cast, |f, a, b| f(a, f(a, b)) == b as u32),
))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
