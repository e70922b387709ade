use vyre_conform_runtime::vyre_op;

const TABLE: [u32; 2] = [1, 0];

#[vyre_op(table((1, 1) => 0, "the second", (3, 3) => 0, "wraps around"))]
const fn look(a: u32, b: u32) -> u32 {
    TABLE[(a & b & 3) as usize]
}

fn main() {}
