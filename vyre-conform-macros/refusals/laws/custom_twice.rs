use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(
    custom(cancels, |f, a, b| f(a, f(a, b)) == b),
    custom(cancels, |f, a, b| f(f(a, b), a) == b),
    custom(swaps_last, |f, a, b, c| f(a, f(b, c)) == f(a, f(c, b))),
    custom(swaps_last, |f, a, b, c| f(a, f(b, c)) == f(a, f(c, b))),
    Not(custom(swaps_last, |f, a, b, c| f(a, f(b, c)) == f(a, f(c, b))), witness = (0, 0, 0)),
))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
