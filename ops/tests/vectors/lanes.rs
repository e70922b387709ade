//! Ops of vectors lane by lane, and logic on `u64`, compared with strings of binary digits and integers of 128 bits.

use super::wide::{Random, pairs};
use vyre_ops::vector::{vec2, vec4};
use vyre_ops::wide;

/// The 32 digits of a number, highest first.
fn digits(a: u32) -> String {
    format!("{a:032b}")
}

fn number(digits: &str) -> u32 {
    u32::from_str_radix(digits, 2).expect("binary digits")
}

/// A function of a lane, or of the lanes of two or three vectors.
fn map_lanes<const N: usize>(a: [u32; N], f: impl Fn(u32) -> u32) -> [u32; N] {
    a.map(f)
}

fn zip_lanes<const N: usize>(a: [u32; N], b: [u32; N], of: impl Fn(u32, u32) -> u32) -> [u32; N] {
    std::array::from_fn(|i| of(a[i], b[i]))
}

fn zip3_lanes<const N: usize>(
    [a, b, c]: [[u32; N]; 3],
    of: impl Fn(u32, u32, u32) -> u32,
) -> [u32; N] {
    std::array::from_fn(|i| of(a[i], b[i], c[i]))
}

/// A result in integers of 128 bits, truncated to 32.
fn cut(exact: i128) -> u32 {
    exact.rem_euclid(1 << 32) as u32
}

/// The number of digits before the first one that is set.
fn run(mut text: impl Iterator<Item = char>) -> u32 {
    text.position(|digit| digit == '1').unwrap_or(32) as u32
}

/// The number of occurrences of this digit.
fn all(text: &str, digit: char) -> u32 {
    text.chars().filter(|other| *other == digit).count() as u32
}

/// A left rotation of digits.
fn rotated(a: u32, by: u32) -> u32 {
    let (text, position) = (digits(a), by as usize % 32);
    number(&(text[position..].to_owned() + &text[..position]))
}

/// Begin and end of a field of digits.
fn field(offset: u32, count: u32) -> (usize, usize) {
    let to = 32 - (offset as usize).min(32);
    (to - (count as usize).min(to), to)
}

fn extracted(a: u32, [offset, count]: [u32; 2]) -> u32 {
    let (from, to) = field(offset, count);
    number(&("0".to_owned() + &digits(a)[from..to]))
}

fn inserted(a: u32, b: u32, [offset, count]: [u32; 2]) -> u32 {
    let (from, to) = field(offset, count);
    let text = digits(a);
    number(&(text[..from].to_owned() + &digits(b)[32 - (to - from)..] + &text[to..]))
}

/// Compares the ops of vectors of one length with the oracles, lane by lane.
macro_rules! vectors {
    ($ops:ident, $random:ident, $lanes:expr) => {
        for round in 0..10_000_u32 {
            let [mut a, b, c] = [(); 3].map(|()| $lanes($random.lanes()));
            // Equal lanes and zeros would be rare otherwise.
            if round % 5 == 0 {
                a[(round / 5) as usize % a.len()] = 0;
            }
            if round % 7 == 0 {
                let at = (round / 7) as usize % a.len();
                a[at] = b[at];
            }
            let case = (a, b, c);
            let wide =
                |of: fn(i128, i128) -> i128| zip_lanes(a, b, |x, y| cut(of(x.into(), y.into())));
            let is = |of: fn(i128, i128) -> bool| {
                zip_lanes(a, b, |x, y| u32::from(of(x.into(), y.into())))
            };
            assert_eq!(
                $ops::negate(a),
                map_lanes(a, |x| cut(-i128::from(x))),
                "{case:?}"
            );
            assert_eq!($ops::abs_diff(a, b), wide(|x, y| (x - y).abs()), "{case:?}");
            let most = wide(|x, y| (x + y).min(u32::MAX.into()));
            assert_eq!($ops::saturating_add(a, b), most, "{case:?}");
            assert_eq!(
                $ops::saturating_sub(a, b),
                wide(|x, y| (x - y).max(0)),
                "{case:?}"
            );
            assert_eq!(
                $ops::mul_hi(a, b),
                wide(|x, y| x * y / (1 << 32)),
                "{case:?}"
            );
            let divided = wide(|x, y| if y == 0 { 0 } else { x / y });
            assert_eq!($ops::div(a, b), divided, "{case:?}");
            let rest = wide(|x, y| if y == 0 { 0 } else { x - x / y * y });
            assert_eq!($ops::modulo(a, b), rest, "{case:?}");
            assert_eq!($ops::eq(a, b), is(|x, y| x - y == 0), "{case:?}");
            assert_eq!($ops::ne(a, b), is(|x, y| x - y != 0), "{case:?}");
            assert_eq!($ops::lt(a, b), is(|x, y| x - y < 0), "{case:?}");
            assert_eq!($ops::gt(a, b), is(|x, y| y - x < 0), "{case:?}");
            assert_eq!($ops::le(a, b), is(|x, y| x - y <= 0), "{case:?}");
            assert_eq!($ops::ge(a, b), is(|x, y| y - x <= 0), "{case:?}");
            assert_eq!($ops::and(a, b), is(|x, y| x * y != 0), "{case:?}");
            assert_eq!($ops::or(a, b), is(|x, y| x + y != 0), "{case:?}");
            assert_eq!(
                $ops::logical_not(a),
                map_lanes(a, |x| 0_u32.pow(x.min(1))),
                "{case:?}"
            );
            let reversed = |x| number(&digits(x).chars().rev().collect::<String>());
            assert_eq!($ops::reverse_bits(a), map_lanes(a, reversed), "{case:?}");
            let swapped = |x: u32| u32::from_be_bytes(x.to_le_bytes());
            assert_eq!($ops::swap_bytes(a), map_lanes(a, swapped), "{case:?}");
            assert_eq!(
                $ops::popcount(a),
                map_lanes(a, |x| all(&digits(x), '1')),
                "{case:?}"
            );
            assert_eq!(
                $ops::count_zeros(a),
                map_lanes(a, |x| all(&digits(x), '0')),
                "{case:?}"
            );
            assert_eq!(
                $ops::clz(a),
                map_lanes(a, |x| run(digits(x).chars())),
                "{case:?}"
            );
            assert_eq!(
                $ops::ctz(a),
                map_lanes(a, |x| run(digits(x).chars().rev())),
                "{case:?}"
            );
            assert_eq!(
                $ops::rotate_left(a, b),
                zip_lanes(a, b, rotated),
                "{case:?}"
            );
            let right = zip_lanes(a, b, |x, y| rotated(x, 32 - y % 32));
            assert_eq!($ops::rotate_right(a, b), right, "{case:?}");
            for of in [
                [b[0] % 40, b[1] % 40],
                [b[0], b[1]],
                [b[0] % 32, 1 + b[1] % 31],
            ] {
                let extracted = map_lanes(a, |x| extracted(x, of));
                assert_eq!($ops::extract_bits(a, of[0], of[1]), extracted, "{case:?}");
                let inserted = zip_lanes(a, c, |x, y| inserted(x, y, of));
                assert_eq!($ops::insert_bits(a, c, of[0], of[1]), inserted, "{case:?}");
            }
            let clamped = zip3_lanes([a, b, c], |x, lo, hi| {
                let mut sorted = [x, lo, hi];
                sorted.sort_unstable();
                if lo > hi { hi } else { sorted[1] }
            });
            assert_eq!($ops::clamp(a, b, c), clamped, "{case:?}");
            let lane = |x: u32, y, z| [z, y][usize::from(x != 0)];
            assert_eq!(
                $ops::select_nonzero(a, b, c),
                zip3_lanes([a, b, c], lane),
                "{case:?}"
            );
            assert_eq!($ops::select(true, b, c), b, "{case:?}");
            assert_eq!($ops::select(false, b, c), c, "{case:?}");
        }
    };
}

/// Oracle: strings of binary digits, integers of 128 bits, and a sort of three numbers.
#[test]
fn every_lane_by_itself() {
    let mut random = Random(0x2545_F491_4F6C_DD1D_9E37_79B9_7F4A_7C15);
    vectors!(vec2, random, |[x, y, ..]: [u32; 4]| [x, y]);
    vectors!(vec4, random, |lanes: [u32; 4]| lanes);
}

/// Oracle: the presence of a one in the string of digits.
#[test]
fn logic_of_64_bits() {
    let matches = |a: u64| format!("{a:b}").contains('1');
    for (a, b) in pairs() {
        assert_eq!(
            wide::and(a, b),
            u32::from(matches(a) && matches(b)),
            "{a} {b}"
        );
        assert_eq!(
            wide::or(a, b),
            u32::from(matches(a) || matches(b)),
            "{a} {b}"
        );
        assert_eq!(wide::logical_not(a), u32::from(!matches(a)), "{a}");
        let chosen = if matches(a) { b } else { !b };
        assert_eq!(wide::select_nonzero(a, b, !b), chosen, "{a} {b}");
    }
}
