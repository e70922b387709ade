use core::mem::size_of as bytes;
use std::cmp::{self, max as most, min};
use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
fn least(a: u32, b: u32) -> u32 {
    min(a, b)
}

#[vyre_op(laws(Associative))]
fn greatest(a: u32, b: u32) -> u32 {
    most(a, b)
}

#[vyre_op(laws(Idempotent))]
fn typed(a: u32, b: u32) -> u32 {
    min::<u32>(a, cmp::max(a, b))
}

#[vyre_op(laws(LeftAbsorbing(0)))]
fn bytes_of_both(a: u32, b: u32) -> u32 {
    a.wrapping_mul(bytes::<u32>() as u32) & b
}

#[vyre_op(laws(RightIdentity(0)))]
fn same_type(a: u32, b: u32) -> u32 {
    second::<u32>(b, a)
}

fn second<T>(_: T, b: T) -> T {
    b
}

fn main() {}
