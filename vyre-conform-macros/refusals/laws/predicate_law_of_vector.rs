use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Transitive))]
fn sum(a: [u32; 2], b: [u32; 2]) -> [u32; 2] {
    [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])]
}

fn main() {}
