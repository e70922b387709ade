//! True laws that the library does not declare, and pairs of ops with one function; each with the reason.

/// Laws that hold, are not declared, and do not follow mechanically from the declarations: the op, the prefix of the
/// laws, and the reason.
pub(crate) const EXCUSED: &[(&str, &str, &str)] = &[
    (
        "u32::logical_not",
        "DeMorgan(",
        "it sees only whether a result is 0, and of ops that are 0 for the same operands the declared ones stand for \
         all",
    ),
    (
        "u32::logical_not",
        "ComplementUnder(",
        "an operand or its negation is 0, so that whatever gives 0 beside a 0 gives 0",
    ),
    (
        "u32::and",
        "DistributiveOver(",
        "whether these are 0 depends on their operands as with `or`, `min` and `max`, which are declared",
    ),
    (
        "u32::or",
        "DistributiveOver(",
        "whether these are 0 depends on their operands as with `and`, `min` and `max`, which are declared",
    ),
    (
        "u32::div",
        "LatticeAbsorption(or)",
        "it divides by 1 unless the dividend is 0: RightIdentity(1) and Absorbing(0) say so",
    ),
    ("u32::is_alphabetic", "DeMorgan(", NO_CODE),
    ("u32::is_alphabetic", "Odd(", NO_CODE),
    ("u32::is_digit", "DeMorgan(", NO_CODE),
    ("u32::is_digit", "Odd(", NO_CODE),
    ("u32::is_hex_digit", "DeMorgan(", NO_CODE),
    ("u32::is_hex_digit", "Odd(", NO_CODE),
    ("u32::is_whitespace", "DeMorgan(", NO_CODE),
    ("u32::is_whitespace", "Odd(", NO_CODE),
    ("u32::ascii_lower", "Odd(", NO_LETTER),
    ("u32::ascii_upper", "Odd(", NO_LETTER),
    ("u32::has_zero_byte", "Odd(", NO_LETTER),
    (
        "u64::pcg32_back",
        "RightInjective",
        "a step adds the increment again, so that InverseOf says it; solvers do not see it of a product of 64 bits",
    ),
    (
        "u64::uniform_below",
        "LeftMonotone",
        "solvers do not join the halves of the operand again that are multiplied one by one",
    ),
    (
        "vec4::philox4x32_round",
        "InverseOf(philox4x32_unround)",
        "the other way round it is declared, and both are of one finite set; of products of products solvers do not \
         see it",
    ),
    (
        "u32::crc32c_step",
        "InverseOf(crc32c_step_inverse)",
        LATER_INVERSE,
    ),
    (
        "u64::crc64_step",
        "InverseOf(crc64_step_inverse)",
        LATER_INVERSE,
    ),
    ("bool::cast_vec4", "InverseOf(subgroup_", FEATURE),
    ("u32::cast_vec4", "InverseOf(subgroup_", FEATURE),
    ("vec4::cast_i32", "Even(subgroup_", FEATURE),
    ("vec4::cast_u32", "Even(subgroup_", FEATURE),
    ("vec4::subgroup_shuffle_xor", "ZeroProduct(true)", VECTORS),
    ("vec2::threefry2x32_round", "ZeroProduct(true)", VECTORS),
    ("vec2::threefry2x32_unround", "ZeroProduct(true)", VECTORS),
    ("vec4::threefry4x32_round", "ZeroProduct(true)", VECTORS),
    ("vec4::threefry4x32_unround", "ZeroProduct(true)", VECTORS),
    ("vec4::bit_not", "Odd(subgroup_", FEATURE),
    ("u32::fmix32", "Odd(fmix32_inverse)", INVERSE_COMMUTES),
    ("u32::fmix32_inverse", "Odd(fmix32)", INVERSE_COMMUTES),
    ("u64::fmix64", "Odd(fmix64_inverse)", INVERSE_COMMUTES),
    ("u64::fmix64_inverse", "Odd(fmix64)", INVERSE_COMMUTES),
    ("u32::murmur3_k", "Odd(murmur3_k_inverse)", INVERSE_COMMUTES),
    ("u32::murmur3_k_inverse", "Odd(murmur3_k)", INVERSE_COMMUTES),
    (
        "u32::xxh32_avalanche",
        "Odd(xxh32_avalanche_inverse)",
        INVERSE_COMMUTES,
    ),
    (
        "u32::xxh32_avalanche_inverse",
        "Odd(xxh32_avalanche)",
        INVERSE_COMMUTES,
    ),
    (
        "u64::xxh64_avalanche",
        "Odd(xxh64_avalanche_inverse)",
        INVERSE_COMMUTES,
    ),
    (
        "u64::xxh64_avalanche_inverse",
        "Odd(xxh64_avalanche)",
        INVERSE_COMMUTES,
    ),
    (
        "u64::splitmix64",
        "Odd(splitmix64_inverse)",
        INVERSE_COMMUTES,
    ),
    (
        "u64::splitmix64_inverse",
        "Odd(splitmix64)",
        INVERSE_COMMUTES,
    ),
    (
        "vec4::chacha_quarter_round",
        "Odd(chacha_quarter_round_inverse)",
        INVERSE_COMMUTES,
    ),
    (
        "vec4::chacha_quarter_round_inverse",
        "Odd(chacha_quarter_round)",
        INVERSE_COMMUTES,
    ),
    ("vec4::sip_half_round", "ZeroProduct(true)", VECTORS),
    ("vec4::sip_half_round_inverse", "ZeroProduct(true)", VECTORS),
    ("vec2::bit_or", "ZeroProduct(true)", VECTORS),
    ("vec2::max", "ZeroProduct(true)", VECTORS),
    ("vec4::bit_or", "ZeroProduct(true)", VECTORS),
    ("vec4::max", "ZeroProduct(true)", VECTORS),
    (
        "vec4::subgroup_shuffle",
        "Associative",
        "three vectors have 84 million small cases on every adapter, which takes longer than all ops beside it",
    ),
    ("vec4::add", "Associative", FOUR_LANES),
    ("vec4::sub", "RightInjective", FOUR_LANES),
    ("vec4::mul", "Associative", FOUR_LANES),
    ("vec4::mul", "DistributiveOver(", FOUR_LANES),
    ("vec4::bit_and", "Associative", FOUR_LANES),
    ("vec4::bit_and", "DistributiveOver(", FOUR_LANES),
    ("vec4::bit_or", "Associative", FOUR_LANES),
    ("vec4::bit_or", "DistributiveOver(", FOUR_LANES),
    ("vec4::bit_xor", "Associative", FOUR_LANES),
    ("vec4::min", "Associative", FOUR_LANES),
    ("vec4::min", "DistributiveOver(", FOUR_LANES),
    ("vec4::max", "Associative", FOUR_LANES),
    ("vec4::max", "DistributiveOver(", FOUR_LANES),
    ("vec4::shl", "RightDistributiveOver(", FOUR_LANES),
    ("vec4::shr", "RightDistributiveOver(", FOUR_LANES),
    ("vec4::all_equal", "Transitive", FOUR_LANES),
    ("u64::logical_not", "DeMorgan(", OTHER_ZEROS),
    ("vec2::eq", "Antisymmetric", TRUTHS),
    ("vec2::lt", "Antisymmetric", TRUTHS),
    ("vec2::gt", "Antisymmetric", TRUTHS),
    ("vec2::le", "Antisymmetric", TRUTHS),
    ("vec2::ge", "Antisymmetric", TRUTHS),
    ("vec2::and", "Transitive", TRUTHS),
    ("vec2::eq", "Transitive", TRUTHS),
    ("vec2::lt", "Transitive", TRUTHS),
    ("vec2::gt", "Transitive", TRUTHS),
    ("vec2::le", "Transitive", TRUTHS),
    ("vec2::ge", "Transitive", TRUTHS),
    ("vec4::eq", "Antisymmetric", TRUTHS),
    ("vec4::lt", "Antisymmetric", TRUTHS),
    ("vec4::gt", "Antisymmetric", TRUTHS),
    ("vec4::le", "Antisymmetric", TRUTHS),
    ("vec4::ge", "Antisymmetric", TRUTHS),
    ("vec4::and", "Transitive", TRUTHS),
    ("vec4::eq", "Transitive", TRUTHS),
    ("vec4::lt", "Transitive", TRUTHS),
    ("vec4::gt", "Transitive", TRUTHS),
    ("vec4::le", "Transitive", TRUTHS),
    ("vec4::ge", "Transitive", TRUTHS),
    ("vec2::saturating_add", "ZeroProduct(true)", VECTORS),
    ("vec4::saturating_add", "ZeroProduct(true)", VECTORS),
    ("vec2::or", "ZeroProduct(true)", VECTORS),
    ("vec4::or", "ZeroProduct(true)", VECTORS),
    ("vec2::rotate_left", "ZeroProduct(true)", VECTORS),
    ("vec4::rotate_left", "ZeroProduct(true)", VECTORS),
    ("vec2::rotate_right", "ZeroProduct(true)", VECTORS),
    ("vec4::rotate_right", "ZeroProduct(true)", VECTORS),
    ("vec2::and", "DistributiveOver(", LANES_OF_LOGIC),
    ("vec2::or", "DistributiveOver(", LANES_OF_LOGIC),
    ("vec2::div", "LatticeAbsorption(or)", LANES_OF_LOGIC),
    ("vec4::div", "LatticeAbsorption(or)", LANES_OF_LOGIC),
    ("vec2::logical_not", "DeMorgan(", LANES_OF_LOGIC),
    ("vec4::logical_not", "DeMorgan(", LANES_OF_LOGIC),
    ("vec2::logical_not", "ComplementUnder(", LANES_OF_LOGIC),
    ("vec4::logical_not", "ComplementUnder(", LANES_OF_LOGIC),
    ("vec4::negate", "Odd(subgroup_", FEATURE),
    ("vec4::reverse_bits", "Odd(subgroup_", FEATURE),
    ("vec4::swap_bytes", "Odd(subgroup_", FEATURE),
    ("vec4::popcount", "Odd(subgroup_", FEATURE),
    ("vec4::count_zeros", "Odd(subgroup_", FEATURE),
    ("vec4::clz", "Odd(subgroup_", FEATURE),
    ("vec4::ctz", "Odd(subgroup_", FEATURE),
    ("vec4::logical_not", "Odd(subgroup_", FEATURE),
    ("vec4::saturating_add", "Associative", FOUR_LANES),
    ("vec4::saturating_add", "DistributiveOver(", FOUR_LANES),
    ("vec4::saturating_sub", "RightDistributiveOver(", FOUR_LANES),
    ("vec4::mul_hi", "DistributiveOver(", FOUR_LANES),
    ("vec4::div", "RightDistributiveOver(", FOUR_LANES),
    ("vec4::rotate_left", "RightDistributiveOver(", FOUR_LANES),
    ("vec4::rotate_right", "RightDistributiveOver(", FOUR_LANES),
    ("vec4::lt", "DistributiveOver(", FOUR_LANES),
    ("vec4::le", "DistributiveOver(", FOUR_LANES),
    ("vec4::gt", "RightDistributiveOver(", FOUR_LANES),
    ("vec4::ge", "RightDistributiveOver(", FOUR_LANES),
    ("vec4::and", "Associative", FOUR_LANES),
    ("vec4::and", "DistributiveOver(", FOUR_LANES),
    ("vec4::or", "Associative", FOUR_LANES),
    ("vec4::or", "DistributiveOver(", FOUR_LANES),
    ("vec4::clamp", "CommutativeFactors", FOUR_LANES),
    ("u32::crc32_step", "Bounded(0, ", FALSE_LAW),
    ("u32::fmix32", "Bounded(0, ", FALSE_LAW),
    ("u32::fmix32_inverse", "Bounded(0, ", FALSE_LAW),
    ("u32::fnv1a_step_inverse", "Bounded(0, ", FALSE_LAW),
    ("u32::murmur3_k", "Bounded(0, ", FALSE_LAW),
    ("u32::murmur3_k_inverse", "Bounded(0, ", FALSE_LAW),
    ("u32::sha256_small_sigma0", "Bounded(0, ", FALSE_LAW),
    ("u32::sha256_small_sigma1", "Bounded(0, ", FALSE_LAW),
    ("u32::utf8_length", "Bounded(0, ", FALSE_LAW),
    ("u32::xorshift32", "Bounded(0, ", FALSE_LAW),
    ("u32::xorshift32_back", "Bounded(0, ", FALSE_LAW),
    ("u32::xxh32_avalanche", "Bounded(0, ", FALSE_LAW),
    ("u32::xxh32_avalanche_inverse", "Bounded(0, ", FALSE_LAW),
    ("u64::fmix64", "Bounded(0, ", FALSE_LAW),
    ("u64::fmix64_inverse", "Bounded(0, ", FALSE_LAW),
    ("u64::fnv1a_step", "Bounded(0, ", FALSE_LAW),
    ("u64::fnv1a_step_inverse", "Bounded(0, ", FALSE_LAW),
    ("u64::pcg32_output", "Bounded(0, ", FALSE_LAW),
    ("u64::splitmix64", "Bounded(0, ", FALSE_LAW),
    ("u64::splitmix64_inverse", "Bounded(0, ", FALSE_LAW),
    ("u64::xxh64_avalanche", "Bounded(0, ", FALSE_LAW),
    ("u64::xxh64_avalanche_inverse", "Bounded(0, ", FALSE_LAW),
    ("u32::ascii_lower", "DeMorgan(", FALSE_LAW),
    ("u32::ascii_upper", "DeMorgan(", FALSE_LAW),
    ("vec2::threefry2x32_key", "RightInjective", FALSE_LAW),
    ("u32::base32_value", "Odd(hex_value)", NO_CHARACTER),
    ("u32::hex_value", "Odd(base32_value)", NO_CHARACTER),
    ("u32::is_alphabetic", "ComplementUnder(", NO_CHARACTER),
    ("u32::is_digit", "ComplementUnder(", NO_CHARACTER),
    ("u32::is_hex_digit", "ComplementUnder(", NO_CHARACTER),
    ("u32::is_whitespace", "ComplementUnder(", NO_CHARACTER),
    ("u32::utf8_length", "ComplementUnder(mul_hi", NO_CHARACTER),
    ("u32::gray_decode", "Odd(gray_encode)", INVERSE_COMMUTES),
    ("u32::gray_encode", "Odd(gray_decode)", INVERSE_COMMUTES),
    (
        "u64::zigzag_decode",
        "Odd(zigzag_encode_64)",
        INVERSE_COMMUTES,
    ),
    (
        "u64::zigzag_encode",
        "Odd(zigzag_decode_64)",
        INVERSE_COMMUTES,
    ),
    ("vec4::philox4x32_round", "LeftInjective", UNROUND),
    (
        "u32::blend_over",
        "DistributiveOver(",
        "more below gives no less in any byte; solvers do not compare products of four bytes at a time",
    ),
    ("u32::rgb_to_ycbcr", "Bounded(", FALSE_LAW),
    ("u32::ycbcr_to_rgb", "Bounded(", FALSE_LAW),
    ("vec4::ycocg_r", "Odd(ycocg_r_inverse)", INVERSE_COMMUTES),
    ("vec4::ycocg_r_inverse", "Odd(ycocg_r)", INVERSE_COMMUTES),
    ("u32::linear16_to_srgb8", "DeMorgan(", NO_LIGHT),
    ("u32::luma_601", "DeMorgan(", NO_LIGHT),
    ("u32::luma_709", "DeMorgan(", NO_LIGHT),
    ("u32::rgb565_pack", "DeMorgan(", NO_LIGHT),
];

/// The reason for not declaring a false law that holds on the tried cases.
const FALSE_LAW: &str = "it is false: operands that break it are rare, and not among the cases that are tried; a bound \
                       is the greatest result of these alone";

/// The reason why ops on characters do not declare consequences of the small number of characters.
const NO_CHARACTER: &str = "a complement, or the value of a character, is not a character, so that all such ops give \
                            the same for it";

/// The reason why a round does not declare that it is injective.
const UNROUND: &str = "the op that undoes the round is declared to be the inverse of it";

/// The reason why a step that was published before its inverse does not name the inverse.
const LATER_INVERSE: &str = "the op that undoes the step is declared to be the inverse of it, and of finitely many \
                             states this says the same";

/// The reason why a bijection does not declare that it commutes with its inverse.
const INVERSE_COMMUTES: &str = "a function and the one that undoes it give the operand in either order, as InverseOf \
                                of both says";
/// The reason for not naming every op that is zero for the same operands.
const OTHER_ZEROS: &str = "it sees only whether a result is 0, and the declared ones stand for all ops that are 0 for \
                           the same operands";

/// The reason why comparisons of lanes are not declared to be orders.
const TRUTHS: &str = "its results are vectors, and the attribute takes the law of ops that give one truth alone; that \
                      of u32 declares it";

/// The reason why logic of lanes does not name every op that is 0 for the same lanes.
const LANES_OF_LOGIC: &str = "lane by lane it follows as it does for u32, whose rows above say how";

/// The reason why ops on four lanes do not declare the laws of the same ops on two lanes.
const FOUR_LANES: &str = "three vectors of four lanes have 84 million small cases on every adapter; the op of two \
                          lanes, which does the same in each lane, declares it";

/// The reason why ops without a hardware feature do not name those with one.
const FEATURE: &str = "a law that names an op of one hardware feature is not checked where the feature is not, and \
                       this op runs everywhere";

/// The reason why ops with vector results do not declare when all lanes are 0.
const VECTORS: &str = "its results are vectors, and the law is declared of numbers alone";

/// The reason why a class of characters does not name the ops whose results are not characters.
const NO_CODE: &str = "neither 0 nor 1 is a code of the class, so that ops which give nothing else are as good as one \
                       another";

/// The reason why a pixel does not name the predicates, which are too dark for it.
const NO_LIGHT: &str = "it gives 0 for 0 and 1, and less than 2^16 for all, so that whatever gives 0 or 1 beside the \
                        high half of a product is as good as any other";

/// The reason why a case does not name the ops whose results have none.
const NO_LETTER: &str = "numbers below the letters stay as they are, so that ops which give nothing else are as good \
                         as one another";

/// Pairs of ops that are one function, and why both exist: no declaration distinguishes them.
pub(crate) const ONE_FUNCTION: &[(&str, &str, &str)] = &[
    (
        "bf16::to_u32_floor",
        "bf16::to_u32_truncate",
        "below 0 both give 0, above it both drop the fraction",
    ),
    (
        "f16::to_u32_floor",
        "f16::to_u32_truncate",
        "below 0 both give 0, above it both drop the fraction",
    ),
    (
        "f32::to_u32_floor",
        "f32::to_u32_truncate",
        "below 0 both give 0, above it both drop the fraction",
    ),
    (
        "f32::sin",
        "f32::sin_approx",
        "the second is the first with a tolerance, on a track of its own",
    ),
    (
        "f32::rsqrt",
        "f32::rsqrt_approx",
        "the second is the first with a tolerance, on a track of its own",
    ),
    (
        "u64::mul",
        "u64::mul_int64",
        "the second is the first on hardware that has integers of 64 bits",
    ),
    (
        "vec4::sum",
        "vec4::subgroup_add",
        "the second is the first where the lanes are those of a subgroup",
    ),
];
