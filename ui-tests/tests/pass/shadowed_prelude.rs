//! The author's own items under every name that the emitted code might use.
#![allow(dead_code, unused_macros, nonstandard_style)]

use vyre_conform_runtime::vyre_op;

pub struct Vec;
pub struct Box;
pub struct String;
pub struct Value;
pub struct Body;
pub enum Option {}
pub enum Result {}
pub trait Copy {}
pub trait Clone {}
pub trait Sync {}
pub trait Fn {}
pub trait HostValue {}
type u32 = ::core::primitive::u32;
type u64 = ::core::primitive::u32;
type usize = ::core::primitive::u32;
type bool = ();

pub fn Some() {}
pub fn None() {}
pub fn values() {}
pub fn limit() {}
pub fn op_ref() {}
pub fn drop() {}

pub mod core {}
pub mod std {}
pub mod inventory {}
pub mod spec {}

macro_rules! panic {
    () => {
        compile_error!("the author's own `panic!`")
    };
}
macro_rules! line {
    () => {
        compile_error!("the author's own `line!`")
    };
}
macro_rules! file {
    () => {
        compile_error!("the author's own `file!`")
    };
}
macro_rules! module_path {
    () => {
        compile_error!("the author's own `module_path!`")
    };
}

/// Exclusive or.
#[vyre_op(
    laws(Commutative, SelfInverse(0), Bounded(0, u32::MAX), Not(Idempotent, witness = 7)),
    classes(equal = a == b, different = a != b),
    boundaries((7, 9)),
    table((1, 3) => 2, "bits that differ" from "the definition"),
    alternates(wgsl = "fn shadowed(a: u32, b: u32) -> u32 { return a ^ b; }"),
)]
pub const fn shadowed(a: u32, b: u32) -> u32 {
    a ^ b
}

/// Operands with the names of the laws' variables and parameters.
#[vyre_op(laws(Commutative, LatticeAbsorption(e), Bounded(lo, hi), Identity(hi)))]
pub const fn shadowed_law(f: u32, limit: u32) -> u32 {
    f & limit
}

const lo: u32 = 0;
const hi: u32 = u32::MAX;

const fn e(a: u32, b: u32) -> u32 {
    a | b
}
