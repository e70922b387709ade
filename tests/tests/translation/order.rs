//! Order of evaluation: a value reads its variables at the same time as in Rust.
#![allow(unused_assignments, clippy::blocks_in_conditions)]

use super::agrees;
use vyre_conform_runtime::vyre_fn;

#[vyre_fn]
fn operand_before_assignment(a: u32, b: u32) -> u32 {
    let mut q = b;
    let r = q ^ if a & 1 == 0 {
        q = 2;
        1
    } else {
        0
    };
    r.wrapping_mul(3) ^ q
}

#[vyre_fn]
fn both_sides_assign(a: u32, b: u32) -> u32 {
    let mut x = a;
    let y = {
        x = x.wrapping_add(1);
        x
    }
    .wrapping_mul({
        x ^= b;
        x
    })
    .wrapping_sub(x);
    y ^ x
}

#[vyre_fn]
fn swapped(a: u32, b: u32) -> u32 {
    let mut p = (a, b);
    p = (p.1, p.0);
    p = (p.1, p.0.wrapping_add(p.1));
    p.0.wrapping_sub(p.1)
}

#[vyre_fn]
fn assigned_together(a: u32, b: u32) -> u32 {
    let (mut x, mut y) = (a, b);
    (x, y) = (y, x.wrapping_add(y));
    (y, x) = (x ^ 1, y ^ 2);
    x.wrapping_mul(5).wrapping_sub(y)
}

#[vyre_fn]
fn compound_reads_late(a: u32, b: u32) -> u32 {
    let mut x = a;
    x ^= {
        x = b;
        7
    };
    x
}

#[vyre_fn]
fn value_before_index(a: u32, b: u32) -> u32 {
    let mut t = [a, b, 3, 4];
    let mut i = (a & 3) as usize;
    t[i] = {
        i = (b & 3) as usize;
        t[i].wrapping_add(9)
    };
    t[0] ^ t[1].rotate_left(5) ^ t[2].rotate_left(10) ^ t[3].rotate_left(15) ^ i as u32
}

#[vyre_fn]
fn element_read_before_store(a: u32, b: u32) -> u32 {
    let mut t = [a, b];
    let sum = t[0].wrapping_add({
        t[0] = 100;
        t[1]
    });
    sum ^ t[0]
}

#[vyre_fn]
fn array_copied_before_store(a: u32, b: u32) -> [u32; 2] {
    let mut t = [a, b];
    let old = t;
    t[0] = 5;
    t = [t[1], t[0].wrapping_add(old[0])];
    [t[0] ^ old[1], t[1]]
}

#[vyre_fn]
fn helper(a: u32, b: u32, c: u32) -> u32 {
    a.wrapping_mul(31)
        .wrapping_add(b)
        .wrapping_mul(31)
        .wrapping_add(c)
}

#[vyre_fn]
fn arguments_in_order(a: u32, b: u32) -> u32 {
    let mut x = a;
    helper(
        x,
        {
            x = b;
            x ^ 1
        },
        {
            let y = x;
            x = helper(x, y, 3);
            x
        },
    ) ^ x
}

#[vyre_fn]
fn lazy_right_side(a: u32, b: u32) -> u32 {
    let mut n = 0;
    let both = a > 5 && {
        n = 1;
        b > 5
    };
    let either = a > 9 || {
        n ^= 6;
        helper(a, b, n) & 1 == 0
    };
    n ^ (both as u32) << 8 ^ (either as u32) << 9
}

#[vyre_fn]
fn scrutinee_is_read_once(a: u32, b: u32) -> u32 {
    let mut x = a & 3;
    let r = match x {
        0 => {
            x = 1;
            10
        }
        1 => {
            x = b;
            20
        }
        y => {
            x = 9;
            y.wrapping_add(x)
        }
    };
    r ^ x.rotate_left(8)
}

#[vyre_fn]
fn condition_assigns(a: u32, b: u32) -> u32 {
    let mut x = a;
    let r = if {
        x = x.rotate_left(b & 31);
        x > a
    } {
        x
    } else {
        !x
    };
    r ^ a
}

#[vyre_fn]
fn returns_inside_an_operand(a: u32, b: u32) -> u32 {
    let x = a.wrapping_add(if b > 100 { return a ^ 7 } else { b });
    let y = x ^ match a.checked_div(b) {
        Some(q) => q,
        None => return x,
    };
    y & (b > 3 || return y) as u32 ^ y
}

/// Oracle: rustc's code for the same function.
#[test]
fn values_are_read_when_rust_reads_them() {
    agrees(operand_before_assignment);
    agrees(both_sides_assign);
    agrees(swapped);
    agrees(assigned_together);
    agrees(compound_reads_late);
    agrees(value_before_index);
    agrees(element_read_before_store);
    agrees(array_copied_before_store);
    agrees(helper);
    agrees(arguments_in_order);
    agrees(lazy_right_side);
    agrees(scrutinee_is_read_once);
    agrees(condition_assigns);
    agrees(returns_inside_an_operand);
}
