//! Encoders and decoders: ops compared with loops over bits and with crates, engines with crates.

mod blocks;
mod every;

use data_encoding::{BASE32, BASE64, HEXUPPER};
use vyre_conform_runtime::engine::{EngineDef, Input, Output, engines};
use vyre_conform_runtime::generate::witness;
use vyre_conform_runtime::spec::ValueType;
use vyre_ops::codec::*;

/// The number of compared inputs of an engine.
const INPUTS: u64 = 60;

fn engine(name: &str) -> &'static EngineDef {
    let is_it = |def: &&EngineDef| def.id.strip_prefix("engine::") == Some(name);
    let actual = engines().into_iter().find(is_it);
    actual.unwrap_or_else(|| panic!("the library has no engine `{name}`"))
}

/// The result of an engine's reference.
fn reference_output(name: &str, columns: Vec<Vec<u32>>) -> Output {
    engine(name).reference.expect("a reference")(&Input { columns })
}

/// Calls `check` with the inputs of an engine and the results of its reference.
fn for_each_input(name: &str, check: impl Fn(&[Vec<u32>], Output)) {
    let def = engine(name);
    for n in 0..INPUTS {
        let input = (def.inputs)(n);
        let output = def.reference.expect("a reference")(&input);
        check(&input.columns, output);
    }
}

/// The bytes of an input, from their number and the packed words.
fn bytes_of(columns: &[Vec<u32>]) -> Vec<u8> {
    let bytes = columns[1].iter().flat_map(|word| word.to_le_bytes());
    bytes.take(columns[0][0] as usize).collect()
}

/// The second words of records whose first words number them.
fn column(output: &Output) -> Vec<u32> {
    assert!((0..).zip(output).all(|(n, record)| record[0] == n));
    output.iter().map(|record| record[1]).collect()
}

/// The last words of records that begin with 0 and their numbers; for `[1, offset]` the offset.
fn checked_records(output: &Output) -> Result<Vec<u32>, u32> {
    match output.as_slice() {
        [record] if record[0] == 1 => Err(record[1]),
        records => {
            let numbered = (0..).zip(records);
            assert!(numbered.clone().all(|(n, record)| record[..2] == [0, n]));
            Ok(records.iter().map(|record| record[2]).collect())
        }
    }
}

fn words(seed: u64) -> impl Iterator<Item = u32> {
    (0..20_000).map(move |place| witness::word(seed, place, 0, 0, ValueType::U32))
}

/// Oracle: the crate data-encoding, on one digit.
#[test]
fn digits_agree_with_the_crate() {
    for value in 0..=255_u8 {
        let first = |text: String| u32::from(text.as_bytes()[0]);
        assert_eq!(
            hex_digit(value.into()),
            first(HEXUPPER.encode(&[value << 4]))
        );
        assert_eq!(
            base32_digit(value.into()),
            first(BASE32.encode(&[value << 3]))
        );
        assert_eq!(
            base64_digit(value.into()),
            first(BASE64.encode(&[value << 2]))
        );
        // The digit is followed by one of value 0 and by padding.
        let decoded = |bytes: Option<Vec<u8>>, shift: u32| match bytes {
            Some(bytes) => u32::from(bytes[0] >> shift),
            None => 255,
        };
        let hex = data_encoding::HEXLOWER_PERMISSIVE
            .decode(&[value, b'0'])
            .ok();
        assert_eq!(hex_value(value.into()), decoded(hex, 4));
        let text = [&[value, b'A'][..], b"======"].concat();
        assert_eq!(
            base32_value(value.into()),
            decoded(BASE32.decode(&text).ok(), 3)
        );
        let text = [&[value, b'A'][..], b"=="].concat();
        assert_eq!(
            base64_value(value.into()),
            decoded(BASE64.decode(&text).ok(), 2)
        );
    }
}

/// Oracle: the encoder of the standard library, on every character.
#[test]
fn lengths_agree_with_the_encoder_on_every_character() {
    let mut lengths = [0; 256];
    for character in '\0'..=char::MAX {
        let mut bytes = [0; 4];
        let text = character.encode_utf8(&mut bytes);
        lengths[usize::from(text.as_bytes()[0])] = text.len() as u32;
    }
    for (byte, length) in (0..).zip(lengths) {
        assert_eq!(utf8_length(byte), length, "{byte:x}");
    }
}

/// Oracle: the crate leb128.
#[test]
fn varints_agree_with_the_crate() {
    for word in words(1) {
        for number in [word, word >> (word % 32)] {
            let mut bytes = [0; 8];
            let len = leb128::write::unsigned(&mut bytes.as_mut_slice(), number.into());
            let len = len.expect("eight bytes are enough") as u32;
            assert_eq!(leb128_encode(number), u64::from_le_bytes(bytes));
            let random = u64::from(word.wrapping_mul(0x9E37_79B9));
            let behind = u64::from_le_bytes(bytes) | random << 32 << 8;
            assert_eq!(
                [leb128_decode(behind), leb128_length(behind)],
                [number, len]
            );
        }
    }
}

/// Oracle: each claim bit by bit, or number by number, as in the definitions.
#[test]
fn ops_follow_their_definitions() {
    let bit = |word: u64, i: u32| word >> i & 1;
    for (a, b) in words(2).zip(words(3)) {
        let wide = u64::from(a) | u64::from(b) << 32;
        let spread = |word: u32, from: u32, step: u32, bits: u32| {
            (0..bits).fold(0, |sum, i| sum | bit(word.into(), i) << (step * i + from))
        };
        assert_eq!(
            morton_encode([a, b]),
            spread(a, 0, 2, 32) | spread(b, 1, 2, 32)
        );
        assert_eq!(morton_decode(morton_encode([a, b])), [a, b]);
        assert_eq!(u64::from(morton_spread_2d(a)), spread(a, 0, 2, 16));
        assert_eq!(u64::from(morton_spread_3d(a)), spread(a, 0, 3, 10));
        let three = spread(a, 0, 3, 10) | spread(b, 1, 3, 10) | spread(a ^ b, 2, 3, 10);
        assert_eq!(u64::from(morton_encode_3d(a, b, a ^ b)), three);
        let gather =
            |step: u32, bits: u32| (0..bits).fold(0, |sum, i| sum | bit(a.into(), step * i) << i);
        assert_eq!(u64::from(morton_gather_2d(a)), gather(2, 16));
        assert_eq!(u64::from(morton_gather_3d(a)), gather(3, 10));
        // Neighbours in Gray code differ in one bit.
        assert_eq!(
            (gray_encode(a) ^ gray_encode(a.wrapping_add(1))).count_ones(),
            1
        );
        let parity = |i: u32| u64::from((a >> i).count_ones() & 1) << i;
        assert_eq!(u64::from(gray_decode(a)), (0..32).map(parity).sum::<u64>());
        let zigzag = |number: i64| match number {
            0.. => 2 * i128::from(number),
            _ => -2 * i128::from(number) - 1,
        };
        assert_eq!(
            i128::from(zigzag_encode(a as i32)),
            zigzag((a as i32).into())
        );
        assert_eq!(zigzag_decode(zigzag_encode(a as i32)), a as i32);
        assert_eq!(i128::from(zigzag_encode_64(wide)), zigzag(wide as i64));
        assert_eq!(zigzag_decode_64(zigzag_encode_64(wide)), wide);
        let (offset, width) = (a % 32, b % 33);
        let field = (0..width).fold(0, |sum, i| sum | bit(wide, offset + i) << i);
        assert_eq!(u64::from(field_unpack(wide, offset, width)), field);
        let packed = field_pack(wide, a ^ b, offset, width);
        for i in 0..64 {
            let inside = (offset..offset + width).contains(&i);
            let expected = if inside {
                bit((a ^ b).into(), i - offset)
            } else {
                bit(wide, i)
            };
            assert_eq!(bit(packed, i), expected, "bit {i} at {offset}, {width}");
        }
    }
}

/// Oracle: the crate data-encoding.
#[test]
fn texts_agree_with_the_crate() {
    for (name, encoding) in [
        ("base16_encode", HEXUPPER),
        ("base32_encode", BASE32),
        ("base64_encode", BASE64),
    ] {
        for_each_input(name, |columns, output| {
            let text = encoding.encode(&bytes_of(columns));
            let expected: Vec<u32> = text.bytes().map(u32::from).collect();
            assert_eq!(column(&output), expected);
        });
    }
    for_each_input("base32_decode", |columns, output| {
        let decoded = BASE32.decode(&bytes_of(columns)).ok();
        let decoded = decoded.map(|bytes| bytes.into_iter().map(u32::from).collect());
        assert_eq!(checked_records(&output).ok(), decoded);
    });
}

/// The numbers of a stream by the crate leb128, or the place of one that does not end or exceeds five bytes or 32 bits.
fn by_leb128(bytes: &[u8]) -> Result<Vec<u32>, u32> {
    let (mut rest, mut numbers) = (bytes, vec![]);
    while !rest.is_empty() {
        let offset = bytes.len() - rest.len();
        let number = leb128::read::unsigned(&mut rest).ok();
        let len = bytes.len() - rest.len() - offset;
        match number.and_then(|number| u32::try_from(number).ok()) {
            Some(number) if len <= 5 => numbers.push(number),
            _ => return Err(offset as u32),
        }
    }
    Ok(numbers)
}

/// Oracle: the crate leb128, number by number.
#[test]
fn streams_of_varints_agree_with_the_crate() {
    for_each_input("varint_decode", |columns, output| {
        assert_eq!(checked_records(&output), by_leb128(&bytes_of(columns)));
    });
    for_each_input("varint_encode", |columns, output| {
        let mut bytes = vec![];
        for number in &columns[0] {
            leb128::write::unsigned(&mut bytes, (*number).into()).expect("a vector takes all");
        }
        let expected: Vec<u32> = bytes.into_iter().map(u32::from).collect();
        assert_eq!(column(&output), expected);
    });
}

/// Oracle: two engines that are inverses of each other.
#[test]
fn encoding_then_decoding_is_the_identity() {
    for_each_input("delta_encode", |columns, output| {
        let decoded = reference_output("delta_decode", vec![column(&output)]);
        assert_eq!(column(&decoded), columns[0]);
    });
    for_each_input("run_length_encode", |columns, output| {
        let [words, lengths] = [1, 2].map(|i| output.iter().map(|record| record[i]).collect());
        let decoded = reference_output("run_length_decode", vec![words, lengths]);
        assert_eq!(column(&decoded), columns[0]);
    });
    for_each_input("bit_pack", |columns, output| {
        let (width, numbers) = (columns[0][0], &columns[1]);
        let input = vec![vec![width, numbers.len() as u32], column(&output)];
        let mask = u32::MAX.checked_shr(32 - width).unwrap_or(0);
        let expected: Vec<u32> = numbers.iter().map(|number| number & mask).collect();
        assert_eq!(column(&reference_output("bit_unpack", input)), expected);
    });
}
