use vyre_conform_runtime::vyre_op;

const TABLE: [u8; 4] = [1, 2, 3, 4];

#[vyre_op(laws(Bounded(0, 4)))]
fn look(a: u32) -> u32 {
    TABLE[(a & 3) as usize].count_ones()
}

fn main() {}
