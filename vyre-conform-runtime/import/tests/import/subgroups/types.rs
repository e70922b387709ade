//! Scalars and vectors of every type, and the order of float additions.

use super::words_of;

fn bits<const N: usize>(numbers: [f32; N]) -> Vec<u32> {
    numbers.map(f32::to_bits).to_vec()
}

/// Oracle: by hand; signed numbers compare as such.
#[test]
fn signed_operands() {
    let input = [-3_i32, 2, 7, -1, -8, 5].map(|x| x as u32);
    let of = |word: &str| {
        words_of(
            4,
            "let s = bitcast<i32>(x);",
            &format!("bitcast<u32>({word})"),
            &input,
        )
    };
    let signed = |words: [i32; 6]| words.map(|x| x as u32);
    assert_eq!(of("subgroupMin(s)"), signed([-3, -3, -3, -3, -8, -8]));
    assert_eq!(of("subgroupMax(s)"), signed([7, 7, 7, 7, 5, 5]));
    assert_eq!(of("subgroupExclusiveAdd(s)"), signed([0, -3, -1, 6, 0, -8]));
    assert_eq!(
        of("subgroupInclusiveMul(s)"),
        signed([-3, -6, -42, 42, -8, -40])
    );
    assert_eq!(of("subgroupShuffleUp(s, 1u)"), signed([0, -3, 2, 7, 0, -8]));
    assert_eq!(of("subgroupAnd(s)"), signed([0, 0, 0, 0, 0, 0]));
}

/// Oracle: roundings by hand. 1e8 + 1 is 1e8 in f32, so the order of additions shows.
#[test]
fn floats_are_added_in_ascending_order_of_lanes() {
    let input = bits([1e8, 1.0, -1e8, 1.0, -0.0, 3.0]);
    let of = |word: &str| {
        words_of(
            4,
            "let f = bitcast<f32>(x);",
            &format!("bitcast<u32>({word})"),
            &input,
        )
    };
    assert_eq!(of("subgroupAdd(f)"), bits([1.0, 1.0, 1.0, 1.0, 3.0, 3.0]));
    assert_eq!(
        of("subgroupInclusiveAdd(f)"),
        bits([1e8, 1e8, 0.0, 1.0, -0.0, 3.0])
    );
    assert_eq!(
        of("subgroupExclusiveAdd(f)"),
        bits([0.0, 1e8, 1e8, 0.0, 0.0, -0.0])
    );
    assert_eq!(
        of("subgroupExclusiveMul(f)"),
        bits([1.0, 1e8, 1e8, -1e16, 1.0, -0.0])
    );
    assert_eq!(
        of("subgroupMin(f)"),
        bits([-1e8, -1e8, -1e8, -1e8, -0.0, -0.0])
    );
    assert_eq!(of("subgroupMax(f)"), bits([1e8, 1e8, 1e8, 1e8, 3.0, 3.0]));
    assert_eq!(of("quadSwapX(f)"), bits([1.0, 1e8, 1.0, -1e8, 3.0, -0.0]));
}

/// Oracle: by hand; each component has its own sum.
#[test]
fn vectors_component_by_component() {
    let input = [1, 2, 3, 4, 5, 6];
    let of = |statements: &str, word: &str| words_of(4, statements, word, &input);
    let sums = "let v = subgroupInclusiveAdd(vec3<u32>(x, 10u * x, 100u * x));";
    assert_eq!(of(sums, "v.x"), [1, 3, 6, 10, 5, 11]);
    assert_eq!(of(sums, "v.y"), [10, 30, 60, 100, 50, 110]);
    assert_eq!(of(sums, "v.z"), [100, 300, 600, 1000, 500, 1100]);
    let floats = "let v = subgroupMax(vec2<f32>(f32(x), -f32(x)));";
    assert_eq!(
        of(floats, "bitcast<u32>(v.y)"),
        bits([-1.0, -1.0, -1.0, -1.0, -5.0, -5.0])
    );
    let swapped = "let v = quadSwapY(vec4<i32>(i32(x), 1, 2, -i32(x)));";
    assert_eq!(of(swapped, "u32(v.x - v.w + v.z)"), [8, 10, 4, 6, 0, 0]);
    let wide_then_narrow = "let v = subgroupAdd(vec4<u32>(x)); let y = subgroupMin(x);";
    assert_eq!(of(wide_then_narrow, "v.w + y"), [11, 11, 11, 11, 16, 16]);
}

/// Oracle: by hand; 2048 + 1 is 2048 in f16.
#[test]
fn half_floats_round_in_their_format() {
    let input = [2048, 1, 1, 1, 3, 4];
    let of = |word: &str| words_of(4, "let h = f16(x);", &format!("u32({word})"), &input);
    assert_eq!(of("subgroupAdd(h)"), [2048, 2048, 2048, 2048, 7, 7]);
    assert_eq!(of("subgroupExclusiveMul(h)"), [1, 2048, 2048, 2048, 1, 3]);
    assert_eq!(of("subgroupShuffleDown(h, 1u)"), [1, 1, 1, 0, 4, 0]);
}
