use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Not(Involution, witness = 2)))]
fn square(a: u32) -> u32 {
    a.pow(2)
}

fn main() {}
