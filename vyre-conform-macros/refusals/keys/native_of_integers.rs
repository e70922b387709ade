use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative), native(wgsl = "fn native_both(a: u32, b: u32) -> u32 { return a & b; }"))]
fn both(a: u32, b: u32) -> u32 {
    a & b
}

fn main() {}
