use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Bounded(32, 0)))]
fn popcount(a: u32) -> u32 {
    a.count_ones()
}

fn main() {}
