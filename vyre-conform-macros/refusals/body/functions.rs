use vyre_conform_runtime::vyre_fn;

#[vyre_fn]
fn size(a: u32, b: u32) -> u32 {
    (a ^ b).wrapping_mul(std::mem::size_of::<u32>() as u32)
}

#[vyre_fn]
fn own_generic(a: u32, b: u32) -> u32 {
    choose::<u32>(a, b)
}

#[vyre_fn]
fn core_generic(a: u32, b: u32) -> u32 {
    core::cmp::min::<u32>(a, b)
}

#[vyre_fn]
fn identity(a: u32, b: u32) -> u32 {
    std::convert::identity(a) ^ b
}

#[vyre_fn]
fn opaque(a: u32, b: u32) -> u32 {
    core::hint::black_box(a) ^ b
}

#[vyre_fn]
fn replaced(a: u32, b: u32) -> u32 {
    let mut x = a;
    let y = std::mem::replace(&mut x, b);
    x ^ y
}

#[vyre_fn]
fn default_of(a: u32, b: u32) -> u32 {
    a ^ u32::default()
}

#[vyre_fn]
fn default_value(a: u32, b: u32) -> u32 {
    a ^ Default::default()
}

#[vyre_fn]
fn boxed(a: u32, b: u32) -> u32 {
    *Box::new(a) ^ b
}

#[vyre_fn]
fn named(a: u32, b: u32) -> u32 {
    let s = String::new();
    a ^ b
}

#[vyre_fn]
fn nested(a: u32, b: u32) -> u32 {
    fn twice(x: u32) -> u32 {
        x << 1
    }
    twice(a) ^ b
}

#[vyre_fn]
fn ordered(a: u32, b: u32) -> u32 {
    a.cmp(&b) as u32
}

#[vyre_fn]
fn compared(a: u32, b: u32) -> bool {
    a.cmp(&b).is_lt()
}

#[vyre_fn]
fn float_constant(a: u32, b: u32) -> u32 {
    const F: f32 = 1.5;
    a ^ b
}

#[vyre_fn]
fn wide_constant(a: u32, b: u32) -> u32 {
    const M: u8 = 255;
    a & M as u32 ^ b
}

#[vyre_fn]
fn text_constant(a: u32, b: u32) -> u32 {
    const T: &str = "x";
    a ^ b
}

#[vyre_fn]
fn qualified(a: u32, b: u32) -> u32 {
    <u32 as Ord>::max(a, b)
}

#[vyre_fn]
fn by_trait(a: u32, b: u32) -> u32 {
    Ord::max(a, b)
}

#[vyre_fn]
fn random(a: u32, b: u32) -> u32 {
    rand::random::<u32>() ^ a
}

#[vyre_fn]
fn imported(a: u32, b: u32) -> u32 {
    use std::cmp::min;
    min(a, b)
}

#[vyre_fn]
fn square(a: u32, b: u32) -> u32 {
    a.pow(2) ^ b
}

#[vyre_fn]
fn cube(a: u32, b: u32) -> u32 {
    u32::pow(a, 3)
}

#[vyre_fn]
fn square_of_sum(a: u32, b: u32) -> u32 {
    (a ^ b).pow(2)
}

#[vyre_fn]
fn power_of_two(a: u32, b: u32) -> u32 {
    2u32.pow(a)
}

#[vyre_fn]
fn checked_power(a: u32, b: u32) -> u32 {
    a.checked_pow(b).unwrap_or(0)
}

#[vyre_fn]
fn saturating_power(a: u32, b: u32) -> u32 {
    a.saturating_pow(b)
}

#[vyre_fn]
fn checked_logarithm(a: u32, b: u32) -> u32 {
    a.checked_ilog2().unwrap_or(0)
}

#[vyre_fn]
fn checked_rounding(a: u32, b: u32) -> u32 {
    a.checked_next_power_of_two().unwrap_or(0)
}

#[vyre_fn]
fn sign(a: i32, b: i32) -> i32 {
    a.signum().pow(2)
}

#[vyre_fn]
fn logarithm(a: u32, b: u32) -> u32 {
    a.ilog(10)
}

#[vyre_fn]
fn signed_difference(a: u32, b: u32) -> i32 {
    a.checked_signed_diff(b).unwrap_or(0)
}

#[vyre_fn]
fn parity(a: u32, b: u32) -> bool {
    a.is_odd()
}

#[vyre_fn]
fn square_root(a: u32, b: u32) -> u32 {
    (a as f32).sqrt() as u32
}

#[vyre_fn]
fn choice(a: u32, b: u32) -> u32 {
    (a < b).then(|| a).unwrap_or(b)
}

#[vyre_fn]
fn choice_some(a: u32, b: u32) -> u32 {
    (a < b).then_some(a).unwrap_or(b)
}

#[vyre_fn]
fn result(a: u32, b: u32) -> u32 {
    a.checked_add(b).ok_or(0).unwrap()
}

#[vyre_fn]
fn if_some(a: u32, b: u32) -> u32 {
    if a.checked_add(b) == None {
        0
    } else {
        1
    }
}

#[vyre_fn]
fn shadow(a: u32, b: u32) -> u32 {
    let f = wrapping;
    f(a, b)
}
