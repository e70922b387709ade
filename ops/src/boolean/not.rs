use super::{and, eq, nand, nor, or, xor};
use vyre_conform_runtime::vyre_op;

/// True if the operand is false.
#[vyre_op(
    laws(
        Involution,
        Antitone,
        DeMorgan(and, or),
        DeMorgan(or, and),
        DeMorgan(nand, nor),
        DeMorgan(nor, nand),
        DeMorgan(eq, xor),
        DeMorgan(xor, eq),
        ComplementUnder(and, false),
        ComplementUnder(or, true),
        ComplementUnder(xor, true),
        ComplementUnder(eq, false),
        ComplementUnder(nand, true),
        ComplementUnder(nor, false),
        Not(Idempotent, witness = (false)),
    ),
    boundaries((false), (true)),
    classes(no = !a, yes = a),
    table(
        (false) => true, "false becomes true",
        (true) => false, "true becomes false",
    ),
    alternates(
        from_one: wgsl = "fn not(a: u32) -> u32 { return 1u - a; }",
    ),
)]
pub const fn not(a: bool) -> bool {
    !a
}
