use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
struct Sum(u32, u32);

fn main() {}
