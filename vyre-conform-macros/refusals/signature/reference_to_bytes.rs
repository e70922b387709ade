use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Bounded(0, 100)))]
fn length(bytes: &[u8]) -> u32 {
    bytes.len() as u32
}

fn main() {}
