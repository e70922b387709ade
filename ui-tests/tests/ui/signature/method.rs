use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution))]
fn inverse(self) -> u32 {
    1
}

fn main() {}
