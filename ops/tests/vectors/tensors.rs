//! Engines that move and fold the elements of integer tensors: by the index of every element, and in exact arithmetic.

use super::references::for_each_input;
use num_bigint::BigUint;
use vyre_conform_runtime::engine::Output;

const INPUTS: u64 = 90;

/// A word of a column; a missing one is 0.
fn word(columns: &[Vec<u32>], k: usize, position: usize) -> u32 {
    let actual = columns.get(k).and_then(|column| column.get(position));
    actual.copied().unwrap_or(0)
}

/// The first words of the shape.
fn shape<const N: usize>(columns: &[Vec<u32>]) -> [usize; N] {
    std::array::from_fn(|i| word(columns, 0, i) as usize)
}

/// A record for every place of a block with three dimensions, and the word there.
fn block(subject: [usize; 3], position: impl Fn([usize; 3]) -> u32) -> Output {
    let [outer, middle, inner] = subject;
    let mut records = vec![];
    for i in 0..outer {
        for j in 0..middle {
            for k in 0..inner {
                records.push(vec![i as u32, j as u32, k as u32, position([i, j, k])]);
            }
        }
    }
    records
}

/// Oracle: the origin of each element.
#[test]
fn moved_elements_come_from_their_places() {
    for_each_input("transpose", INPUTS, |columns, output| {
        let [matrices, rows, width] = shape(columns);
        let expected = block([matrices, width, rows], |[m, row, column]| {
            word(columns, 1, (m * rows + column) * width + row)
        });
        assert_eq!(output, expected);
    });
    for_each_input("concat_axis", INPUTS, |columns, output| {
        let [outer, first, second, inner] = shape(columns);
        let expected = block([outer, first + second, inner], |[o, place, i]| match place
            .checked_sub(first)
        {
            None => word(columns, 1, (o * first + place) * inner + i),
            Some(place) => word(columns, 2, (o * second + place) * inner + i),
        });
        assert_eq!(output, expected);
    });
    for_each_input("pad", INPUTS, |columns, output| {
        let [matrices, rows, width, above, below, left, right] = shape(columns);
        let item = [matrices, above + rows + below, left + width + right];
        let expected = block(item, |[m, row, column]| {
            let (row, column) = (row.wrapping_sub(above), column.wrapping_sub(left));
            if row < rows && column < width {
                word(columns, 1, (m * rows + row) * width + column)
            } else {
                word(columns, 0, 7)
            }
        });
        assert_eq!(output, expected);
    });
    for_each_input("gather_rows", INPUTS, |columns, output| {
        let [numbers, rows, width] = shape(columns);
        let expected = block([1, numbers, width], |[_, k, place]| {
            let number = word(columns, 1, k) as usize;
            let is_there = number < rows;
            u32::from(is_there) * word(columns, 2, number.min(rows) * width + place)
        });
        assert!(expected.iter().map(|record| &record[1..]).eq(&output));
    });
    for_each_input("scatter_rows", INPUTS, |columns, output| {
        let [numbers, rows, width] = shape(columns);
        let expected = block([1, rows, width], |[_, row, place]| {
            let last = (0..numbers).rfind(|k| word(columns, 1, *k) as usize == row);
            match last {
                Some(k) => word(columns, 3, k * width + place),
                None => word(columns, 2, row * width + place),
            }
        });
        assert!(expected.iter().map(|record| &record[1..]).eq(&output));
    });
}

/// Elements of signed words.
fn signed(bits: &[u64]) -> impl Iterator<Item = i32> {
    bits.iter().map(|bits| *bits as i32)
}

/// The number of elements with bit `bit` set.
fn count_with_bit(bits: &[u64], bit: u32) -> usize {
    bits.iter().filter(|bits| *bits >> bit & 1 == 1).count()
}

/// The 32 bits whose numbers satisfy a condition.
fn bits_where(is_set: impl Fn(u32) -> bool) -> u64 {
    (0..32).map(|bit| u64::from(is_set(bit)) << bit).sum()
}

/// A fold of a row's elements, by its number: exact sums and products, truncated at the end; sorted rows; counts of
/// bits.
fn folded(op: usize, row: &[u64]) -> Vec<u32> {
    let mut sorted = row.to_vec();
    sorted.sort_unstable();
    let sum: u128 = row.iter().map(|bits| u128::from(*bits)).sum();
    let (min, greatest) = (sorted.first().copied(), sorted.last().copied());
    let bits = match op {
        0 | 7 | 10 => sum as u64,
        1 => {
            let product: BigUint = row.iter().map(|bits| BigUint::from(*bits)).product();
            product.iter_u32_digits().next().unwrap_or(0).into()
        }
        2 => min.unwrap_or(u32::MAX.into()),
        3 | 12 => greatest.unwrap_or(0),
        4 => bits_where(|bit| count_with_bit(row, bit) == row.len()),
        5 => bits_where(|bit| count_with_bit(row, bit) > 0),
        6 => bits_where(|bit| count_with_bit(row, bit) % 2 == 1),
        8 => signed(row).min().unwrap_or(i32::MAX) as u32 as u64,
        9 => signed(row).max().unwrap_or(i32::MIN) as u32 as u64,
        11 => min.unwrap_or(u64::MAX),
        _ => panic!("there is no fold {op}"),
    };
    let words = [bits as u32, (bits >> 32) as u32];
    words[..if op < 10 { 1 } else { 2 }].to_vec()
}

/// The elements of a row of `[outer, n, inner, op]`.
fn row(columns: &[Vec<u32>], [outer, inner]: [usize; 2]) -> Vec<u64> {
    let [_, len, width, op] = shape(columns);
    let place = |i: usize| (outer * len + i) * width + inner;
    let element = |position: usize| {
        if op < 10 {
            word(columns, 1, position).into()
        } else {
            u64::from(word(columns, 1, 2 * position))
                | u64::from(word(columns, 1, 2 * position + 1)) << 32
        }
    };
    (0..len).map(|i| element(place(i))).collect()
}

/// Oracle: sums and products without bounds, and sorted rows; every prefix is folded separately.
#[test]
fn folds_agree_with_exact_arithmetic() {
    for name in ["reduce_axis_strict", "reduce_axis_tree"] {
        for_each_input(name, INPUTS, |columns, output| {
            let [outer, _, inner, op] = shape(columns);
            let places = (0..outer).flat_map(|o| (0..inner).map(move |i| [o, i]));
            let expected = places.map(|position| {
                let places = position.map(|place| place as u32);
                [&places[..], &folded(op, &row(columns, position))].concat()
            });
            assert!(expected.eq(output));
        });
    }
    for_each_input("scan_axis", INPUTS, |columns, output| {
        let [outer, len, inner, op, skip] = shape(columns);
        let mut expected = vec![];
        for o in 0..outer {
            for i in 0..inner {
                let row = row(columns, [o, i]);
                for place in skip..len {
                    let places = [o, place, i].map(|place| place as u32);
                    expected.push([&places[..], &folded(op, &row[..=place])].concat());
                }
            }
        }
        expected.sort_unstable();
        assert_eq!(output, expected);
    });
}

/// An op of two words by its number: exact, and truncated at the end.
fn applied(op: usize, [a, b]: [u32; 2]) -> u32 {
    let [x, y] = match op {
        12..=17 => [a as i32, b as i32].map(i128::from),
        _ => [a, b].map(i128::from),
    };
    let amount = 1_i128 << (b % 32);
    let both = |op: fn(u32, u32) -> bool| bits_where(|bit| op(a >> bit & 1, b >> bit & 1));
    let exact = match op {
        0 => x + y,
        1 => x - y,
        2 => x * y,
        3 | 12 if y == 0 => 0,
        4 | 13 if y == 0 => 0,
        3 | 12 => x / y,
        4 | 13 => x - x / y * y,
        5 | 14 => x.min(y),
        6 | 15 => x.max(y),
        7 => both(|a, b| a + b == 2).into(),
        8 => both(|a, b| a + b > 0).into(),
        9 => both(|a, b| a != b).into(),
        10 => x * amount,
        11 | 16 => x.div_euclid(amount),
        17 | 18 => (x < y).into(),
        19 => (x == y).into(),
        _ => panic!("there is no op {op}"),
    };
    exact.rem_euclid(1 << 32) as u32
}

/// Oracle: integers of 128 bits.
#[test]
fn elementwise_ops_agree_with_exact_arithmetic() {
    for_each_input("elements_by", 2 * INPUTS, |columns, output| {
        let [rows, len, op, forms @ ..] = shape::<5>(columns);
        let expected = block([1, rows, len], |[_, row, place]| {
            let index = forms.map(|form| [row * len + place, place, row, 0][form]);
            applied(op, [word(columns, 1, index[0]), word(columns, 2, index[1])])
        });
        assert!(expected.iter().map(|record| &record[1..]).eq(&output));
    });
}

/// Integer `i` of a row of packed bytes.
fn byte(columns: &[Vec<u32>], k: usize, [row, len, i]: [usize; 3]) -> i128 {
    let word = word(columns, k, row * len.div_ceil(4) + i / 4);
    i128::from(word.to_le_bytes()[i % 4].cast_signed())
}

/// Oracle: integers of 128 bits, byte by byte.
#[test]
fn products_of_bytes_are_exact() {
    for_each_input("matmul_i8", 39, |columns, output| {
        let [batch, rows, width, inner] = shape(columns);
        let expected = block([batch, rows, width], |[m, row, column]| {
            let product = |i: usize| {
                let a = byte(columns, 1, [m * rows + row, inner, i]);
                a * byte(columns, 2, [m * width + column, inner, i])
            };
            (0..inner).map(product).sum::<i128>() as u32
        });
        assert_eq!(output, expected);
    });
    for_each_input("dot_rows_i8", 44, |columns, output| {
        let [rows, len] = shape(columns);
        let expected = (0..rows).map(|row| {
            let products = (0..len).map(|i| [1, 2].map(|k| byte(columns, k, [row, len, i])));
            let sum: i128 = products.map(|[a, b]| a * b).sum();
            vec![row as u32, sum as u32]
        });
        assert!(expected.eq(output));
    });
}
