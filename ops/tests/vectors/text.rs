//! Strings, compared with the standard library and the crates memchr, aho-corasick, strsim and csv-core.

use super::references::{for_each_input, generated, reference};
use aho_corasick::{AhoCorasick, MatchKind};
use vyre_conform_runtime::engine::Input;
use vyre_ops::text;

/// The number of compared generated inputs of an engine.
const INPUTS: u64 = 64;

/// The text of an input, from its length and its packed bytes.
fn text_of(columns: &[Vec<u32>]) -> Vec<u8> {
    let bytes = columns[1].iter().flat_map(|word| word.to_le_bytes());
    bytes.take(columns[0][0] as usize).collect()
}

fn packed(bytes: &[u8]) -> Vec<u32> {
    let mut padded = bytes.to_vec();
    padded.resize(bytes.len().next_multiple_of(4), 0);
    let words = padded.chunks(4);
    words
        .map(|four| u32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        .collect()
}

/// Oracle: the standard library, for every code and every pair of neighbouring bytes.
#[test]
fn character_classes_agree_with_the_standard_library() {
    for code in (0..0x11_0000).chain([u32::MAX, 0x8000_0030]) {
        let of = |matches: fn(&char) -> bool| {
            u32::from(char::from_u32(code).is_some_and(|c| matches(&c)))
        };
        assert_eq!(text::is_digit(code), of(char::is_ascii_digit));
        assert_eq!(text::is_alphabetic(code), of(char::is_ascii_alphabetic));
        assert_eq!(text::is_hex_digit(code), of(char::is_ascii_hexdigit));
        assert_eq!(text::is_whitespace(code), of(char::is_ascii_whitespace));
        let value = char::from_u32(code).and_then(|c| c.to_digit(10));
        assert_eq!(text::digit_value(code), value.unwrap_or(u32::MAX));
    }
    for pair in 0..=u16::MAX {
        let [a, b] = pair.to_le_bytes();
        let word = u32::from_le_bytes([a, b, b, a]);
        let map_each = |of: fn(&u8) -> u8| u32::from_le_bytes([a, b, b, a].map(|byte| of(&byte)));
        assert_eq!(text::ascii_lower(word), map_each(u8::to_ascii_lowercase));
        assert_eq!(text::ascii_upper(word), map_each(u8::to_ascii_uppercase));
        assert_eq!(text::has_zero_byte(word), u32::from(a == 0 || b == 0));
        let other = u32::from_le_bytes([b, b, a, a]);
        let equal =
            u32::from_le_bytes([u8::from(a == b) * 0xFF, 0xFF, u8::from(a == b) * 0xFF, 0xFF]);
        assert_eq!(text::equal_bytes(word, other), equal);
    }
    for number in 0..10_000 {
        let digits = format!("{number:04}");
        assert_eq!(text::four_digits(packed(digits.as_bytes())[0]), number);
    }
}

/// Oracle: the crate aho-corasick, whose overlapping matches are sorted; for equal patterns it reports each.
#[test]
fn matches_of_many_patterns_agree_with_aho_corasick() {
    for_each_input("dfa_scan", INPUTS, |columns, output| {
        let mut bytes = columns[3].iter().map(|word| *word as u8);
        let lengths = columns[2].iter();
        let patterns: Vec<Vec<u8>> = lengths
            .map(|len| bytes.by_ref().take(*len as usize).collect())
            .collect();
        let mut builder = AhoCorasick::builder();
        let automaton = builder.match_kind(MatchKind::Standard).build(&patterns);
        let automaton = automaton.expect("an automaton of few patterns");
        let text = text_of(columns);
        let expected = automaton.find_overlapping_iter(&text);
        let mut actual: Vec<Vec<u32>> = expected
            .map(|m| vec![m.end() as u32 - 1, m.pattern().as_u32()])
            .collect();
        actual.sort_unstable();
        assert_eq!(output, actual);
    });
}

/// Oracle: the crate memchr, whose searcher returns disjoint occurrences and is restarted after each.
#[test]
fn searches_agree_with_memchr() {
    for n in 0..INPUTS {
        let input = generated("engine::substring_search", n);
        let (text, pattern) = (text_of(&input.columns), text_of(&input.columns[2..]));
        let mut results = vec![];
        let mut from = 0;
        while let Some(position) = text
            .get(from..)
            .and_then(|rest| memchr::memmem::find(rest, &pattern))
        {
            results.push(vec![(from + position) as u32]);
            from += position + 1;
        }
        assert_eq!(
            reference("engine::substring_search", &input),
            results,
            "{n}"
        );
    }
}

/// Oracle: the crate memchr, for the line feeds, and `str::lines` of the standard library.
#[test]
fn lines_agree_with_memchr_and_the_standard_library() {
    for n in 0..INPUTS {
        let input = generated("engine::line_index", n);
        let text = text_of(&input.columns);
        let lines = reference("engine::line_index", &input);
        let feeds = memchr::memchr_iter(b'\n', &text).map(|position| position as u32 + 1);
        let starts = (0..1)
            .chain(feeds)
            .filter(|position| (*position as usize) < text.len());
        assert!(starts.eq(lines.iter().map(|line| line[0])), "{n}");
        let text = String::from_utf8(text).expect("ASCII");
        let lengths = text.lines().map(|line| line.len() as u32);
        assert!(lengths.eq(lines.iter().map(|line| line[1])), "{n}");
    }
}

/// Oracle: the standard library.
#[test]
fn words_agree_with_the_standard_library() {
    for n in 0..INPUTS {
        let input = generated("engine::word_count", n);
        let text = text_of(&input.columns);
        let lines = memchr::memchr_iter(b'\n', &text).count() as u32;
        // Every byte as the character with its number, so that no other white space occurs.
        let text: String = text
            .iter()
            .map(|byte| match byte {
                0x80.. => 'x',
                byte => char::from(*byte),
            })
            .collect();
        let words = text.split_whitespace().count() as u32;
        assert_eq!(
            reference("engine::word_count", &input),
            [[0, lines], [1, words]],
            "{n}"
        );
    }
}

/// The distances of the pairs in an input of four columns, by the crate strsim over bytes as characters.
fn distances(columns: &[Vec<u32>]) -> Vec<u32> {
    let texts = |column: usize| {
        let ends = &columns[column];
        let bytes = columns[column + 1]
            .iter()
            .flat_map(|word| word.to_le_bytes());
        let all: Vec<char> = bytes.map(char::from).collect();
        let begins = std::iter::once(&0).chain(ends);
        let spans = begins.zip(ends).map(|(a, b)| *a as usize..*b as usize);
        spans
            .map(|span| all[span].iter().collect())
            .collect::<Vec<String>>()
    };
    let pairs = texts(0).into_iter().zip(texts(2));
    pairs
        .map(|(a, b)| strsim::levenshtein(&a, &b) as u32)
        .collect()
}

/// Oracle: the crate strsim.
#[test]
fn distances_agree_with_strsim() {
    for n in 0..16 {
        let input = generated("engine::edit_distance", n);
        let records = (0..).zip(distances(&input.columns));
        let records: Vec<Vec<u32>> = records.map(|(i, d)| vec![i, d]).collect();
        assert_eq!(reference("engine::edit_distance", &input), records, "{n}");
    }
}

/// Oracle: the crate strsim, and the bound: a distance up to it, or the bound plus one.
#[test]
fn distances_within_a_bound_agree_with_strsim() {
    let (mut within, mut beyond) = (0, 0);
    for n in 0..22 {
        let input = generated("engine::edit_distance_within", n);
        let bound = input.columns[4][0];
        let judged = |distance: u32| {
            if distance <= bound {
                distance
            } else {
                bound + 1
            }
        };
        let all = distances(&input.columns);
        within += all.iter().filter(|d| **d <= bound).count();
        beyond += all.iter().filter(|d| **d > bound).count();
        let records = (0..).zip(all.into_iter().map(judged));
        let records: Vec<Vec<u32>> = records.map(|(i, d)| vec![i, d]).collect();
        assert_eq!(
            reference("engine::edit_distance_within", &input),
            records,
            "{n}"
        );
    }
    assert!(within > 100 && beyond > 100, "{within} and {beyond}");
}

/// A table without empty rows, which csv-core skips: the text, with fields of any characters, quoted where necessary.
fn table(seed: u64) -> Vec<u8> {
    let mut state = seed | 1;
    let mut random = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut text = vec![];
    for _ in 0..random(40) {
        let columns = 1 + random(5);
        for column in 0..columns {
            let field: Vec<u8> = (0..1 + random(6))
                .map(|_| b"ab ,\"\r\n;"[random(8) as usize])
                .collect();
            let is_plain = !field.iter().any(|byte| b",\"\r\n".contains(byte));
            if is_plain {
                text.extend(&field);
            } else {
                text.push(b'"');
                text.extend(field.iter().flat_map(|byte| match byte {
                    b'"' => vec![b'"', b'"'],
                    byte => vec![*byte],
                }));
                text.push(b'"');
            }
            text.extend(if column + 1 < columns {
                &b","[..]
            } else {
                &b"\r\n"[..]
            });
        }
    }
    text
}

/// Oracle: the crate csv-core, which returns every field without its quotes.
#[test]
fn fields_agree_with_csv_core() {
    for seed in 0..400 {
        let mut text = table(seed);
        if seed % 2 == 1 {
            // The last row has no line end.
            text.truncate(text.len().saturating_sub(2));
        }
        let input = Input {
            columns: vec![vec![text.len() as u32], packed(&text)],
        };
        let bare = |record: &Vec<u32>| {
            let field = &text[record[0] as usize..][..record[1] as usize];
            let inner = field
                .strip_prefix(b"\"")
                .and_then(|field| field.strip_suffix(b"\""));
            let field = String::from_utf8(inner.unwrap_or(field).to_vec()).expect("ASCII");
            (field.replace("\"\"", "\""), record[2] == 1)
        };
        let actual: Vec<(String, bool)> = reference("engine::csv_index", &input)
            .iter()
            .map(bare)
            .collect();
        assert_eq!(actual, read_by_csv_core(&text), "{seed}");
    }
}

/// Every field, with a flag for the last of its row.
fn read_by_csv_core(text: &[u8]) -> Vec<(String, bool)> {
    let mut reader = csv_core::Reader::new();
    let (mut rest, mut fields) = (text, vec![]);
    loop {
        let mut out = [0; 64];
        let (result, read, written) = reader.read_field(rest, &mut out);
        rest = &rest[read..];
        match result {
            csv_core::ReadFieldResult::Field { record_end } => {
                let field = String::from_utf8(out[..written].to_vec()).expect("ASCII");
                fields.push((field, record_end));
            }
            csv_core::ReadFieldResult::End => return fields,
            // The bytes read so far end with the text, which an empty call reports.
            csv_core::ReadFieldResult::InputEmpty => {
                let (result, _, more) = reader.read_field(&[], &mut out[written..]);
                if let csv_core::ReadFieldResult::Field { record_end } = result {
                    let field = String::from_utf8(out[..written + more].to_vec()).expect("ASCII");
                    fields.push((field, record_end));
                }
                return fields;
            }
            csv_core::ReadFieldResult::OutputFull => panic!("a field of more than 64 bytes"),
        }
    }
}

/// Oracle: the standard library, which parses the longest valid prefix, with underscores removed.
#[test]
fn decimal_numbers_agree_with_the_standard_library() {
    for_each_input("parse_decimal", INPUTS, |columns, output| {
        let bytes: Vec<u8> = columns[1]
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect();
        let mut begin = 0;
        for (record, end) in output.iter().zip(&columns[0]) {
            let field = &bytes[begin..*end as usize];
            let digits = |taken: usize| -> Option<String> {
                let text = std::str::from_utf8(&field[..taken]).ok()?;
                let digits: String = text.chars().filter(|c| *c != '_').collect();
                let are_digits = digits.bytes().all(|byte| byte.is_ascii_digit());
                let fits = digits.is_empty() || digits.parse::<u32>().is_ok();
                (are_digits && fits).then_some(digits)
            };
            let longest = (0..=field.len()).rev().find_map(|n| Some((n, digits(n)?)));
            let (taken, digits) = longest.expect("the empty prefix");
            let number = digits.parse().unwrap_or(0);
            let underscores = taken - digits.len();
            let reason = match field.get(taken) {
                None => 0,
                Some(byte) if byte.is_ascii_digit() => 2,
                Some(_) => 1,
            };
            assert_eq!(
                record[1..],
                [number, digits.len() as u32, underscores as u32, reason]
            );
            begin = *end as usize;
        }
        assert_eq!(output.len(), columns[0].len());
    });
}
