//! Hand-written bodies in the form that the macro emits.

use vyre_conform_interp::Interpreter;
use vyre_conform_ir::valid::validate;
use vyre_conform_ir::value::{HostValue, Value};
use vyre_conform_ir::{Module, print};
use vyre_conform_runtime::body::{
    Ast, Binding, Body, BodyCallee, HostPrimitive, HostShape, Param, Pattern, Primitive, Statement,
};
use vyre_conform_runtime::elaborate::{Problem, elaborate};

const fn param<T: HostShape>(local: u32, name: &'static str) -> Param {
    let binding = Binding::Let(local, name);
    let shape = T::shape;
    Param::new(binding, shape)
}

const A: Ast = Ast::Local(0);
const B: Ast = Ast::Local(1);

const AB: &[Param] = &[param::<u32>(0, "a"), param::<u32>(1, "b")];
const ONLY_A: &[Param] = &[param::<u32>(0, "a")];

/// A body of two `u32` operands, `a` and `b`.
const fn binary(locals: u32, body: Ast) -> Body {
    Body::new("op", ("op.rs", 1), AB, u32::shape, locals, body)
}

fn module(body: &'static Body) -> Module {
    elaborate(body, &|_| None).unwrap_or_else(|e| panic!("{e:?}"))
}

fn run<T: HostValue>(body: &'static Body, operands: &[Value]) -> Value {
    let valid = validate(module(body)).unwrap_or_else(|e| panic!("{e:?}"));
    let mut interpreter = Interpreter::new(&valid).strict();
    interpreter.call(operands, T::TYPE).unwrap()
}

fn problems(body: &'static Body) -> Vec<String> {
    let violations = elaborate(body, &|_| None).expect_err("the body is refused");
    violations.iter().map(Problem::to_string).collect()
}

fn two(a: u32, b: u32) -> [Value; 2] {
    [Value::of(a), Value::of(b)]
}

/// Oracle: the reviewed text of the function.
#[test]
fn a_method_becomes_an_operator() {
    static BODY: Body = binary(2, Ast::Method("wrapping_add", &A, &[B]));
    let text = "fn op(a: u32, b: u32) -> u32 {\n    return a + b;\n}\n";
    assert_eq!(print::module(&module(&BODY)), text);
    assert_eq!(run::<u32>(&BODY, &two(u32::MAX, 2)), Value::of(1u32));
}

/// Oracle: Rust's evaluation order: `q ^ if a == 0 { q = 2; 1 } else { 0 }` reads `q` first.
#[test]
fn operands_are_read_before_they_are_assigned() {
    const Q: Ast = Ast::Local(2);
    static BODY: Body = binary(
        3,
        Ast::Block {
            statements: &[Statement::Let {
                binding: Binding::Mut(2, "q"),
                shape: None,
                value: Some(Ast::Local(1)),
            }],
            value: Some(&Ast::Binary(
                "xor",
                &Ast::Binary(
                    "xor",
                    &Q,
                    &Ast::If(
                        &Ast::Binary("eq", &A, &Ast::Int(0)),
                        &Ast::Block {
                            statements: &[Statement::Do(Ast::Assign(2, &Ast::Int(2)))],
                            value: Some(&Ast::Int(1)),
                            diverges: false,
                        },
                        &Ast::Int(0),
                    ),
                ),
                &Q,
            )),
            diverges: false,
        },
    );
    #[allow(unused_assignments)]
    fn rust(a: u32, b: u32) -> u32 {
        let mut q = b;
        q ^ if a == 0 {
            q = 2;
            1
        } else {
            0
        } ^ q
    }
    for (a, b) in [(0, 12), (1, 12), (0, 2)] {
        assert_eq!(run::<u32>(&BODY, &two(a, b)), Value::of(rust(a, b)));
    }
}

/// Oracle: Rust: both fields are read before either is written.
#[test]
fn a_tuple_is_swapped_at_once() {
    const P: Ast = Ast::Local(2);
    static BODY: Body = binary(
        3,
        Ast::Block {
            statements: &[
                Statement::Let {
                    binding: Binding::Mut(2, "p"),
                    shape: None,
                    value: Some(Ast::Tuple(&[A, B])),
                },
                Statement::Do(Ast::Assign(
                    2,
                    &Ast::Tuple(&[Ast::Field(&P, 1), Ast::Field(&P, 0)]),
                )),
            ],
            value: Some(&Ast::Method(
                "wrapping_sub",
                &Ast::Field(&P, 0),
                &[Ast::Field(&P, 1)],
            )),
            diverges: false,
        },
    );
    assert_eq!(run::<u32>(&BODY, &two(3, 10)), Value::of(7u32));
}

/// Oracle: Rust's u32::checked_div.
#[test]
fn an_option_is_matched() {
    static BODY: Body = binary(
        3,
        Ast::Match(
            &Ast::Method("checked_div", &A, &[B]),
            &[
                (Pattern::Some(Binding::Let(2, "q")), Ast::Local(2)),
                (Pattern::None, Ast::Int(77)),
            ],
        ),
    );
    assert_eq!(run::<u32>(&BODY, &two(10, 3)), Value::of(3u32));
    assert_eq!(run::<u32>(&BODY, &two(10, 0)), Value::of(77u32));
}

/// Oracle: the rules of the kernel subset: each error names its line and a remedy.
#[test]
fn panicking_kernels_are_refused() {
    static SHIFT: Body = binary(2, Ast::At(7, &Ast::Binary("shl", &A, &B)));
    let failures = problems(&SHIFT);
    assert_eq!(failures.len(), 1);
    assert!(failures[0].starts_with("op.rs:7: "), "{failures:?}");
    assert!(failures[0].contains("`a << (n & 31)`"), "{failures:?}");

    static WIDE: Body = binary(2, Ast::Binary("shl", &A, &Ast::Int(32)));
    assert!(problems(&WIDE)[0].contains("a shift by 32 overflows"));

    static MASKED: Body = binary(
        2,
        Ast::Binary("shl", &A, &Ast::Binary("and", &B, &Ast::Int(31))),
    );
    assert_eq!(run::<u32>(&MASKED, &two(1, 33)), Value::of(2u32));

    static LARGE: Body = binary(2, Ast::Binary("xor", &A, &Ast::Int(1 << 32)));
    assert!(problems(&LARGE)[0].contains("4294967296 is not a `u32`"));

    static DIVISION: Body = binary(2, Ast::Binary("div", &A, &B));
    assert!(problems(&DIVISION)[0].contains("checked_div"));
}

/// Oracle: the rules of the kernel subset; independent problems are reported together.
#[test]
fn problems_are_collected() {
    static BODY: Body = binary(
        2,
        Ast::Binary(
            "xor",
            &Ast::At(3, &Ast::Method("wraping_add", &A, &[B])),
            &Ast::At(4, &Ast::Binary("shl", &A, &Ast::Method("log", &B, &[]))),
        ),
    );
    let failures = problems(&BODY);
    assert_eq!(failures.len(), 2, "{failures:?}");
    assert!(
        failures[0].contains("did you mean `wrapping_add`?"),
        "{failures:?}"
    );
    assert!(failures[1].starts_with("op.rs:4: "), "{failures:?}");
}

fn plain(a: u32) -> u32 {
    a
}

/// Oracle: a function without an attribute has no body, and the message names it.
#[test]
fn a_callee_without_body_is_refused() {
    static BODY: Body = binary(2, Ast::At(9, &Ast::Call(BodyCallee::of(plain), &[A])));
    let failures = problems(&BODY);
    assert_eq!(failures.len(), 1);
    assert!(failures[0].starts_with("op.rs:9: "), "{failures:?}");
    assert!(
        failures[0].contains("plain") && failures[0].contains("#[vyre_fn]"),
        "{failures:?}"
    );
}

/// Oracle: rule V017: recursion is rejected, and the message shows the cycle.
#[test]
fn recursion_is_refused() {
    const CALL: Ast = Ast::Call(BodyCallee::of(plain), &[A]);
    static BODY: Body = Body::new("plain", ("op.rs", 1), ONLY_A, u32::shape, 1, CALL);
    let violations = elaborate(&BODY, &|_| Some(&BODY)).expect_err("recursive");
    assert!(
        violations[0].message.contains("plain -> plain"),
        "{violations:?}"
    );
}

/// Oracle: a nesting limit instead of a stack overflow, on a body of 3,000 levels.
#[test]
fn deep_bodies_are_refused() {
    let mut ast: &'static Ast = &A;
    for _ in 0..3000 {
        ast = Box::leak(Box::new(Ast::Unary("not", ast)));
    }
    let body: &'static Body = Box::leak(Box::new(binary(2, Ast::At(1, ast))));
    assert!(problems(body)[0].contains("deep"));
}

/// Oracle: Rust: 190 nested negations are not a negation.
#[test]
fn nesting_below_the_limit_works_in_a_small_stack() {
    let mut ast: &'static Ast = &A;
    for k in 0..190 {
        ast = match k % 2 {
            0 => Box::leak(Box::new(Ast::Unary("not", ast))),
            _ => Box::leak(Box::new(Ast::Method("swap_bytes", ast, &[]))),
        };
    }
    let body: &'static Body = Box::leak(Box::new(binary(2, Ast::At(1, ast))));
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let run = thread.spawn(move || run::<u32>(body, &two(0x0102_0304, 0)));
    let swapped = (0..190).fold(0x0102_0304u32, |a, k| match k % 2 {
        0 => !a,
        _ => a.swap_bytes(),
    });
    assert_eq!(run.unwrap().join().unwrap(), Value::of(swapped));
}

/// Oracle: Rust's `as`: `usize` from a literal, an index into an array.
#[test]
fn casts_and_arrays() {
    const ARRAY: Ast = Ast::Array(&[A, B]);
    static BODY: Body = binary(
        3,
        Ast::Block {
            statements: &[Statement::Let {
                binding: Binding::Let(2, "t"),
                shape: None,
                value: Some(ARRAY),
            }],
            value: Some(&Ast::Index(
                &Ast::Local(2),
                &Ast::Cast(
                    <usize as HostPrimitive>::PRIMITIVE,
                    &Ast::Binary("and", &A, &Ast::Int(1)),
                ),
            )),
            diverges: false,
        },
    );
    assert_eq!(run::<u32>(&BODY, &two(2, 9)), Value::of(2u32));
    assert_eq!(run::<u32>(&BODY, &two(3, 9)), Value::of(9u32));
    static OUTSIDE: Body = binary(2, Ast::Index(&ARRAY, &Ast::Literal(Primitive::Usize, 2)));
    assert!(problems(&OUTSIDE)[0].contains("index 2 is out of bounds"));
}

/// Oracle: Rust's `match`: the first arm that matches; 100 arms do not nest 100 deep.
#[test]
fn a_long_match_is_halved() {
    let arm = |k: i128| {
        let value: &'static [Ast] = Box::leak(Box::new([Ast::Int(k)]));
        (Pattern::OneOf(value), Ast::Int(k * k + 1))
    };
    let mut arms: Vec<(Pattern, Ast)> = (0..100).map(arm).collect();
    arms.insert(30, (Pattern::Range(&Ast::Int(40), &Ast::Int(60)), A));
    arms.push((Pattern::Bind(Binding::Let(2, "n")), Ast::Local(2)));
    let ast: &'static Ast = Box::leak(Box::new(Ast::Match(&A, arms.leak())));
    let body: &'static Body = Box::leak(Box::new(binary(3, Ast::At(1, ast))));
    for a in 0..120 {
        let expected = match a {
            40..=60 | 100.. => a,
            _ => a * a + 1,
        };
        assert_eq!(run::<u32>(body, &two(a, 0)), Value::of(expected), "{a}");
    }
}

const N: Ast = Ast::Cast(Primitive::Usize, &Ast::Binary("and", &A, &Ast::Int(7)));

/// Oracle: the documentation of `Primitive::Usize`: operations that depend on its width are rejected.
#[test]
fn the_width_of_usize_is_not_observable() {
    const AS_U32: Primitive = Primitive::U32;
    static ZEROS: Body = binary(2, Ast::Method("leading_zeros", &N, &[]));
    assert!(problems(&ZEROS)[0].contains("compute in `u32`"));
    static NOT: Body = binary(2, Ast::Cast(AS_U32, &Ast::Unary("not", &N)));
    assert!(problems(&NOT)[0].contains("compute in `u32`"));
    static LEFT: Body = binary(2, Ast::Cast(AS_U32, &Ast::Binary("shl", &N, &Ast::Int(3))));
    assert!(problems(&LEFT)[0].contains("compute in `u32`"));
    static WIDE: Body = binary(
        2,
        Ast::Cast(
            AS_U32,
            &Ast::Cast(Primitive::Usize, &Ast::Cast(Primitive::I32, &A)),
        ),
    );
    assert!(problems(&WIDE)[0].contains("`a as u32 as usize`"));
    static LITERAL: Body = binary(
        2,
        Ast::Cast(AS_U32, &Ast::Binary("xor", &N, &Ast::Int(1 << 32))),
    );
    assert!(problems(&LITERAL)[0].contains("not an index"));
    static FINE: Body = binary(2, Ast::Cast(AS_U32, &Ast::Binary("shr", &N, &Ast::Int(1))));
    assert_eq!(run::<u32>(&FINE, &two(15, 0)), Value::of(3u32));
}

/// Oracle: the rules of the kernel subset; a body that rustc would have rejected causes no panic.
#[test]
fn impossible_bodies_are_refused() {
    static EMPTY: Body = binary(2, Ast::Index(&Ast::Array(&[]), &Ast::Int(0)));
    assert!(problems(&EMPTY)[0].contains("at least one element"));
    static UNBOUND: Body = binary(2, Ast::Local(7));
    assert!(problems(&UNBOUND)[0].contains("local 7"));
    static MIXED: Body = binary(2, Ast::Binary("xor", &A, &Ast::Literal(Primitive::U64, 1)));
    assert!(problems(&MIXED)[0].contains("`u64` where `u32` is expected"));
    static BREAK: Body = binary(2, Ast::Break);
    assert!(problems(&BREAK)[0].contains("inside a loop"));
    static NO_ARMS: Body = binary(2, Ast::Match(&A, &[]));
    assert!(problems(&NO_ARMS)[0].contains("at least one arm"));
    static NO_TUPLE: Body = binary(2, Ast::Field(&A, 1));
    assert!(problems(&NO_TUPLE)[0].contains("no field 1"));
    static UNIT: Body = binary(2, Ast::Tuple(&[]));
    assert!(problems(&UNIT)[0].contains("`()` where `u32` is expected"));
    static NEGATION: Body = binary(2, Ast::Unary("neg", &A));
    assert!(problems(&NEGATION)[0].contains("wrapping_neg"));
    static ENDS: Body = binary(
        3,
        Ast::Block {
            statements: &[Statement::Do(Ast::For {
                variable: Binding::Let(2, "i"),
                from: &A,
                to: &B,
                inclusive: false,
                bound: 4,
                body: &Ast::Tuple(&[]),
            })],
            value: Some(&A),
            diverges: false,
        },
    );
    assert!(problems(&ENDS)[0].contains("constants"));
}
