use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative), id = "f32::least")]
fn least(a: Real, b: Real) -> Real {
    if a < b { a } else { b }
}

type Real = f32;

fn main() {}
