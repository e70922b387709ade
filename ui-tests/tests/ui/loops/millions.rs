use vyre_conform_runtime::{bound, vyre_fn, vyre_op};

#[vyre_op(laws(RightIdentity(0)))]
fn counted(a: u32, b: u32) -> u32 {
    let mut x = a;
    for _ in 0..5_000_000 {
        x = x.rotate_left(b);
    }
    x
}

#[vyre_op(laws(RightIdentity(0)), boundaries((1, 2)))]
const fn stated(a: u32, b: u32) -> u32 {
    let mut x = a;
    let mut n = 0;
    while n < b {
        bound!(100_000);
        x = x.rotate_left(b);
        n = n.wrapping_add(1);
    }
    x
}

#[vyre_op(laws(Bounded(0, 0xffff_ffff)), boundaries((1)))]
const fn nested(a: u32) -> u32 {
    let mut x = a;
    let mut n = 0;
    while n < 60_000 {
        let mut m = 0;
        while m < 60_000 {
            x = x.rotate_left(1);
            m += 1;
        }
        n += 1;
    }
    x
}

const MANY: u32 = 1 << 20;

#[vyre_fn]
fn stepped(a: u32) -> u32 {
    let mut x = a;
    let mut n = 0;
    while n < MANY {
        x = x.rotate_left(1);
        n += 1;
    }
    x
}

fn main() {}
