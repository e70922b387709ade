use vyre_conform_runtime::vyre_fn;

#[vyre_fn]
fn elements(a: u32, b: u32) -> [u32; 2] {
    [a, b].map(|x| x ^ 1)
}

#[vyre_fn]
fn operand(v: [u32; 2]) -> [u32; 2] {
    v.map(|x| !x)
}

#[vyre_fn]
fn longer(v: [u32; 4]) -> [u32; 4] {
    v.map(swap)
}

#[vyre_fn]
fn bytes(a: u32, b: u32) -> u32 {
    a.to_be_bytes().map(|x| x as u32)[0]
}

#[vyre_fn]
fn sum_of_bytes(a: u32, b: u32) -> u32 {
    a.to_le_bytes().iter().map(|x| *x as u32).sum()
}

#[vyre_fn]
fn part(v: [u32; 2]) -> u32 {
    v[..2][0]
}

#[vyre_fn]
fn tail(v: [u32; 2]) -> u32 {
    v[1..].len() as u32
}

#[vyre_fn]
fn taken_apart(v: [u32; 2]) -> u32 {
    let [x, y] = v;
    x ^ y
}

#[vyre_fn]
fn first_of(v: [u32; 2]) -> u32 {
    let [x, ..] = v;
    x
}

#[vyre_fn]
fn largest(v: [u32; 2]) -> u32 {
    *v.iter().max().unwrap()
}

#[vyre_fn]
fn total(v: [u32; 2]) -> u32 {
    v.iter().sum()
}

#[vyre_fn]
fn first_or_zero(v: [u32; 2]) -> u32 {
    v.first().copied().unwrap_or(0)
}

#[vyre_fn]
fn at(v: [u32; 2]) -> u32 {
    v.get(1).copied().unwrap_or_default()
}

#[vyre_fn]
fn exchanged(v: [u32; 2]) -> [u32; 2] {
    let mut w = v;
    w.swap(0, 1);
    w
}

#[vyre_fn]
fn backward(v: [u32; 2]) -> [u32; 2] {
    let mut w = v;
    w.reverse();
    w
}

#[vyre_fn]
fn vector(a: u32, b: u32) -> u32 {
    let mut v = Vec::new();
    v.push(a);
    v[0] ^ b
}

#[vyre_fn]
fn generated(a: u32, b: u32) -> [u32; 2] {
    std::array::from_fn(|i| a ^ i as u32)
}

#[vyre_fn]
fn member(a: u32, b: u32) -> bool {
    [a, 3].contains(&b)
}

#[vyre_fn]
fn matched(v: [u32; 2]) -> u32 {
    match v {
        [0, y] => y,
        [x, _] => x,
    }
}
