use crate::choice;
use vyre_conform_runtime::vyre_op;

/// Each lane of `yes` where the lane of the condition is not 0, otherwise that of `no`. All are evaluated.
///
/// Comparisons give such conditions: `select_nonzero(lt(a, b), a, b)` is the smaller of each pair.
#[vyre_op(
    laws(
        custom(first, |f, a, b| f([1, 1], a, b) == a),
        custom(second, |f, a, b| f([0, 0], a, b) == b),
        custom(unseen, |f, c, a| f(c, a, a) == a),
    ),
    boundaries(
        ([1, 0], [0, 0xFFFF_FFFF], [0xFFFF_FFFF, 0]),
        ([0, 1], [0xFFFF_FFFF, 0], [0, 0xFFFF_FFFF]),
        ([0x8000_0000, 0xFFFF_FFFF], [7; 2], [9; 2]),
    ),
    classes(
        all = condition[0] != 0 && condition[1] != 0,
        first_only = condition[0] != 0 && condition[1] == 0,
        last_only = condition[0] == 0 && condition[1] != 0,
        none = condition[0] == 0 && condition[1] == 0,
        larger = condition[0] > 1,
    ),
    table(
        ([1, 0], [7, 8], [9, 10]) => [7, 10], "each lane by its own condition",
        ([0, 1], [7, 8], [9, 10]) => [9, 8], "and the other way round",
        ([2, 0x8000_0000], [7, 8], [9, 10]) => [7, 8], "every nonzero number is true: the lowest bit alone does not decide",
        ([0x100_0000, 0x1_0000], [7, 8], [9, 10]) => [7, 8], "one high bit alone makes it true",
        ([256; 2], [7, 8], [9, 10]) => [7, 8], "or one above the lowest byte",
        ([1; 2], [0; 2], [1; 2]) => [0; 2], "nothing is chosen where it is nothing",
        ([1; 2], [0x1234_5679, 0xFEDC_BA99], [9; 2]) => [0x1234_5679, 0xFEDC_BA99], "every bit counts: more than a float of 32 bits holds, and more than 16",
        ([0; 2], [9; 2], [0x1234_5679, 0xFEDC_BA99]) => [0x1234_5679, 0xFEDC_BA99], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        of_vectors: wgsl = "
fn select_nonzero(condition: vec2<u32>, yes: vec2<u32>, no: vec2<u32>) -> vec2<u32> {
    return select(no, yes, condition != vec2<u32>(0u));
}",
    ),
)]
pub const fn select_nonzero(condition: [u32; 2], yes: [u32; 2], no: [u32; 2]) -> [u32; 2] {
    [
        choice::select_nonzero(condition[0], yes[0], no[0]),
        choice::select_nonzero(condition[1], yes[1], no[1]),
    ]
}
