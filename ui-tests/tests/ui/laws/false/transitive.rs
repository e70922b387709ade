use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Transitive))]
const fn differ(a: u32, b: u32) -> bool {
    a != b
}

fn main() {}
