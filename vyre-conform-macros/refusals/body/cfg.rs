use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn inverse(a: u32) -> u32 {
    #[cfg(debug_assertions)]
    let a = a & 0xff;
    !a
}

fn main() {}
