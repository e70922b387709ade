use vyre_conform_runtime::vyre_op;

#[vyre_op(
    laws(Commutative),
    boundaries((1, 2.5)),
    table(
        (3, true) => 3, "an operand that is not a number",
        (3, 5) => 7i32, "a result of another type",
        (0x1_0000_0000, 5) => 1, "more than 32 bits",
        (-1, 5) => 5, "less than nothing",
    ),
)]
pub const fn or(a: u32, b: u32) -> u32 {
    a | b
}

fn main() {}
