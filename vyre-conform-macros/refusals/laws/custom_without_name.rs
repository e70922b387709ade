use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(
    custom,
    custom(|f, a, b| f(a, f(a, b)) == b),
    custom("cancels", |f, a, b| f(a, f(a, b)) == b),
    custom(cancels, f(a, f(a, b)) == b),
    custom(cancels, move |f, a, b| f(a, f(a, b)) == b),
    custom(cancels, |f, a: u32, b| f(a, f(a, b)) == b),
    custom(cancels, || 1 == 1),
))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
