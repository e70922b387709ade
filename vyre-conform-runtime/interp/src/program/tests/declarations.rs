//! A declaration without a value is zero each time it runs, whatever its slot contains.

use super::run;
use crate::{Interpreter, Options, Order};
use vyre_conform_ir::dispatch::Contents;
use vyre_conform_ir::parse;
use vyre_conform_ir::valid::{Limits, ValidProgram, validate, validate_program};

fn program(text: &str) -> ValidProgram {
    let program = parse::program(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    validate_program(program, &(), &Limits::INTERPRETER).unwrap_or_else(|e| panic!("{e:#?}"))
}

/// The words of `out`, the only buffer of a program, after one workgroup in an order.
fn words_in(program: &ValidProgram, words: usize, order: Order) -> Vec<u32> {
    let options = Options {
        order,
        ..Options::default()
    };
    let actual = run(program, [1, 1, 1], vec![Contents::Zeros(words)], &options);
    actual.unwrap_or_else(|fault| panic!("{fault}")).concat()
}

fn words(text: &str, words: usize) -> Vec<u32> {
    words_in(&program(text), words, Order::Ascending)
}

/// Oracle: docs/spec/ir.md#execution, by hand: an odd iteration assigns nothing, so it stores zero.
#[test]
fn locals_are_zeroed_in_each_iteration() {
    let counted = "program p workgroup_size(1, 1, 1)\nbinding(0) read_write out: [u32]\nkernel {
        for c in 0..4 {
            let mut d: u32;
            if (c & 1) == 0 { d = c + 10; }
            out[c] = d;
        }
    }";
    assert_eq!(words(counted, 4), [10, 0, 12, 0]);
    let continued = "program p workgroup_size(1, 1, 1)\nbinding(0) read_write out: [u32]\nkernel {
        let mut c: u32 = 0;
        while c < 4 at_most(4) {
            let mut d: u32;
            out[c] = d;
            d = 7;
            if (c & 1) == 0 { continue; }
            out[c] = out[c] + d;
        } continuing {
            let mut e: u32;
            out[c + 4] = e;
            e = c + 1;
            c = e;
        }
    }";
    assert_eq!(words(continued, 8), [0, 7, 0, 7, 0, 0, 0, 0]);
    let head = "program p workgroup_size(1, 1, 1)\nbinding(0) read_write out: [u32]\nkernel {
        let mut c: u32 = 0;
        loop at_most(4) {
            let mut d: u32;
            out[c] = out[c] + d;
            d = d + 5;
            while c < 3;
            out[c] = out[c] + d;
            c = c + 1;
        }
    }";
    assert_eq!(words(head, 4), [5, 5, 5, 0]);
}

/// Oracle: docs/spec/ir.md#execution, by hand: the second call assigns nothing, so it returns zero,
/// whatever the first one left in the frame.
#[test]
fn locals_are_zeroed_in_each_call() {
    let text = "program p workgroup_size(1, 1, 1)\nbinding(0) read_write out: [u32]\n
    fn kept(a: u32) -> u32 {
        let mut d: u32;
        let mut e: [u32; 2];
        if a != 0 { d = a; e[1] = a; }
        return d + e[1];
    }
    kernel {
        let one: u32 = call kept(5);
        let two: u32 = call kept(0);
        out[0] = one;
        out[1] = two;
    }";
    assert_eq!(words(text, 2), [10, 0]);
    let op = "fn f(a: u32) -> u32 { let mut d: u32; if a != 0 { d = a; } return d; }";
    let op = validate(parse::module(op).expect("a module")).expect("a valid one");
    let mut reused = Interpreter::new(&op);
    let mut result = [9];
    for (input, expected) in [(5, 5), (0, 0)] {
        assert_eq!(reused.call_words(&[input], &mut result), Ok(()));
        assert_eq!(result, [expected]);
    }
}

/// Oracle: docs/spec/ir.md#execution: one invocation of eight assigns its local; the others store zero,
/// in every order and with every type, also after a barrier.
#[test]
fn locals_are_private_to_an_invocation() {
    let types = [
        ("u32", "7", " as bool"),
        ("i32", "7i32", " as bool"),
        ("u64", "7u64", " as bool"),
        ("bool", "true", ""),
        ("u128", "7 as u128", " as bool"),
        ("vec2", "vec2(0, 7)", " as bool"),
        ("vec4", "vec4(0, 0, 0, 7)", " as bool"),
        ("f32", "f32(7)", ".to_bits()"),
        ("f16", "f16(7)", ".to_bits()"),
    ];
    for (ty, value, is_set) in types {
        for (declared, place) in [(format!("d: {ty}"), "d"), (format!("d: [{ty}; 3]"), "d[1]")] {
            for barrier in ["", "barrier();"] {
                let text = format!(
                    "program p workgroup_size(8, 1, 1)\nbinding(0) read_write out: [u32]\nkernel {{
                        let mut {declared};
                        {barrier}
                        if local_id(0) == 3 {{ {place} = {value}; }}
                        {barrier}
                        out[local_id(0)] = if ({place}{is_set}) {{ 5 }} else {{ 6 }};
                    }}"
                );
                let program = program(&text);
                for order in [Order::Ascending, Order::Seeded(1), Order::Interleaved(2)] {
                    let actual = words_in(&program, 8, order);
                    assert_eq!(actual, [6, 6, 6, 5, 6, 6, 6, 6], "{order:?}\n{text}");
                }
            }
        }
    }
}
