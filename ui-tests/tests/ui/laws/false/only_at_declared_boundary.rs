use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution), boundaries(0xdead_beef))]
const fn inverse(a: u32) -> u32 {
    if a == 0xdead_beef { 0 } else { !a }
}

fn main() {}
