use vyre_conform_runtime::vyre_op;

fn add_bits(a: f32, b: f32) -> f32 {
    a + b
}

#[vyre_op(lower = add_bits, laws(Commutative))]
fn add(a: f32, b: f32) -> f32 {
    a + b
}

fn main() {}
