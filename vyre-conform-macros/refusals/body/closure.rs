use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn inverse(a: u32) -> u32 {
    let step = |x: u32| !x;
    step(a)
}

fn main() {}
