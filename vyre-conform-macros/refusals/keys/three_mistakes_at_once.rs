use vyre_conform_runtime::vyre_op;

#[vyre_op(law(Commutative), version = 0, table((1, 2) => 3))]
fn add(a: u32, b: u32) -> u32 {
    a + b
}

fn main() {}
