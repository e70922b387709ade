use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(
    custom(mixed, |f, a, n| f(n, n) == f(a, n)),
    custom(result, |f, a, n| f(a, n) == n),
    custom(sum, |f, a, n| f(a, n) == f(a.wrapping_add(n), n)),
))]
fn shifted(a: u64, n: u32) -> u64 {
    a << (n & 31)
}

#[vyre_op(laws(custom(order, |f, a| f(a) <= f(f(a)))))]
fn swapped(a: [u32; 2]) -> [u32; 2] {
    [a[1], a[0]]
}

fn main() {}
