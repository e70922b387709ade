use super::u32_to_bool;
use vyre_conform_runtime::vyre_op;

/// 1 for true, 0 for false.
#[vyre_op(
    id = "bool::cast_u32",
    laws(
        InverseOf(u32_to_bool),
        Monotone,
        Bounded(0, 1),
        Not(Antitone, witness = (false, true)),
    ),
    boundaries((false), (true)),
    classes(no = !a, yes = a),
    table(
        (false) => 0, "false is 0",
        (true) => 1, "true is 1, never all ones",
    ),
)]
pub const fn bool_to_u32(a: bool) -> u32 {
    a as u32
}
