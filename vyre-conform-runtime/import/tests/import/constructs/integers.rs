//! Integers.

use crate::common::body;

/// Oracle: <https://www.w3.org/TR/WGSL/#arithmetic-expr>, by hand: x / 0 is x, x % 0 is 0, and the least number
/// divided by -1
/// is itself.
#[test]
fn divisions_have_the_results_of_wgsl() {
    let text = "output[0] = input[0] / input[1]; output[1] = input[0] % input[1];
        output[2] = bitcast<u32>(bitcast<i32>(input[2]) / bitcast<i32>(input[3]));
        output[3] = bitcast<u32>(bitcast<i32>(input[2]) % bitcast<i32>(input[3]));
        output[4] = bitcast<u32>(-7 / i32(input[4])); output[5] = bitcast<u32>(-7 % i32(input[4]));
        output[6] = bitcast<u32>(-7 / i32(input[1])); output[7] = bitcast<u32>(-7 % i32(input[1]));";
    let input = [7, 0, 0x8000_0000, u32::MAX, 2];
    let signed = [-3, -1, -7, 0].map(|n: i32| n as u32);
    let expected = [&[7, 0, 0x8000_0000, 0][..], &signed].concat();
    assert_eq!(body(text, &input, 8), expected);
}

/// Oracle: by hand; amounts are taken modulo 32, and a signed number keeps its sign.
#[test]
fn shifts_count_modulo_the_width() {
    let text = "output[0] = input[0] << input[1]; output[1] = input[0] >> input[1];
        output[2] = bitcast<u32>(bitcast<i32>(input[2]) >> input[1]);
        output[3] = bitcast<u32>(bitcast<i32>(input[2]) << input[1]); output[4] = input[0] << 31u;
        output[5] = bitcast<u32>(bitcast<i32>(input[2]) >> 4u);";
    let expected = [22, 5, 0xc000_0000, 0, 0x8000_0000, 0xf800_0000];
    assert_eq!(body(text, &[11, 33, 0x8000_0000], 6), expected);
}

/// Oracle: two's complement arithmetic by hand.
#[test]
fn arithmetic_wraps() {
    let text = "let a = input[0]; let b = input[1]; let c = bitcast<i32>(a);
        output[0] = a + b; output[1] = b - a; output[2] = a * a; output[3] = ~b;
        output[4] = a & b; output[5] = a | b; output[6] = a ^ b; output[7] = bitcast<u32>(-c);
        output[8] = bitcast<u32>(abs(c)); output[9] = bitcast<u32>(sign(c)); output[10] = min(a, b);
        output[11] = bitcast<u32>(max(c, bitcast<i32>(b))); output[12] = clamp(a, 2u, 5u);
        output[13] = bitcast<u32>(clamp(c, -2, 5));";
    let expected = [
        2,
        4,
        1,
        !3,
        3,
        u32::MAX,
        0xffff_fffc,
        1,
        1,
        u32::MAX,
        3,
        3,
        5,
        u32::MAX,
    ];
    assert_eq!(body(text, &[u32::MAX, 3], 14), expected);
}

/// Oracle: by hand.
#[test]
fn comparisons_have_the_sign_of_their_type() {
    let text = "let a = input[0]; let b = input[1]; let c = bitcast<i32>(a); let d = bitcast<i32>(b);
        output[0] = u32(a < b); output[1] = u32(c < d); output[2] = u32(a >= b); output[3] = u32(c <= d);
        output[4] = u32(a == b); output[5] = u32(c != d); output[6] = u32(c > d);
        output[7] = u32(!(a > b) || a == 0xffffffffu && b == 3u); output[8] = select(a, b, c < 0);
        output[9] = u32((a > b) & (c > d)) | 2u * u32((a > b) | (c > d));
        output[10] = u32((a > b) != (c > d));";
    let expected = [0, 1, 1, 1, 0, 1, 0, 1, 3, 2, 1];
    assert_eq!(body(text, &[u32::MAX, 3], 11), expected);
}

/// Oracle: <https://www.w3.org/TR/WGSL/#conversion-expr>, by hand.
#[test]
fn integers_and_truth_convert() {
    let text = "output[0] = u32(bool(input[0])); output[1] = u32(bool(input[1]));
        output[2] = bitcast<u32>(i32(input[1])); output[3] = u32(bitcast<i32>(input[1]));
        output[4] = u32(bitcast<i32>(input[1])); output[5] = bitcast<u32>(i32(input[0] == 0u)); output[6] = u32(true);";
    assert_eq!(
        body(text, &[0, u32::MAX], 7),
        [0, 1, u32::MAX, u32::MAX, u32::MAX, 1, 1]
    );
}
