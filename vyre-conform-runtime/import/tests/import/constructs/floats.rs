//! Floats.

use crate::common::body;

fn bits<const N: usize>(numbers: [f32; N]) -> Vec<u32> {
    numbers.iter().map(|n| n.to_bits()).collect()
}

/// A body with floats `a`, `b` and `c`, in which `put(k, x)` writes one.
fn floats(statements: &str, input: &[f32], output: usize) -> Vec<u32> {
    let input: Vec<u32> = input.iter().map(|n| n.to_bits()).collect();
    let text = format!(
        "let a = bitcast<f32>(input[0]); let b = bitcast<f32>(input[1]); let c = bitcast<f32>(input[2]);\n{statements}"
    );
    body(
        &text
            .replace("put(", "output[")
            .replace(" := ", "] = bitcast<u32>("),
        &input,
        output,
    )
}

/// Oracle: IEEE 754 by hand.
#[test]
fn arithmetic_follows_ieee_754() {
    let text = "put(0 := a + b); put(1 := a - b); put(2 := a * b); put(3 := a / b); put(4 := -a);
        put(5 := a % b); put(6 := abs(b)); put(7 := min(a, b)); put(8 := max(a, b)); put(9 := fma(a, b, c));
        put(10 := sqrt(a * 9.0)); put(11 := inverseSqrt(a)); put(12 := sign(b)); put(13 := clamp(a, b, c));";
    let expected = bits([
        2.5,
        5.5,
        -6.0,
        -4.0 / 1.5,
        -4.0,
        1.0,
        1.5,
        -1.5,
        4.0,
        -3.5,
        6.0,
        0.5,
        -1.0,
        2.5,
    ]);
    assert_eq!(floats(text, &[4.0, -1.5, 2.5], 14), expected);
}

/// Oracle: by hand; rounding is to even.
#[test]
fn numbers_are_rounded() {
    let text = "put(0 := floor(a)); put(1 := ceil(a)); put(2 := trunc(a)); put(3 := round(a)); put(4 := fract(a));
        put(5 := round(b)); put(6 := saturate(a)); put(7 := step(a, b)); put(8 := mix(a, b, 0.5));
        put(9 := smoothstep(0.0, 4.0, b - 1.5)); put(10 := modf(a).whole); put(11 := modf(a).fract);
        put(12 := degrees(0.0) + step(b, b)); put(13 := quantizeToF16(c));";
    let expected = bits([
        -3.0, -2.0, -2.0, -2.0, 0.5, 4.0, 0.0, 1.0, 0.5, 0.5, -2.0, -0.5, 1.0, 1.0,
    ]);
    assert_eq!(floats(text, &[-2.5, 3.5, 1.000_1], 14), expected);
}

/// Oracle: <https://www.w3.org/TR/WGSL/#frexp-builtin>, by hand, including a subnormal number.
#[test]
fn floats_are_split_into_significand_and_exponent() {
    let text = "put(0 := frexp(a).fract); output[1] = bitcast<u32>(frexp(a).exp); put(2 := ldexp(b, 4));
        put(3 := frexp(c).fract); output[4] = bitcast<u32>(frexp(c).exp); output[5] = bitcast<u32>(frexp(0.0).exp);
        put(6 := ldexp(1.0, -149)); put(7 := ldexp(c, 149)); put(8 := ldexp(b, i32(a)));";
    let [half, one] = [0.5_f32, 1.0].map(f32::to_bits);
    let expected = [
        0.75_f32.to_bits(),
        3,
        32.0_f32.to_bits(),
        half,
        -148_i32 as u32,
        0,
        1,
        one,
        128.0_f32.to_bits(),
    ];
    assert_eq!(floats(text, &[6.0, 2.0, f32::from_bits(1)], 9), expected);
}

/// Oracle: by hand; only `!=` is true for a NaN.
#[test]
fn comparisons_know_nan() {
    let text = "output[0] = u32(a < b); output[1] = u32(a == c); output[2] = u32(c != c); output[3] = u32(c >= c);
        output[4] = u32(a <= a); output[5] = u32(bool(a)); output[6] = u32(bool(c)); output[7] = u32(bool(0.0 * b));";
    assert_eq!(
        floats(text, &[1.0, 2.0, f32::NAN], 8),
        [1, 0, 1, 0, 1, 1, 1, 0]
    );
}

/// Oracle: <https://www.w3.org/TR/WGSL/#floating-point-conversion>, by hand: saturating at the limits
/// of f32.
#[test]
fn conversions_saturate() {
    let text = "output[0] = u32(a); output[1] = bitcast<u32>(i32(b)); output[2] = u32(b);
            output[3] = bitcast<u32>(i32(c));
        output[4] = u32(c * 4.0); put(5 := f32(4294967295u)); put(6 := f32(i32(b))); put(7 := f32(a > 0.0));";
    let expected = [
        3,
        -2_i32 as u32,
        0,
        0x7fff_ff80,
        0xffff_ff00,
        4_294_967_296.0_f32.to_bits(),
        (-2.0_f32).to_bits(),
        1.0_f32.to_bits(),
    ];
    assert_eq!(floats(text, &[3.99, -2.5, 3e9], 8), expected);
}

/// Oracle: exact values of the functions.
#[test]
fn elementary_functions_have_their_exact_values() {
    let text = "put(0 := sin(a)); put(1 := cos(a)); put(2 := tan(a)); put(3 := exp(a)); put(4 := log(b));
            put(5 := exp2(c));
        put(6 := log2(c * 4.0)); put(7 := pow(c, 3.0)); put(8 := atan2(a, b)); put(9 := asin(a)); put(10 := acos(b));
        put(11 := atan(a)); put(12 := cosh(a)); put(13 := sinh(a)); put(14 := tanh(a)); put(15 := asinh(a));
        put(16 := acosh(b)); put(17 := atanh(a)); put(18 := radians(a));";
    let expected = bits([
        0.0, 1.0, 0.0, 1.0, 0.0, 4.0, 3.0, 8.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0,
        0.0,
    ]);
    assert_eq!(floats(text, &[0.0, 1.0, 2.0], 19), expected);
}

/// Oracle: by hand.
#[test]
fn vectors_and_matrices_are_multiplied() {
    let text = "let v = vec3<f32>(a, b, c); let w = vec3<f32>(1.0, 0.0, -1.0);
        put(0 := dot(v, w)); let x = cross(v, w); put(1 := x.x); put(2 := x.y); put(3 := x.z);
        put(4 := length(vec2<f32>(3.0, 4.0))); put(5 := distance(v, v)); put(6 := normalize(vec2<f32>(0.0, 2.0)).y);
        let m = mat2x3<f32>(v, w); let t = m * vec2<f32>(2.0, 1.0); put(7 := t.x); put(8 := t.y); put(9 := t.z);
        let r = v * m; put(10 := r.x); put(11 := r.y); let p = transpose(m) * m; put(12 := p[0][0]); put(13 := p[1][0]);
        put(14 := determinant(mat2x2<f32>(a, b, c, 4.0))); put(15 := (m * 2.0)[1].x); put(16 := reflect(v, w).x);
        put(17 := faceForward(v, w, w).x); put(18 := (m + m)[0].y); put(19 := (v / 2.0).z); put(20 := (2.0 - v).x);";
    let expected = bits([
        -2.0, -2.0, 4.0, -2.0, 5.0, 0.0, 1.0, 3.0, 4.0, 5.0, 14.0, -2.0, 14.0, -2.0, -2.0, 2.0,
        5.0, -1.0, 4.0, 1.5, 1.0,
    ]);
    assert_eq!(floats(text, &[1.0, 2.0, 3.0], 21), expected);
}
