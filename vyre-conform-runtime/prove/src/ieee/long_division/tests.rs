use super::*;

/// Oracle: integer arithmetic: every pair of five-digit significands, and every line of the table.
#[test]
fn the_lines_of_the_table_hold() {
    const M: u32 = 12;
    for x in 16u128..32 {
        for y in 16..32 {
            let less = x < y;
            let r = if less { 2 * x } else { x } - y;
            assert!(r < y);
            let z = (r << M) / y;
            assert!(z < 1 << M);
            let rest = |n: u32| (r << n) % y;
            for n in 0..=M {
                let low = z & ((1 << (M - n)) - 1);
                assert_eq!(rest(n) == 0, low == 0 && rest(M) == 0, "{x} {y} {n}");
                for k in 1..=M - n {
                    let digit = (rest(n) << k) / y;
                    assert_eq!(
                        digit,
                        (z >> (M - n - k)) & ((1 << k) - 1),
                        "{x} {y} {n} {k}"
                    );
                    assert_eq!((rest(n) << k) - y * digit, rest(n + k), "{x} {y} {n} {k}");
                }
            }
            for m in 2..=M {
                let m = if less { m - 1 } else { m };
                let shift = if less { m + 1 } else { m };
                assert_eq!((x << shift) / y, (1 << m) + (z >> (M - m)), "{x} {y} {m}");
                assert_eq!((x << shift) % y, rest(m), "{x} {y} {m}");
            }
        }
    }
}

/// Oracle: the same table, for the values derived from operands.
#[test]
fn values_match_the_table() {
    for (x, y) in [
        (0x80_0000, 0x80_0000),
        (0xff_ffff, 0x80_0001),
        (0x80_0000, 0xff_ffff),
    ] {
        let values = LongDivision::values(x, y);
        assert_eq!(values.len(), LongDivision::types().len());
        let r = if x < y { 2 * x - y } else { x - y };
        assert_eq!(values[0], (r << DIGITS) / y);
        assert_eq!(values[1], 2 * r % y);
        assert_eq!(values[DIGITS as usize], (r << DIGITS) % y);
    }
}
