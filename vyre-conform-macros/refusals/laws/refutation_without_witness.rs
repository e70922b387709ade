use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Not(Commutative)))]
fn sub(a: u32, b: u32) -> u32 {
    a.wrapping_sub(b)
}

fn main() {}
