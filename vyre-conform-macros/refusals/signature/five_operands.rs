use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Bounded(0, 1)))]
fn all(a: u32, b: u32, c: u32, d: u32, e: u32) -> u32 {
    a & b & c & d & e & 1
}

fn main() {}
