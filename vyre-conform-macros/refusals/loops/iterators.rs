use vyre_conform_runtime::vyre_fn;

#[vyre_fn]
fn folded(a: u32, b: u32) -> u32 {
    (0..32).fold(a, |x, i| x ^ i)
}

#[vyre_fn]
fn summed(a: u32, b: u32) -> u32 {
    (0..b).sum()
}

#[vyre_fn]
fn mapped(a: u32, b: u32) -> u32 {
    (0..32).map(|i| a ^ i).max().unwrap()
}

#[vyre_fn]
fn contained(a: u32, b: u32) -> bool {
    (3..32).contains(&a)
}

#[vyre_fn]
fn contained_inclusive(a: u32, b: u32) -> bool {
    (3..=b).contains(&a)
}

#[vyre_fn]
fn backward(a: u32, b: u32) -> u32 {
    let mut x = a;
    for i in (0..32).rev() {
        x ^= i;
    }
    x ^ b
}

#[vyre_fn]
fn backward_inclusive(a: u32, b: u32) -> u32 {
    let mut x = a;
    for i in (1..=4).rev() {
        x ^= i;
    }
    x ^ b
}

#[vyre_fn]
fn backward_index(a: u32, b: u32) -> u32 {
    let mut x = a;
    for i in (0..4).rev() {
        x ^= TABLE[i];
    }
    x ^ b
}

#[vyre_fn]
fn backward_variable(a: u32, b: u32) -> u32 {
    let mut x = a;
    for i in (0..b).rev() {
        x ^= i;
    }
    x ^ b
}

#[vyre_fn]
fn stepped(a: u32, b: u32) -> u32 {
    let mut x = a;
    for i in (0..32).step_by(2) {
        x ^= i;
    }
    x ^ b
}

#[vyre_fn]
fn stepped_inclusive(a: u32, b: u32) -> u32 {
    let mut x = a;
    for i in (0..=32).step_by(8) {
        x ^= i;
    }
    x ^ b
}

#[vyre_fn]
fn stepped_backward(a: u32, b: u32) -> u32 {
    let mut x = a;
    for i in (0..32).step_by(2).rev() {
        x ^= i;
    }
    x ^ b
}

#[vyre_fn]
fn over_elements(v: [u32; 2]) -> u32 {
    let mut x = 0;
    for e in v {
        x ^= e;
    }
    x
}

#[vyre_fn]
fn over_references(v: [u32; 2]) -> u32 {
    let mut x = 0;
    for e in v.iter() {
        x ^= e;
    }
    x
}

#[vyre_fn]
fn over_borrow(v: [u32; 2]) -> u32 {
    let mut x = 0;
    for e in &v {
        x ^= e;
    }
    x
}

#[vyre_fn]
fn over_literal(a: u32, b: u32) -> u32 {
    let mut x = 0;
    for e in [a, b] {
        x ^= e;
    }
    x
}

#[vyre_fn]
fn over_table(a: u32, b: u32) -> u32 {
    let mut x = a;
    for e in TABLE {
        x ^= e;
    }
    x ^ b
}

#[vyre_fn]
fn enumerated(v: [u32; 2]) -> u32 {
    let mut x = 0;
    for (i, e) in v.iter().enumerate() {
        x ^= e << i;
    }
    x
}

#[vyre_fn]
fn open(a: u32, b: u32) -> u32 {
    let mut x = a;
    for i in 0.. {
        x ^= i;
    }
    x ^ b
}

#[vyre_fn]
fn bytes(a: u32, b: u32) -> u32 {
    let mut x = a;
    for i in a.to_be_bytes() {
        x ^= i as u32;
    }
    x ^ b
}

#[vyre_fn]
fn chars(a: u32, b: u32) -> u32 {
    let mut x = a;
    for c in "abc".chars() {
        x ^= c as u32;
    }
    x ^ b
}

#[vyre_fn]
fn zipped(a: u32, b: u32) -> u32 {
    let mut x = a;
    for (i, k) in (0..4).zip(4..8) {
        x ^= i ^ k;
    }
    x ^ b
}

#[vyre_fn]
fn any(a: u32, b: u32) -> bool {
    (0..32).any(|i| a >> (i & 31) == b)
}
