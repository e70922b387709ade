//! Random numbers, compared with the crate rand_pcg and the known answers of Random123.

use super::references::reference;
use rand_pcg::Lcg64Xsh32;
use rand_pcg::rand_core::RngCore;
use vyre_conform_runtime::engine::Input;
use vyre_ops::random;

/// Digits of pi, the inputs of the known answers of Random123.
const PI: [u32; 6] = [
    0x243F_6A88,
    0x85A3_08D3,
    0x1319_8A2E,
    0x0370_7344,
    0xA409_3822,
    0x299F_31D0,
];

/// Oracle: Random123, tests/kat_vectors, philox4x32 with 7 and 10 rounds.
#[test]
fn rounds_of_philox_give_the_known_answers() {
    let of = |counter: [u32; 4], key: [u32; 2], rounds: u32| {
        let one = |(x, key), _| {
            (
                random::philox4x32_round(x, key),
                random::philox4x32_bump(key),
            )
        };
        (0..rounds).fold((counter, key), one).0
    };
    let ones = ([u32::MAX; 4], [u32::MAX; 2]);
    let pi = ([PI[0], PI[1], PI[2], PI[3]], [PI[4], PI[5]]);
    let known = [
        (
            ([0; 4], [0; 2]),
            7,
            [0x5F6F_B709, 0x0D89_3F64, 0x4F12_1F81, 0x4F73_0A48],
        ),
        (
            ones,
            7,
            [0x5207_DDC2, 0x4516_5E59, 0x4D8E_E751, 0x8C52_F662],
        ),
        (pi, 7, [0x4DFC_CABA, 0x190A_87F0, 0xC473_62BA, 0xB6B5_242A]),
        (
            ([0; 4], [0; 2]),
            10,
            [0x6627_E8D5, 0xE169_C58D, 0xBC57_AC4C, 0x9B00_DBD8],
        ),
        (
            ones,
            10,
            [0x408F_276D, 0x41C8_3B0E, 0xA20B_C7C6, 0x6D54_51FD],
        ),
        (pi, 10, [0xD16C_FE09, 0x94FD_CCEB, 0x5001_E420, 0x2412_6EA1]),
    ];
    for ((counter, key), rounds, words) in known {
        assert_eq!(of(counter, key, rounds), words);
    }
}

/// Oracle: Random123, tests/kat_vectors, threefry2x32 with 13, 20 and 32 rounds.
#[test]
fn rounds_of_threefry_give_the_known_answers() {
    let of = |counter: [u32; 2], key: [u32; 2], rounds: u32| {
        let rotations = [13, 15, 26, 6, 17, 29, 16, 24];
        let added = |x: [u32; 2], s: u32| {
            let key = random::threefry2x32_key(key, s);
            [x[0].wrapping_add(key[0]), x[1].wrapping_add(key[1])]
        };
        (0..rounds).fold(added(counter, 0), |x, round| {
            let x = random::threefry2x32_round(x, rotations[round as usize % 8]);
            if round % 4 == 3 {
                added(x, round / 4 + 1)
            } else {
                x
            }
        })
    };
    let ones = ([u32::MAX; 2], [u32::MAX; 2]);
    let pi = ([PI[0], PI[1]], [PI[2], PI[3]]);
    let known = [
        (([0; 2], [0; 2]), 13, [0x9D1C_5EC6, 0x8BD5_0731]),
        (ones, 13, [0xFD36_D048, 0x2D17_272C]),
        (pi, 13, [0xBA3E_4725, 0xF27D_669E]),
        (([0; 2], [0; 2]), 20, [0x6B20_0159, 0x99BA_4EFE]),
        (ones, 20, [0x1CB9_96FC, 0xBB00_2BE7]),
        (pi, 20, [0xC492_3A9C, 0x483D_F7A0]),
        (([0; 2], [0; 2]), 32, [0xCEE3_D47E, 0xA23D_FD5C]),
        (ones, 32, [0x6E2F_E0D0, 0xB1B7_6F82]),
        (pi, 32, [0xE282_7716, 0xC3C0_5CDF]),
    ];
    for ((counter, key), rounds, words) in known {
        assert_eq!(of(counter, key, rounds), words);
    }
}

/// Oracle: Random123, tests/kat_vectors, threefry4x32 with 13, 20 and 72 rounds.
#[test]
fn rounds_of_threefry4_give_the_known_answers() {
    let of = |counter: [u32; 4], key: [u32; 4], rounds: u32| {
        let rotations = [
            [10, 26],
            [11, 21],
            [13, 27],
            [23, 5],
            [6, 20],
            [17, 11],
            [25, 10],
            [18, 20],
        ];
        let added = |x: [u32; 4], s: u32| {
            let key = random::threefry4x32_key(key, s);
            [0, 1, 2, 3].map(|i| x[i].wrapping_add(key[i]))
        };
        let [a, b, c, d] = (0..rounds).fold(added(counter, 0), |x, round| {
            let x = random::threefry4x32_round(x, rotations[round as usize % 8]);
            if round % 4 == 3 {
                added(x, round / 4 + 1)
            } else {
                x
            }
        });
        // Every round exchanges the second word and the fourth.
        if rounds.is_multiple_of(2) {
            [a, b, c, d]
        } else {
            [a, d, c, b]
        }
    };
    let zeros = ([0; 4], [0; 4]);
    let ones = ([u32::MAX; 4], [u32::MAX; 4]);
    let pi = (
        [PI[0], PI[1], PI[2], PI[3]],
        [PI[4], PI[5], 0x082E_FA98, 0xEC4E_6C89],
    );
    let known = [
        (
            zeros,
            13,
            [0x531C_7E4F, 0x3949_1EE5, 0x2C85_5A92, 0x3D6A_BF9A],
        ),
        (
            ones,
            13,
            [0xC418_9358, 0x1C9C_C83A, 0xD588_1C67, 0x6A0A_89E0],
        ),
        (pi, 13, [0x4AA7_1D8F, 0x7347_38C2, 0x431F_C6A8, 0xAE6D_EBF1]),
        (
            zeros,
            20,
            [0x9C6C_A96A, 0xE17E_AE66, 0xFC10_ECD4, 0x5256_A7D8],
        ),
        (
            ones,
            20,
            [0x2A88_1696, 0x5701_2287, 0xF6C7_446E, 0xA16A_6732],
        ),
        (pi, 20, [0x59CD_1DBB, 0xB887_9579, 0x86B5_D00C, 0xAC8B_6D84]),
        (
            zeros,
            72,
            [0x9317_1DA6, 0x9220_326D, 0xB392_B7B1, 0xFF58_A002],
        ),
        (
            ones,
            72,
            [0x6074_3F3D, 0x9961_E684, 0xAAB2_1C34, 0x8C65_FB7D],
        ),
        (pi, 72, [0x0993_0ADF, 0x7F27_BD55, 0x9ED6_8CE1, 0x97F8_03F6]),
    ];
    for ((counter, key), rounds, words) in known {
        assert_eq!(of(counter, key, rounds), words);
    }
}

/// Oracle: the ops, whose rounds give the known answers, block by block, with a counter of two words that carries.
#[test]
fn fills_continue_with_the_next_counter() {
    let start = [u32::MAX, 7, 0, 0, 1, 2];
    let input = Input {
        columns: vec![start.to_vec(), vec![8]],
    };
    let words = reference("engine::philox_fill", &input);
    let mut expected = vec![];
    for counter in [[u32::MAX, 7, 0, 0], [0, 8, 0, 0]] {
        let (mut x, mut key) = (counter, [1, 2]);
        for _ in 0..10 {
            x = random::philox4x32_round(x, key);
            key = random::philox4x32_bump(key);
        }
        expected.extend(x);
    }
    let expected: Vec<Vec<u32>> = (0..).zip(expected).map(|(i, word)| vec![i, word]).collect();
    assert_eq!(words, expected);
}

/// Oracle: the crate rand_pcg, for many seeds and streams.
#[test]
fn pcg32_agrees_with_rand_pcg() {
    let mut seed = 42;
    for stream in 0..200_u64 {
        let increment = stream << 1 | 1;
        let mut state = random::pcg32_step(increment.wrapping_add(seed), increment);
        let mut generator = Lcg64Xsh32::new(seed, stream);
        for _ in 0..100 {
            assert_eq!(random::pcg32_output(state), generator.next_u32());
            let next = random::pcg32_step(state, increment);
            assert_eq!(random::pcg32_back(next, increment), state);
            state = next;
        }
        seed = state;
    }
}

/// Oracle: products of 128 bits, and a float of 64 bits, which represents every number of 24 bits exactly.
#[test]
fn ranges_agree_with_wider_arithmetic() {
    let mut state = 1_u64;
    for _ in 0..200_000 {
        state = random::pcg32_step(state, 109);
        let [word, below] = [state as u32, (state >> 40) as u32 >> (state % 24)];
        let wide = u128::from(state) * u128::from(below);
        assert_eq!(u128::from(random::uniform_below(state, below)), wide >> 64);
        let unit = f64::from(word >> 8) / f64::from(1 << 24);
        assert_eq!(f64::from(random::unit_f32(word)), unit);
    }
}

/// Oracle: counting: among all words of 32 bits each number below `n` occurs equally often; tested at the words next to
/// each change.
#[test]
fn accepted_words_are_as_many_for_each_number() {
    for n in [
        1_u64,
        2,
        3,
        5,
        6,
        7,
        100,
        641,
        65_536,
        65_537,
        0x7FFF_FFFF,
        0x8000_0001,
        0xFFFF_FFFF,
    ] {
        let each = (1_u64 << 32) / n;
        for number in [0, 1, n / 2, n - 1] {
            if number >= n {
                continue;
            }
            // The words whose product has this high half.
            let first = (number << 32).div_ceil(n);
            let behind = ((number + 1) << 32).div_ceil(n);
            let refused = (first..behind.min(first + 2))
                .filter(|word| random::lemire_accepts(*word as u32, n as u32) == 0)
                .count() as u64;
            assert_eq!(behind - first - refused, each, "{number} below {n}");
        }
    }
}
