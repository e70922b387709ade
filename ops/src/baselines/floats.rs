//! Baselines of float ops: a copy of as many bytes as the operands and results have. Float ops consist of integer
//! steps, and a hand-written version for any adapter has the same steps. Beside a copy, the rate shows how far an op is
//! from moving its bytes once, and that it does not regress.

use vyre_conform_runtime::baseline;

/// Id and the minimum rate in thousandths: half of the lowest of nine runs on NVIDIA H100 and H200 (580.159.04,
/// 2026-11-27), and 1 where that is less.
macro_rules! measured {
    ($($id:literal, $least:literal;)*) => {
        $(baseline!($id, copy, least = $least);)*
    };
}

measured! {
    "bf16::abs", 437;
    "bf16::add", 156;
    "bf16::ceil", 134;
    "bf16::classify", 429;
    "bf16::div", 77;
    "bf16::eq", 427;
    "bf16::floor", 151;
    "bf16::ge", 436;
    "bf16::gt", 440;
    "bf16::is_infinite", 440;
    "bf16::is_nan", 457;
    "bf16::le", 434;
    "bf16::lt", 417;
    "bf16::max", 319;
    "bf16::min", 341;
    "bf16::mul", 143;
    "bf16::mul_add", 103;
    "bf16::neg", 450;
    "bf16::round", 167;
    "bf16::rsqrt", 25;
    "bf16::sqrt", 50;
    "bf16::sub", 250;
    "bf16::to_f32", 395;
    "bf16::to_i32_ceil", 351;
    "bf16::to_i32_floor", 348;
    "bf16::to_i32_nearest", 317;
    "bf16::to_i32_truncate", 376;
    "bf16::to_u32_ceil", 377;
    "bf16::to_u32_floor", 375;
    "bf16::to_u32_nearest", 351;
    "bf16::to_u32_truncate", 378;
    "bf16::trunc", 239;
    "f16::abs", 378;
    "f16::add", 157;
    "f16::ceil", 135;
    "f16::classify", 381;
    "f16::div", 92;
    "f16::eq", 303;
    "f16::floor", 137;
    "f16::ge", 299;
    "f16::gt", 303;
    "f16::is_infinite", 405;
    "f16::is_nan", 415;
    "f16::le", 293;
    "f16::lt", 287;
    "f16::max", 200;
    "f16::min", 193;
    "f16::mul", 117;
    "f16::mul_add", 108;
    "f16::neg", 421;
    "f16::round", 139;
    "f16::rsqrt", 31;
    "f16::sqrt", 47;
    "f16::sub", 159;
    "f16::to_f32", 393;
    "f16::to_i32_ceil", 250;
    "f16::to_i32_floor", 250;
    "f16::to_i32_nearest", 234;
    "f16::to_i32_truncate", 265;
    "f16::to_u32_ceil", 267;
    "f16::to_u32_floor", 260;
    "f16::to_u32_nearest", 240;
    "f16::to_u32_truncate", 286;
    "f16::trunc", 145;
    "f32::abs", 399;
    "f32::acos", 6;
    "f32::add", 385;
    "f32::asin", 7;
    "f32::atan", 7;
    "f32::atan2", 1;
    "f32::ceil", 331;
    "f32::classify", 407;
    "f32::cos", 15;
    "f32::div", 188;
    "f32::eq", 492;
    "f32::exp", 20;
    "f32::exp10", 19;
    "f32::exp2", 21;
    "f32::exp_approx", 190;
    "f32::floor", 335;
    "f32::ge", 499;
    "f32::gt", 498;
    "f32::is_infinite", 411;
    "f32::is_nan", 408;
    "f32::le", 497;
    "f32::log", 39;
    "f32::log10", 37;
    "f32::log2", 41;
    "f32::lt", 489;
    "f32::max", 497;
    "f32::min", 453;
    "f32::mul", 248;
    "f32::mul_add", 163;
    "f32::neg", 396;
    "f32::pow", 1;
    "f32::rcp_approx", 257;
    "f32::round", 284;
    "f32::rsqrt", 44;
    "f32::rsqrt_approx", 211;
    "f32::sin", 16;
    "f32::sin_approx", 72;
    "f32::sqrt", 67;
    "f32::sub", 380;
    "f32::tan", 9;
    "f32::to_bf16", 413;
    "f32::to_bits", 412;
    "f32::to_f16", 394;
    "f32::to_i32_ceil", 389;
    "f32::to_i32_floor", 396;
    "f32::to_i32_nearest", 396;
    "f32::to_i32_truncate", 398;
    "f32::to_u32_ceil", 397;
    "f32::to_u32_floor", 385;
    "f32::to_u32_nearest", 387;
    "f32::to_u32_truncate", 397;
    "f32::trunc", 363;
    "i32::to_bf16", 401;
    "i32::to_f16", 393;
    "i32::to_f32", 404;
    "u32::from_bits", 408;
    "u32::to_bf16", 402;
    "u32::to_f16", 393;
    "u32::to_f32", 392;
    "u32::unit_f32", 403;
}
