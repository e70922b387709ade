//! The operation library of vyre-conform.
//!
//! One op per file: the function is the CPU reference and, translated, the shader. The attribute above it declares what
//! the suite checks.
//!
//! | module | ids | ops |
//! |---|---|---|
//! | [`arithmetic`] | `u32::*` | add, sub, mul, mul_hi, div, mod, negate, abs_diff, saturating_add, saturating_sub |
//! | [`bitwise`] | `u32::*` | bit_and, bit_or, bit_xor, bit_not, reverse_bits, swap_bytes, extract_bits, insert_bits |
//! | [`shift`] | `u32::*` | shl, shr, rotate_left, rotate_right |
//! | [`compare`] | `u32::*` | eq, ne, lt, gt, le, ge |
//! | [`logic`] | `u32::*` | and, or, logical_not |
//! | [`count`] | `u32::*` | popcount, count_zeros, clz, ctz |
//! | [`choice`] | `u32::*`, `bool::*` | min, max, clamp, select, select_nonzero |
//! | [`signed`] | `i32::*` | add, sub, mul, sdiv, srem, sar, slt, sle, sgt, sge, smin, smax, sabs, sneg, sign |
//! | [`wide`] | `u64::*` | add, sub, mul, mul_hi, div, mod, negate, abs_diff, saturating_add, saturating_sub; bit_and, bit_or, bit_xor, bit_not, reverse_bits, swap_bytes, extract_bits, insert_bits; shl, shr, rotate_left, rotate_right; eq, ne, lt, gt, le, ge; and, or, logical_not; popcount, count_zeros, clz, ctz; min, max, clamp, select, select_nonzero |
//! | [`boolean`] | `bool::*` | and, or, xor, not, eq, implies, nand, nor, lt, gt, ge, select_bool |
//! | [`vector`] | `vec2::*`, `vec4::*` | the ops of `u64`, lane by lane; dot, sum, all_equal; swap_lanes of two lanes, rotate_lanes_left and rotate_lanes_right of four |
//! | [`checksum`] | `u32::*`, `u64::*` | crc32_step, crc32_step_inverse, crc32c_step, crc32c_step_inverse, crc64_step, crc64_step_inverse, adler32_step |
//! | [`hash`] | `u32::*`, `u64::*`, `vec4::*` | fmix32, fmix64, fnv1a_step, murmur3_k, xxh32_round, xxh32_avalanche, xxh64_round, xxh64_avalanche, splitmix64, sip_half_round, chacha_quarter_round, blake3_g, each with its `_inverse`; xxh64_merge_round; sha256_ch, sha256_maj, sha256_big_sigma0, _big_sigma1, _small_sigma0, _small_sigma1 |
//! | [`cast`] | `<from>::cast_<to>`, `vec2::*` | every pair of types that has a cast; vec2_twice |
//! | [`codec`] | `u32::*`, `i32::*`, `u64::*`, `vec2::*` | hex_digit, hex_value, base32_digit, base32_value, base64_digit, base64_value, utf8_length, leb128_encode, leb128_decode, leb128_length, zigzag_encode, zigzag_decode, gray_encode, gray_decode, morton_encode, morton_decode, morton_encode_3d, morton_spread_2d, morton_gather_2d, morton_spread_3d, morton_gather_3d, field_pack, field_unpack |
//! | [`float`] | `f32::*`, `f16::*`, `bf16::*`, `<from>::to_*` | strict floats: arithmetic, comparisons, rounding, conversions, and of `f32` elementary functions |
//! | [`text`] | `u32::*` | ascii_lower, ascii_upper, is_digit, is_alphabetic, is_hex_digit, is_whitespace, digit_value, four_digits, has_zero_byte, equal_bytes |
//! | [`geometry`] | `u32::*`, `vec2::*` | orient2d, cross, manhattan of coordinates of 32 bits; orient2d_i16, incircle_i16, in_triangle_i16, edge_covers_i16, distance_squared_i16 |
//! | [`image`] | `u32::*`, `vec4::*` | rgb_to_ycbcr, ycbcr_to_rgb, ycocg_r, ycocg_r_inverse, luma_601, luma_709, srgb8_to_linear16, linear16_to_srgb8, rgb565_pack, rgb565_unpack, swap_red_blue; mul_div_255, premultiply, blend_over, lerp_bytes; min_bytes, max_bytes, average_bytes, abs_diff_bytes, sad_bytes, saturating_add_bytes |
//! | [`random`] | `u32::*`, `u64::*`, `vec2::*`, `vec4::*` | philox4x32_round, _unround, _bump, _unbump; threefry2x32_round, _unround, _key; threefry4x32_round, _unround, _key; xorshift32, xorshift32_back; pcg32_step, _back, _output; lemire_accepts, uniform_below, unit_f32 |
//! | [`hardware`] | `u32::*`, `u64::*` | half_product (f16), mul_int64, double_product (f64), dot4_u8, dot4_i8: Category C, on hardware that supports them |
//! | [`subgroup`] | `vec4::*` | subgroup_add, _min, _max, _and, _or, _xor, _inclusive_add, _exclusive_add, _shuffle, _shuffle_xor, _ballot, _broadcast_first, _any, _all: Category C; reverse_lanes |
//!
//! Floats are computed in integers, bit for bit: [`float::soft`].
//!
//! Whole programs of many invocations are in [`engines`], one engine per file.
//!
//! # Contracts
//! Arithmetic of integers wraps modulo the width. A division or a remainder by zero gives 0; `i32::MIN / -1` is
//! `i32::MIN` and `i32::MIN % -1` is 0. Shift amounts count modulo the width. Predicates give 1 or 0. These are
//! permanent, and the same on every backend.
//!
//! # Ops of each type
//! `u64`, `bool` and vectors have the ops of `u32` from [`arithmetic`] to [`choice`], with these exceptions:
//!
//! | type | missing ops | reason |
//! |---|---|---|
//! | `u64` | none | |
//! | `bool` | the ops of [`arithmetic`], [`shift`] and [`count`], reversals and fields of bits | `bool` is a truth value and not a one-bit number; [`cast`] converts it to a number |
//! | `bool` | bit_and, bit_or, bit_xor, bit_not; logical_not; select_nonzero | and, or, xor and not are the same functions; `select_bool` selects between conditions |
//! | `bool` | ne, le, min, max, clamp | xor, implies, and, or are the first four; clamp is `and(or(value, lo), hi)` |
//! | `vec2`, `vec4` | none | the ops work lane by lane: comparisons and logic give 1 or 0 in each lane, and `select_nonzero` chooses by such lanes; `select` chooses whole vectors, and `extract_bits` and `insert_bits` take one field of all lanes, as in WGSL |
//!
//! Ops on texts, pixels, digits and hash states use the word width of their definition.
//!
//! # Which laws are declared
//! Ops declare every law of the vocabulary that holds, except for these:
//! - laws that follow from a declared law: the one-sided forms of `Identity` and `Absorbing`, `RightMonotone` beside
//!   `Commutative` and `LeftMonotone`, `InverseOf` itself beside `Involution`, `Injective` and `LeftInjective` beside
//!   `Involution` or `InverseOf`, `RightDistributiveOver` beside `Commutative` and `DistributiveOver` and, over minimum
//!   and maximum, beside `LeftMonotone`, `DistributiveOver` itself where the op is idempotent, commutative and
//!   associative, a `Homomorphism` that is a declared `DeMorgan` and vice versa (the two claims are one), and laws with
//!   an exact copy of a declared law's parameter;
//! - laws that name an op added to the family later: published declarations stay, and the later op declares the shared
//!   laws;
//! - `Bounded` by the ends of the result's type, which no implementation could break;
//! - laws that a comment beside the declarations excludes, with the reason.
//!
//! Plausible laws that are false are declared with `Not` and a witness, or named in a comment.

#![allow(
    clippy::match_bool,
    reason = "the tokens of published engines belong to their digests"
)]
// `cargo test --lib` builds a test of every library, even with `test = false`. For this one it would compile the
// kernels again; the unit tests are in the test `units`.
#![cfg(not(test))]

pub mod arithmetic;
mod baselines;
pub mod bitwise;
pub mod boolean;
pub mod cast;
pub mod checksum;
pub mod choice;
pub mod codec;
pub mod compare;
pub mod count;
pub mod engines;
pub mod float;
pub mod geometry;
pub mod hardware;
pub mod hash;
pub mod image;
pub mod kernels;
pub mod logic;
pub mod random;
mod same;
pub mod shift;
pub mod signed;
pub mod subgroup;
pub mod text;
pub mod vector;
pub mod wide;
