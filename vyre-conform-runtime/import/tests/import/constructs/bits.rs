//! Bit functions and packed numbers.

use crate::common::body;

/// Oracle: <https://www.w3.org/TR/WGSL/#integer-builtin-functions>, by hand.
#[test]
fn bits_are_counted_and_found() {
    let text = "let a = input[0]; let z = input[1]; let n = bitcast<i32>(input[2]);
        output[0] = countOneBits(a); output[1] = countLeadingZeros(a); output[2] = countTrailingZeros(a);
        output[3] = countLeadingZeros(z); output[4] = firstLeadingBit(a); output[5] = firstLeadingBit(z);
        output[6] = firstTrailingBit(a); output[7] = firstTrailingBit(z); output[8] = reverseBits(a);
        output[9] = bitcast<u32>(firstLeadingBit(n)); output[10] = bitcast<u32>(firstLeadingBit(-1));
        output[11] = bitcast<u32>(countOneBits(n)); output[12] = bitcast<u32>(firstTrailingBit(n));";
    let expected = [
        3,
        24,
        4,
        32,
        7,
        u32::MAX,
        4,
        u32::MAX,
        0x0d00_0000,
        2,
        u32::MAX,
        31,
        0,
    ];
    assert_eq!(
        body(text, &[0b1011_0000, 0, -6_i32 as u32 | 1], 13),
        expected
    );
}

/// Oracle: the same page, by hand: fields are clipped to 32 bits, and are empty if the count is 0.
#[test]
fn bit_fields_are_extracted_and_inserted() {
    let text = "let a = input[0]; let n = bitcast<i32>(a);
        output[0] = extractBits(a, 4u, 8u); output[1] = bitcast<u32>(extractBits(n, 4u, 8u));
        output[2] = extractBits(a, input[1], 8u); output[3] = extractBits(a, 28u, 8u);
        output[4] = extractBits(a, 3u, input[2]); output[5] = insertBits(a, 0xffu, 4u, 8u);
        output[6] = insertBits(a, 0u, 0u, 32u); output[7] = insertBits(a, 7u, input[1], 8u);
        output[8] = insertBits(a, 7u, 3u, input[2]); output[9] = extractBits(a, 0u, 32u);";
    let expected = [
        0xef,
        0xffff_ffef,
        0,
        0xd,
        0,
        0xdead_bfff,
        0,
        0xdead_beff,
        0xdead_beff,
        0xdead_beff,
    ];
    assert_eq!(body(text, &[0xdead_beff, 40, 0], 10), expected);
}

/// Oracle: <https://www.w3.org/TR/WGSL/#pack-builtin-functions>, by hand.
#[test]
fn integers_are_packed() {
    let text = "output[0] = pack4xU8(vec4<u32>(1u, 2u, 0x103u, 255u));
        output[1] = pack4xI8(vec4<i32>(-1, 2, -128, 127)); output[2] = pack4xU8Clamp(vec4<u32>(1u, 300u, 3u, 4u));
        output[3] = pack4xI8Clamp(vec4<i32>(-300, 300, 1, -1));
        let u = unpack4xU8(input[0]); output[4] = u.x + u.y * 2u + u.z * 4u + u.w * 8u;
        let s = unpack4xI8(input[0]); output[5] = bitcast<u32>(s.x); output[6] = bitcast<u32>(s.w);
        output[7] = bitcast<u32>(dot4I8Packed(input[0], input[1])); output[8] = dot4U8Packed(input[0], input[1]);";
    let expected = [
        0xff03_0201,
        0x7f80_02ff,
        0x0403_ff01,
        0xff01_7f80,
        0xff + 2 * 2 + 3 * 4 + 0x80 * 8,
        u32::MAX,
        -128_i32 as u32,
        (-1 + 2 + 3 - 128_i32) as u32,
        255 + 2 + 3 + 128,
    ];
    assert_eq!(body(text, &[0x8003_02ff, 0x0101_0101], 9), expected);
}

/// Oracle: the same page, by hand: 1.0 is 127, 255, 32767 or 65535, ties round up, and halves are those
/// of IEEE 754.
#[test]
fn floats_are_packed() {
    let text = "output[0] = pack4x8unorm(vec4<f32>(0.0, 1.0, 2.0, 0.5));
            output[1] = pack4x8snorm(vec4<f32>(-1.0, 1.0, -2.0, 0.5));
        output[2] = pack2x16unorm(vec2<f32>(1.0, 0.0)); output[3] = pack2x16snorm(vec2<f32>(-1.0, 1.0));
        output[4] = pack2x16float(vec2<f32>(1.0, -2.0)); let h = unpack2x16float(input[0]);
        output[5] = bitcast<u32>(h.x); output[6] = bitcast<u32>(h.y);
        output[7] = bitcast<u32>(unpack4x8unorm(0xff000000u).w); output[8] = bitcast<u32>(unpack4x8snorm(0x80u).x);
        output[9] = bitcast<u32>(unpack2x16unorm(0xffff0000u).y);
            output[10] = bitcast<u32>(unpack2x16snorm(0x8000u).x);";
    let [one, minus_one] = [1.0_f32, -1.0].map(f32::to_bits);
    let expected = [
        0x80ff_ff00,
        0x4081_7f81,
        0x0000_ffff,
        0x7fff_8001,
        0xc000_3c00,
        one,
        (-2.0_f32).to_bits(),
        one,
        minus_one,
        one,
        minus_one,
    ];
    assert_eq!(body(text, &[0xc000_3c00], 11), expected);
}
