use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Monotone))]
fn swap(a: [u32; 2]) -> [u32; 2] {
    [a[1], a[0]]
}

fn main() {}
