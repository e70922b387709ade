use super::vec4_to_bool;
use vyre_conform_runtime::vyre_op;

/// 1 or 0 in each of four lanes.
#[vyre_op(
    id = "bool::cast_vec4",
    laws(
        InverseOf(vec4_to_bool),
        // Vectors have no order and no ops: no other law of the vocabulary applies.
    ),
    boundaries((false), (true)),
    classes(no = !a, yes = a),
    table(
        (false) => [0; 4], "false is 0 in every lane",
        (true) => [1; 4], "true is 1 in every lane, never all ones",
    ),
)]
pub const fn bool_to_vec4(a: bool) -> [u32; 4] {
    let word = a as u32;
    [word, word, word, word]
}
