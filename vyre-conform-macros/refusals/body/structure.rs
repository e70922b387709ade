use vyre_conform_runtime::vyre_op;

struct Pair {
    low: u32,
    high: u32,
}

#[vyre_op(laws(Involution))]
fn inverse(a: u32) -> u32 {
    let pair = Pair { low: a, high: 0 };
    !(pair.low | pair.high)
}

fn main() {}
