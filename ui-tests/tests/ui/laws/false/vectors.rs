use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
const fn rotate(a: [u32; 4]) -> [u32; 4] {
    [a[1], a[2], a[3], a[0]]
}

fn main() {}
