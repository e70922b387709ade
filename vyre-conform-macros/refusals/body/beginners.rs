use vyre_conform_runtime::vyre_fn;

#[vyre_fn]
fn high_half(a: u32, b: u32) -> u32 {
    (a as u64 * b as u64 >> 32) as u32
}

#[vyre_fn]
fn bit_width(a: u32, b: u32) -> u32 {
    u32::BITS - a.leading_zeros()
}

#[vyre_fn]
fn joined(a: u32, b: u32) -> u64 {
    u64::from(a) << 32 | u64::from(b)
}

#[vyre_fn]
fn distance(a: i32, b: i32) -> i32 {
    (a as i64 - b as i64).abs() as i32
}

#[vyre_fn]
fn top_bits(a: u32, b: u32) -> u32 {
    a.reverse_bits() >> (32 - b)
}

#[vyre_fn]
fn text_length(a: u32, b: u32) -> u32 {
    a.to_string().len() as u32
}

#[vyre_fn]
fn digits(a: u32, b: u32) -> u32 {
    format!("{a}").len() as u32
}

#[vyre_fn]
fn local_byte(a: u32, b: u32) -> u32 {
    let x: u8 = 5;
    a ^ x as u32
}

#[vyre_fn]
fn alias(a: u32, b: u32) -> u32 {
    type Word = u32;
    let x: Word = a;
    x ^ b
}

#[vyre_fn]
fn pointer(a: u32, b: u32) -> u32 {
    let f: fn(u32) -> u32 = twice;
    f(a)
}

#[vyre_fn]
fn element_sum(a: u32, b: u32) -> u32 {
    let mut t = [0u32; 4];
    t[0] += a;
    t[0]
}

#[vyre_fn]
fn power_shift(a: u32, b: u32) -> u32 {
    1 << a
}

#[vyre_fn]
fn mixed(a: u32, b: u32) -> bool {
    a % 3 == 0 && a % b == 0
}

#[vyre_fn]
fn guarded(a: u32, b: u32) -> u32 {
    match a {
        0 if b > 1 => 1,
        _ => 0,
    }
}

#[vyre_fn]
fn while_positive(a: u32, b: u32) -> u32 {
    let mut x = a;
    while x > 0 {
        x >>= 1;
    }
    x ^ b
}

#[vyre_fn]
fn decrement(a: u32, b: u32) -> u32 {
    let mut x = a;
    x -= 1;
    x
}

#[vyre_fn]
fn average(a: u32, b: u32) -> u32 {
    (a + b) / 2
}

#[vyre_fn]
fn percent(a: u32, b: u32) -> u32 {
    a * 100 / b
}

#[vyre_fn]
fn nested_max(a: u32, b: u32) -> u32 {
    a.max(b).min(a.pow(b))
}

#[vyre_fn]
fn absolute(a: u32, b: u32) -> u32 {
    (a as i32).abs() as u32
}

#[vyre_fn]
fn enumeration(a: u32, b: u32) -> u32 {
    enum E {
        A,
    }
    a ^ b
}

#[vyre_fn]
fn match_tuple(a: u32, b: u32) -> u32 {
    match (a, b) {
        (0, y) => y,
        (x, _) => x,
    }
}

#[vyre_fn]
fn match_option(a: u32, b: u32) -> u32 {
    match a.checked_add(b) {
        Some(0) => 1,
        Some(x) => x,
        None => 0,
    }
}

#[vyre_fn]
fn or_pattern(a: u32, b: u32) -> u32 {
    match a {
        x @ 1..=3 => x,
        _ => b,
    }
}

#[vyre_fn]
fn swapped(a: u32, b: u32) -> u32 {
    let (mut x, mut y) = (a, b);
    std::mem::swap(&mut x, &mut y);
    x ^ y
}

#[vyre_fn]
fn modulo(a: u32, b: u32) -> u32 {
    a.rem_euclid(b)
}

#[vyre_fn]
fn hash(a: u32, b: u32) -> u32 {
    (a ^ b) * 0x9E37_79B1
}

#[vyre_fn]
fn xorshift(a: u32, b: u32) -> u32 {
    let mut x = a;
    x ^= x << b;
    x
}

#[vyre_fn]
fn bool_product(a: u32, b: u32) -> u32 {
    (a > b) as u32 * a
}

#[vyre_fn]
fn hex(a: u32, b: u32) -> u32 {
    u32::from_str_radix("ff", 16).unwrap() ^ a
}

#[vyre_fn]
fn parse(a: u32, b: u32) -> u32 {
    "5".parse::<u32>().unwrap() ^ a
}

#[vyre_fn]
fn asserted(a: u32, b: u32) -> u32 {
    assert!(a > b);
    a ^ b
}

#[vyre_fn]
fn debugged(a: u32, b: u32) -> u32 {
    println!("{a}");
    a ^ b
}

#[vyre_fn]
fn early(a: u32, b: u32) -> u32 {
    if a == 0 {
        return;
    }
    b
}

#[vyre_fn]
fn option_chain(a: u32, b: u32) -> u32 {
    a.checked_add(b).and_then(|x| x.checked_mul(2)).unwrap_or(0)
}

#[vyre_fn]
fn option_filter(a: u32, b: u32) -> u32 {
    a.checked_sub(b).filter(|x| *x > 3).unwrap_or(0)
}

#[vyre_fn]
fn option_or(a: u32, b: u32) -> u32 {
    a.checked_sub(b).or(b.checked_sub(a)).unwrap_or(0)
}

#[vyre_fn]
fn question(a: u32, b: u32) -> u32 {
    a.checked_add(b)?
}

#[vyre_fn]
fn overflowed(a: u32, b: u32) -> bool {
    a.overflowing_pow(b).1
}

#[vyre_fn]
fn carry(a: u32, b: u32) -> u32 {
    let (x, carry) = a.carrying_add(b, false);
    x + carry as u32
}

#[vyre_fn]
fn set_bit(a: u32, b: u32) -> u32 {
    a | (1 << b)
}

#[vyre_fn]
fn bit_test(a: u32, b: u32) -> bool {
    a & (1 << b) != 0
}

#[vyre_fn]
fn letter(a: u32, b: u32) -> u32 {
    if a == 'x' as u32 {
        b
    } else {
        a
    }
}

#[vyre_fn]
fn max_of_three(a: u32, b: u32) -> u32 {
    *[a, b, 3].iter().max().unwrap()
}

#[vyre_fn]
fn popcount_loop(a: u32, b: u32) -> u32 {
    let mut n = 0;
    for i in 0..32 {
        n += (a >> i) & 1;
    }
    n
}

#[vyre_fn]
fn gcd(a: u32, b: u32) -> u32 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    x
}
