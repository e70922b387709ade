use super::vec2_to_bool;
use vyre_conform_runtime::vyre_op;

/// 1 or 0 in each of two lanes.
#[vyre_op(
    id = "bool::cast_vec2",
    laws(
        InverseOf(vec2_to_bool),
        // Vectors have no order and no ops: no other law of the vocabulary applies.
    ),
    boundaries((false), (true)),
    classes(no = !a, yes = a),
    table(
        (false) => [0; 2], "false is 0 in every lane",
        (true) => [1; 2], "true is 1 in every lane, never all ones",
    ),
)]
pub const fn bool_to_vec2(a: bool) -> [u32; 2] {
    let word = a as u32;
    [word, word]
}
