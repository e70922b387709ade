use vyre_conform_runtime::vyre_op;

const TABLE: [u32; 2] = [0, 1];

#[vyre_op(laws(Involution))]
fn inverse(a: u32) -> u32 {
    TABLE[0] = a;
    !a
}

fn main() {}
