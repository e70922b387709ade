//! Functions with constant operands, whose terms are constants.

use super::apply;
use crate::term::Terms;
use vyre_conform_ir::parse;
use vyre_conform_ir::valid::validate;

/// Oracle: docs/spec/ir.md#execution, by hand: a round that assigns nothing adds zero, and so does a call; 5 has bits 0
/// and 2, so rounds 0 and 2 add 10 and 12, and the call of an even number gives nothing.
#[test]
fn declarations_are_zeroed_on_every_execution() {
    let text = "fn odd(a: u32) -> u32 {
            let mut d: u32;
            let mut e: [u32; 2];
            if a & 1 { d = a; e[1] = a; }
            return d + e[1];
        }
        entry fn f(a: u32) -> u32 {
            let mut digits: u32 = 0;
            for c in 0..4 {
                let mut d: u32;
                if (a >> c) & 1 { d = c + 10; }
                digits = (digits * 0x100) + d;
            }
            let one: u32 = call odd(a);
            let two: u32 = call odd(a + 1);
            return (digits + one) + two;
        }";
    let op = validate(parse::module(text).expect("a module")).expect("a valid one");
    let mut terms = Terms::default();
    let operand = terms.constant(32, 5);
    let applied = apply(&mut terms, &op, &[operand]).expect("a term");
    assert_eq!(
        terms.constant_value(applied.results[0]),
        Some(0x0a00_0c00 + 10)
    );
}
