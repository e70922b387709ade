use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn inverse(a: [u32; 3]) -> [u32; 3] {
    [!a[0], !a[1], !a[2]]
}

fn main() {}
