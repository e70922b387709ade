use vyre_conform_runtime::vyre_op;

#[vyre_op(lower = below_bits, laws(Transitive), native(wgsl = "", correct = below_corrected))]
fn below(a: f32, b: f32) -> bool {
    a < b
}

fn main() {}
