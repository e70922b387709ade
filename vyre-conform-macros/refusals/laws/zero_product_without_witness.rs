use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(ZeroProduct(false)))]
fn mul(a: u32, b: u32) -> u32 {
    a.wrapping_mul(b)
}

fn main() {}
