use vyre_conform_runtime::vyre_op;

fn negated(a: u32) -> u32 {
    a ^ (1 << 31)
}

#[vyre_op(lower = negated, table(1.0 => -1.0, "the other sign"))]
fn opposite(a: f32) -> f32 {
    -a
}

fn main() {}
