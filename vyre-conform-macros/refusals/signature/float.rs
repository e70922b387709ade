use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
fn sum(a: f32, b: f32) -> f32 {
    a + b
}

fn main() {}
