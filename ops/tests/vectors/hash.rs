//! Hashes, compared with the crates fnv, xxhash-rust, siphasher, sha2 and blake3, and with published messages.

use super::messages::{bytes, hashes, low_first, messages};
use fnv::FnvHasher;
use sha2::{Digest, Sha256};
use siphasher::sip::SipHasher24;
use std::hash::Hasher;
use vyre_ops::hash;
use xxhash_rust::{xxh32::xxh32, xxh64::xxh64};

/// Oracle: the crate xxhash-rust, with seeds of few bits and of many.
#[test]
fn references_of_xxhash_agree_with_the_crate() {
    for seed in [0, 1, 0x9E37_79B1, 0x0123_4567_89AB_CDEF, u64::MAX] {
        let messages = messages(seed);
        let expected: Vec<Vec<u32>> = messages
            .iter()
            .map(|m| vec![xxh32(m, seed as u32)])
            .collect();
        assert_eq!(hashes("engine::xxh32", &[seed as u32], &messages), expected);
        let expected: Vec<Vec<u32>> = messages.iter().map(|m| low_first(xxh64(m, seed))).collect();
        assert_eq!(
            hashes("engine::xxh64", &low_first(seed), &messages),
            expected
        );
    }
}

/// Oracle: the crate xxhash-rust, on messages of whole blocks of 32 bytes, whose hash consists of these ops alone.
#[test]
fn rounds_and_merges_make_xxh64() {
    const P1: u64 = 0x9E37_79B1_85EB_CA87;
    const P2: u64 = 0xC2B2_AE3D_27D4_EB4F;
    for (seed, blocks) in [(0, 1), (1, 2), (u64::MAX, 3), (0x0123_4567_89AB_CDEF, 31)] {
        let message: Vec<u8> = (0..32 * blocks)
            .map(|i: u32| ((i * i) >> 3) as u8)
            .collect();
        let mut lanes = [
            seed.wrapping_add(P1).wrapping_add(P2),
            seed.wrapping_add(P2),
            seed,
            seed.wrapping_sub(P1),
        ];
        for block in message.chunks(32) {
            for (lane, bytes) in lanes.iter_mut().zip(block.chunks(8)) {
                let word = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
                *lane = hash::xxh64_round(*lane, word);
            }
        }
        let rotated = lanes.iter().zip([1, 7, 12, 18]);
        let sum = rotated.fold(0_u64, |sum, (lane, by)| {
            sum.wrapping_add(lane.rotate_left(by))
        });
        let merged = lanes.into_iter().fold(sum, hash::xxh64_merge_round);
        let length = message.len() as u64;
        let actual = hash::xxh64_avalanche(merged.wrapping_add(length));
        assert_eq!(actual, xxh64(&message, seed));
    }
}

/// Oracle: the crate siphasher.
#[test]
fn reference_of_siphash_agrees_with_the_crate() {
    for [k0, k1] in [
        [0, 0],
        [0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908],
        [u64::MAX, 1],
    ] {
        let messages = messages(k0 ^ k1);
        let one = |message: &Vec<u8>| {
            let mut hasher = SipHasher24::new_with_keys(k0, k1);
            hasher.write(message);
            low_first(hasher.finish())
        };
        let expected: Vec<Vec<u32>> = messages.iter().map(one).collect();
        let key = [low_first(k0), low_first(k1)].concat();
        assert_eq!(hashes("engine::siphash_2_4", &key, &messages), expected);
    }
}

/// Oracle: the crate sha2.
#[test]
fn reference_of_sha256_agrees_with_the_crate() {
    let messages = messages(5);
    let one = |message: &Vec<u8>| {
        let digest: [u8; 32] = Sha256::digest(message).into();
        let words = digest
            .chunks(4)
            .map(|b| u32::from_be_bytes([b[0], b[1], b[2], b[3]]));
        words.collect()
    };
    let expected: Vec<Vec<u32>> = messages.iter().map(one).collect();
    assert_eq!(hashes("engine::sha256", &[], &messages), expected);
}

/// Oracle: the crate blake3.
#[test]
fn reference_of_blake3_agrees_with_the_crate() {
    let messages = messages(6);
    let one = |message: &Vec<u8>| {
        let digest: [u8; 32] = blake3::hash(message).into();
        let words = digest
            .chunks(4)
            .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        words.collect()
    };
    let expected: Vec<Vec<u32>> = messages.iter().map(one).collect();
    assert_eq!(hashes("engine::blake3", &[], &messages), expected);
}

/// Oracle: the crate fnv, for 64 bits; published hashes of 32 bits, draft-eastlake-fnv.
#[test]
fn steps_make_fnv1a() {
    for message in messages(7) {
        let mut hasher = FnvHasher::default();
        hasher.write(&message);
        let start = 0xCBF2_9CE4_8422_2325;
        let all = message.iter().fold(start, |state, byte| {
            hash::fnv1a_64_step(state, (*byte).into())
        });
        assert_eq!(all, hasher.finish());
        let back = message.iter().rev();
        let back = back.fold(all, |state, byte| {
            hash::fnv1a_64_step_inverse(state, (*byte).into())
        });
        assert_eq!(back, start);
    }
    let narrow = |text: &str| {
        let bytes = text.bytes().map(u32::from);
        bytes.fold(0x811C_9DC5, hash::fnv1a_32_step)
    };
    assert_eq!(
        ["", "a", "foobar"].map(narrow),
        [0x811C_9DC5, 0xE40C_292C, 0xBF9C_F968]
    );
}

/// Oracle: Wikipedia, MurmurHash, test vectors of MurmurHash3_x86_32.
#[test]
fn ops_make_murmur3() {
    let murmur = |text: &[u8], seed: u32| {
        let word = |bytes: &[u8]| {
            bytes
                .iter()
                .rev()
                .fold(0, |w, byte| w << 8 | u32::from(*byte))
        };
        let words = text.chunks_exact(4);
        let tail = hash::murmur3_k(word(words.remainder()));
        let state = words.fold(seed, |state, bytes| {
            let mixed = (state ^ hash::murmur3_k(word(bytes))).rotate_left(13);
            mixed.wrapping_mul(5).wrapping_add(0xE654_6B64)
        });
        hash::fmix32(state ^ tail ^ text.len() as u32)
    };
    let known: [(&[u8], u32, u32); 7] = [
        (b"", 1, 0x514E_28B7),
        (b"", u32::MAX, 0x81F1_6F39),
        (b"test", 0, 0xBA6B_D213),
        (b"test", 0x9747_B28C, 0x704B_81DC),
        (b"Hello, world!", 0, 0xC036_3E43),
        (b"Hello, world!", 0x9747_B28C, 0x2488_4CBA),
        (
            b"The quick brown fox jumps over the lazy dog",
            0x9747_B28C,
            0x2FA8_26CD,
        ),
    ];
    for (text, seed, expected) in known {
        assert_eq!(murmur(text, seed), expected, "{text:?} {seed:#x}");
    }
}

/// Oracle: RFC 8439, section 2.3.2, the state after 20 rounds.
#[test]
fn quarter_rounds_make_the_block_of_the_rfc() {
    let key = (0..8).map(|i: u32| 0x0302_0100 + 0x0404_0404 * i);
    let constants = [0x6170_7865, 0x3320_646E, 0x7962_2D32, 0x6B20_6574];
    let rest = [1, 0x0900_0000, 0x4A00_0000, 0];
    let start: Vec<u32> = constants.into_iter().chain(key).chain(rest).collect();
    let mut state = start.clone();
    for _ in 0..10 {
        let columns = (0..4).map(|i| [i, i + 4, i + 8, i + 12]);
        let diagonals = (0..4).map(|i| [i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12]);
        for places in columns.chain(diagonals) {
            let mixed = hash::chacha_quarter_round(places.map(|index| state[index]));
            for (index, word) in places.into_iter().zip(mixed) {
                state[index] = word;
            }
        }
    }
    let expected = [
        0x8377_78AB,
        0xE238_D763,
        0xA67A_E21E,
        0x5950_BB2F,
        0xC4F2_D0C7,
        0xFC62_BB2F,
        0x8FA0_18FC,
        0x3F5E_C7B7,
        0x3352_71C2,
        0xF294_89F3,
        0xEABD_A8FC,
        0x82E4_6EBD,
        0xD19C_12B4,
        0xB04E_16DE,
        0x9E83_D0CB,
        0x4E3C_50A2,
    ];
    assert_eq!(state, expected);
}

/// Oracle: the documentation of the inverses, for many numbers.
#[test]
fn finalisers_are_invertible() {
    for word in bytes(9, 40_000)
        .chunks(8)
        .map(|b| u64::from_le_bytes(b.try_into().expect("eight bytes")))
    {
        let narrow = word as u32;
        assert_eq!(hash::fmix32_inverse(hash::fmix32(narrow)), narrow);
        assert_eq!(
            hash::xxh32_avalanche_inverse(hash::xxh32_avalanche(narrow)),
            narrow
        );
        assert_eq!(hash::fmix64_inverse(hash::fmix64(word)), word);
        assert_eq!(
            hash::xxh64_avalanche_inverse(hash::xxh64_avalanche(word)),
            word
        );
        assert_eq!(hash::splitmix64_inverse(hash::splitmix64(word)), word);
    }
}

/// Oracle: the documentation of the inverses, for every word of 32 bits.
#[test]
#[ignore = "a long run: minutes"]
fn inverses_restore_every_word() {
    for word in 0..=u32::MAX {
        assert_eq!(hash::fmix32_inverse(hash::fmix32(word)), word);
        assert_eq!(
            hash::xxh32_avalanche_inverse(hash::xxh32_avalanche(word)),
            word
        );
        assert_eq!(hash::murmur3_k_inverse(hash::murmur3_k(word)), word);
    }
}
