use vyre_conform_runtime::{vyre_fn, vyre_op};

#[vyre_fn]
fn sign(a: u32) -> bool {
    a >> 31 != 0
}

#[vyre_op(lower = sign, nan = exact, table(-1.0 => true, "its sign is set"))]
fn negative(a: f32) -> bool {
    a.is_sign_negative()
}

fn main() {}
