use crate::choice;
use vyre_conform_runtime::vyre_op;

/// Each lane of `yes` where the lane of the condition is not 0, otherwise that of `no`. All are evaluated.
///
/// Comparisons give such conditions: `select_nonzero(lt(a, b), a, b)` is the smaller of each pair.
#[vyre_op(
    laws(
        custom(first, |f, a, b| f([1, 1, 1, 1], a, b) == a),
        custom(second, |f, a, b| f([0, 0, 0, 0], a, b) == b),
        custom(unseen, |f, c, a| f(c, a, a) == a),
    ),
    boundaries(
        ([1, 0, 1, 0], [0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF], [0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0]),
        ([0, 1, 0, 1], [0xFFFF_FFFF, 0, 0xFFFF_FFFF, 0], [0, 0xFFFF_FFFF, 0, 0xFFFF_FFFF]),
        ([0x8000_0000, 0xFFFF_FFFF, 0x8000_0000, 0xFFFF_FFFF], [7; 4], [9; 4]),
    ),
    classes(
        all = condition[0] != 0 && condition[3] != 0,
        first_only = condition[0] != 0 && condition[3] == 0,
        last_only = condition[0] == 0 && condition[3] != 0,
        none = condition[0] == 0 && condition[3] == 0,
        larger = condition[0] > 1,
    ),
    table(
        ([1, 0, 1, 0], [7, 8, 5, 6], [9, 10, 11, 12]) => [7, 10, 5, 12], "each lane by its own condition",
        ([0, 1, 0, 1], [7, 8, 5, 6], [9, 10, 11, 12]) => [9, 8, 11, 6], "and the other way round",
        ([2, 0x8000_0000, 4, 0x1_0000], [7, 8, 5, 6], [9, 10, 11, 12]) => [7, 8, 5, 6], "every nonzero number is true: the lowest bit alone does not decide",
        ([0x100_0000, 0x1_0000, 0x1_0000, 0x100_0000], [7, 8, 5, 6], [9, 10, 11, 12]) => [7, 8, 5, 6], "one high bit alone makes it true",
        ([256; 4], [7, 8, 5, 6], [9, 10, 11, 12]) => [7, 8, 5, 6], "or one above the lowest byte",
        ([1; 4], [0; 4], [1; 4]) => [0; 4], "nothing is chosen where it is nothing",
        ([1; 4], [0x1234_5679, 0xFEDC_BA99, 0xFEDC_BA99, 0x1234_5679], [9; 4]) => [0x1234_5679, 0xFEDC_BA99, 0xFEDC_BA99, 0x1234_5679], "every bit counts: more than a float of 32 bits holds, and more than 16",
        ([0; 4], [9; 4], [0x1234_5679, 0xFEDC_BA99, 0xFEDC_BA99, 0x1234_5679]) => [0x1234_5679, 0xFEDC_BA99, 0xFEDC_BA99, 0x1234_5679], "every bit counts: more than a float of 32 bits holds, and more than 16",
    ),
    alternates(
        of_vectors: wgsl = "
fn select_nonzero(condition: vec4<u32>, yes: vec4<u32>, no: vec4<u32>) -> vec4<u32> {
    return select(no, yes, condition != vec4<u32>(0u));
}",
    ),
)]
pub const fn select_nonzero(condition: [u32; 4], yes: [u32; 4], no: [u32; 4]) -> [u32; 4] {
    [
        choice::select_nonzero(condition[0], yes[0], no[0]),
        choice::select_nonzero(condition[1], yes[1], no[1]),
        choice::select_nonzero(condition[2], yes[2], no[2]),
        choice::select_nonzero(condition[3], yes[3], no[3]),
    ]
}
