use vyre_conform_runtime::{bound, vyre_fn, vyre_op};

#[vyre_op(laws(Idempotent), table((2) => 2, "the number itself"))]
const fn on_an_edge(mut x: u32) -> u32 {
    while x == 1 {
        bound!(100);
        x = 1;
    }
    x
}

#[vyre_op(laws(), boundaries((700, 3)))]
const fn on_a_boundary(a: u32, mut b: u32) -> u32 {
    let mut n = 0;
    while n < 4 {
        loop {
            bound!(7);
            if a != 700 {
                break;
            }
            b ^= 1;
        }
        n += 1;
    }
    b
}

#[vyre_op(laws(), table((9) => 9, "the number itself"))]
const fn skips_its_step(x: u32) -> u32 {
    let mut n = 0;
    while n < 10 {
        if x == 9 {
            continue;
        }
        n += 1;
    }
    x
}

#[vyre_op(laws(), boundaries((12)))]
const fn too_tight(x: u32) -> u32 {
    let mut rest = x;
    while rest != 0 {
        bound!(3);
        rest >>= 1;
    }
    x
}

#[vyre_fn]
const fn helper(mut x: u32) -> u32 {
    while x == 1 {
        bound!(100);
        x = 1;
    }
    x
}

#[vyre_op(laws(Idempotent))]
const fn calls_one(x: u32) -> u32 {
    helper(x)
}

fn main() {}
