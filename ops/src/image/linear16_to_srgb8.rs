use super::{max_bytes, min_bytes};
use crate::choice::{max, min};
use crate::compare::{ge, lt};
use vyre_conform_runtime::{vyre_fn, vyre_op};

/// Converts a linear number of 16 bits to an sRGB byte: `255` times the transfer function of `a / 65535`, rounded to
/// the nearest integer. A number above 65,535 counts as 65,535.
///
/// IEC 61966-2-1; [CSS Color Module Level 4](https://www.w3.org/TR/css-color-4/#color-conversion-code), `gam_sRGB`. A
/// binary search halves the range of codes eight times.
#[vyre_op(
    laws(
        Monotone,
        Bounded(0, 255),
        // A code is one byte.
        Homomorphism(min, min_bytes),
        Homomorphism(max, max_bytes),
        // No code exceeds its number.
        ComplementUnder(ge, 1),
        ComplementUnder(lt, 0),
        Not(Injective, witness = (0, 1)),
        Not(Idempotent, witness = (65_535)),
    ),
    boundaries((0), (9), (10), (198), (199), (219), (14_146), (65_243), (65_244), (65_535), (65_536), (u32::MAX)),
    classes(
        black = linear16_to_srgb8(a) == 0,
        white = linear16_to_srgb8(a) == 255,
        more = a > 65_535,
        grey = a > 9 && a < 65_244,
    ),
    table(
        (0) => 0, "black" from "IEC 61966-2-1",
        (65_535) => 255, "white" from "IEC 61966-2-1",
        (9) => 0, "0.452 is rounded down" from "IEC 61966-2-1",
        (10) => 1, "0.503 is rounded up" from "IEC 61966-2-1",
        (32_768) => 188, "a half of the light" from "IEC 61966-2-1",
        (14_027) => 127, "below 127.5" from "IEC 61966-2-1",
        (14_028) => 128, "and above" from "IEC 61966-2-1",
        (65_243) => 254, "below 254.5" from "IEC 61966-2-1",
        (65_244) => 255, "and above" from "IEC 61966-2-1",
        (65_536) => 255, "contract: more than all is all",
        (0x8000_0000) => 255, "whatever the bit",
    ),
)]
pub const fn linear16_to_srgb8(a: u32) -> u32 {
    let code = halved(0, 128, a);
    let code = halved(code, 64, a);
    let code = halved(code, 32, a);
    let code = halved(code, 16, a);
    let code = halved(code, 8, a);
    let code = halved(code, 4, a);
    let code = halved(code, 2, a);
    halved(code, 1, a)
}

/// The code with this bit set if the number reaches that code.
#[vyre_fn]
const fn halved(code: u32, bit: u32, a: u32) -> u32 {
    let next = code | bit;
    if FIRST[(next & 0xFF) as usize] <= a {
        next
    } else {
        code
    }
}

/// For each index, the least linear number whose code is at least that index.
const FIRST: [u32; 256] = [
    0, 10, 30, 50, 70, 90, 110, 130, 150, 170, 189, 209, 230, 253, 276, 301, 327, 354, 382, 412,
    443, 475, 509, 544, 580, 618, 657, 698, 740, 783, 828, 875, 923, 972, 1023, 1075, 1129, 1185,
    1242, 1300, 1360, 1422, 1486, 1551, 1617, 1685, 1755, 1827, 1900, 1975, 2052, 2130, 2210, 2292,
    2376, 2461, 2548, 2637, 2727, 2820, 2914, 3010, 3108, 3208, 3309, 3412, 3518, 3625, 3734, 3844,
    3957, 4072, 4188, 4307, 4427, 4550, 4674, 4800, 4928, 5059, 5191, 5325, 5461, 5599, 5740, 5882,
    6026, 6173, 6321, 6471, 6624, 6778, 6935, 7094, 7255, 7418, 7583, 7750, 7919, 8091, 8265, 8440,
    8618, 8798, 8981, 9165, 9352, 9541, 9732, 9925, 10121, 10318, 10518, 10720, 10925, 11132,
    11341, 11552, 11765, 11981, 12199, 12420, 12643, 12868, 13095, 13325, 13557, 13791, 14028,
    14267, 14508, 14752, 14998, 15247, 15498, 15751, 16007, 16265, 16525, 16788, 17054, 17321,
    17592, 17864, 18139, 18417, 18697, 18980, 19264, 19552, 19842, 20134, 20429, 20727, 21027,
    21329, 21634, 21942, 22252, 22564, 22880, 23197, 23518, 23840, 24166, 24494, 24824, 25158,
    25493, 25832, 26173, 26516, 26862, 27211, 27563, 27917, 28273, 28633, 28995, 29359, 29727,
    30097, 30469, 30845, 31223, 31603, 31987, 32373, 32762, 33153, 33547, 33944, 34344, 34747,
    35152, 35560, 35970, 36384, 36800, 37219, 37640, 38065, 38492, 38922, 39355, 39790, 40229,
    40670, 41114, 41561, 42011, 42463, 42918, 43377, 43838, 44301, 44768, 45238, 45710, 46185,
    46663, 47144, 47628, 48115, 48605, 49097, 49593, 50091, 50592, 51096, 51604, 52114, 52627,
    53142, 53661, 54183, 54708, 55235, 55766, 56300, 56836, 57376, 57918, 58464, 59012, 59564,
    60118, 60675, 61236, 61799, 62366, 62935, 63508, 64083, 64662, 65244,
];
