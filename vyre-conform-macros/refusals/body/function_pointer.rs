use vyre_conform_runtime::vyre_op;

const STEPS: [fn(u32) -> u32; 1] = [u32::reverse_bits];

#[vyre_op(laws(Involution))]
fn inverse(a: u32) -> u32 {
    (STEPS[0])(a)
}

fn main() {}
