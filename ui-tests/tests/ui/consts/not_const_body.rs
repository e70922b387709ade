use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
const fn least(a: u32, b: u32) -> u32 {
    a.min(b)
}

fn main() {}
