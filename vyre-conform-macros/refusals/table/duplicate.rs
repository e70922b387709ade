use vyre_conform_runtime::vyre_op;

#[vyre_op(table(
    (0, 16) => 16, "zero changes nothing",
    (0, 0x10) => 16, "again",
))]
fn xor(a: u32, b: u32) -> u32 {
    a ^ b
}

fn main() {}
