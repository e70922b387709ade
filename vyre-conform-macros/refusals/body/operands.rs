use vyre_conform_runtime::vyre_fn;

#[vyre_fn]
fn root_of_left(a: u32, b: u32) -> u32 {
    a.isqrt() ^ b
}

#[vyre_fn]
fn root_of_right(a: u32, b: u32) -> u32 {
    b ^ a.isqrt()
}

#[vyre_fn]
fn rounded(a: u32, b: u32) -> u32 {
    a.next_power_of_two() ^ b
}

#[vyre_fn]
fn quotient(a: u32, b: u32) -> u32 {
    a / b ^ 1
}

#[vyre_fn]
fn remainder(a: u32, b: u32) -> bool {
    a % b == 0
}

#[vyre_fn]
fn unwrapped(a: u32, b: u32) -> u32 {
    a.checked_add(b).unwrap() ^ 1
}

#[vyre_fn]
fn receiver(a: u32, b: u32) -> u32 {
    a.isqrt().wrapping_add(b)
}

#[vyre_fn]
fn cast(a: u32, b: u32) -> u64 {
    a.isqrt() as u64
}

#[vyre_fn]
fn mapped(a: u32, b: u32) -> u32 {
    a.checked_add(b).map_or(0, |x| x) ^ 1
}

#[vyre_fn]
fn remainder_by_word(a: u32, b: u32) -> u32 {
    a.rem_euclid(b) ^ 1
}

#[vyre_fn]
fn less(a: u64) -> bool {
    a.try_into() < 5u32
}

#[vyre_fn]
fn halved(a: u32, b: u32) -> u32 {
    a.midpoint(b) & 1
}

#[vyre_fn]
fn argument(a: u32, b: u32) -> u32 {
    a.wrapping_add(b.isqrt())
}

#[vyre_fn]
fn parenthesised(a: u32, b: u32) -> u32 {
    (a.isqrt()) ^ b
}

#[vyre_fn]
fn both_wrapping(a: u32, b: u32) -> u32 {
    (Wrapping(a) & Wrapping(b)).0 ^ 1
}

#[vyre_fn]
fn wrapping_local(a: u32, b: u32) -> u32 {
    let x = Wrapping(a) + Wrapping(b);
    x.0
}

#[vyre_fn]
fn wrapping(a: u32, b: u32) -> u32 {
    (Wrapping(a) + Wrapping(b)).0
}

#[vyre_fn]
fn inverted(a: u32, b: u32) -> u32 {
    !(a / b)
}
