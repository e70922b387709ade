use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Monotone))]
const fn successor(a: u32) -> u32 {
    a.wrapping_add(1)
}

fn main() {}
