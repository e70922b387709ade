use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn swap([a, b]: [u32; 2]) -> [u32; 2] {
    [b, a]
}

fn main() {}
