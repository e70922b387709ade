//! Native implementations in programs: names, order, and validation by naga.

use super::super::{NativeCallee, kernel, program, program_with};
use vyre_conform_ir::valid::{Limits, Valid, ValidProgram, validate, validate_program};
use vyre_conform_ir::{
    BinaryOp, Expr, FunctionBuilder, HardwareOp, Kernel, Library, Module, Node, OpBody, Signature,
    Type,
};
use vyre_conform_spec::{Texts, ValueType};

const F32: ValueType = ValueType::F32;

const PAIR: Signature = Signature {
    operands: &[F32, F32],
    result: F32,
};
const COMPARISON: Signature = Signature {
    operands: &[F32, F32],
    result: ValueType::Bool,
};

/// A function of two numbers whose body is an operator on their bits.
fn of_bits(name: &str, op: BinaryOp, result: Type) -> Module {
    let mut f = FunctionBuilder::new(name, vec![result]);
    let bits = ["a", "b"].map(|name| {
        let param = f.param(name, Type::F32);
        Expr::cast(Type::U32, f.read(param))
    });
    let [a, b] = bits;
    let value = Expr::binary(op, a, b);
    let value = if value.ty == result {
        value
    } else {
        Expr::cast(result, value)
    };
    f.module(vec![Node::Return(vec![value])])
}

/// A correction: the sum of the operands' bits if the result is zero.
fn correction() -> Valid {
    let mut f = FunctionBuilder::new("corrected", vec![Type::U32]);
    let [a, b, found] = ["a", "b", "found"].map(|name| {
        let param = f.param(name, Type::U32);
        f.read(param)
    });
    let sum = Expr::binary(BinaryOp::Add, a, b);
    let zero = Expr::binary(BinaryOp::Eq, found.clone(), Expr::u32(0));
    let value = Expr::select(zero, sum, found);
    validate(f.module(vec![Node::Return(vec![value])])).expect("valid")
}

/// A correction for a Bool: returns it unchanged.
fn truth() -> Valid {
    let mut f = FunctionBuilder::new("truth", vec![Type::Bool]);
    f.param("a", Type::U32);
    f.param("b", Type::U32);
    let found = f.param("found", Type::Bool);
    let found = f.read(found);
    validate(f.module(vec![Node::Return(vec![found])])).expect("valid")
}

struct Ops(Module, Module);

impl Library for Ops {
    fn find(&self, id: &str) -> Option<OpBody<'_>> {
        match id {
            "f32::add" => Some(OpBody::Inlinable(&self.0)),
            "f32::lt" => Some(OpBody::Inlinable(&self.1)),
            _ => FEATURES.iter().find(|op| op.id == id).map(|op| {
                let (module, op) = (&self.0, *op);
                OpBody::Hardware { module, op }
            }),
        }
    }
}

/// Two hardware ops with equal functions: only their texts differ.
static FEATURES: [HardwareOp; 2] = [
    feature(
        "a::add",
        "fn add(a: u32, b: u32) -> u32 { return a * 3u + b; }",
    ),
    feature(
        "b::add",
        "enable f16;\nfn add(a: u32, b: u32) -> u32 { return native_0_add(a) + b; }
fn native_0_add(a: u32) -> u32 { return a * 5u; }",
    ),
];

const fn feature(id: &'static str, text: &'static str) -> HardwareOp {
    HardwareOp {
        id,
        name: "add",
        signature: PAIR,
        hardware: "tensor-cores",
        available: |backend| backend.has("tensor-cores"),
        texts: Texts::wgsl(text),
    }
}

/// A kernel that adds a number to another if it is less; one buffer has the name of a function of the
/// texts, and one that of a built-in function.
fn kernel() -> ValidProgram {
    let mut k = Kernel::new("k", [64, 1, 1]);
    let first = k.read_write("native_0_add", Type::F32);
    let second = k.read_only("unpack2x16unorm", Type::F32);
    let sum = k.call(
        "f32::add",
        vec![first.at(0_u32), second.at(0_u32)],
        Type::F32,
    );
    let sum = k.bind("sum", sum);
    let operands = vec![sum.into(), second.at(1_u32)];
    let less = k.call("f32::lt", operands, Type::Bool);
    k.when(less, |k| k.store(first, 0_u32, sum));
    let ops = Ops(
        of_bits("add", BinaryOp::Add, Type::F32),
        of_bits("lt", BinaryOp::Lt, Type::Bool),
    );
    validate_program(k.finish(), &ops, &Limits::WEBGPU).expect("valid")
}

const ADD: &str = "
fn native_canonical(value: f32) -> u32 { return bitcast<u32>(value) + u32(unpack2x16unorm(0u).x); }
fn native_add(a: u32, b: u32) -> u32 { return native_canonical(bitcast<f32>(a) + bitcast<f32>(b)); }";
const LT: &str = "
fn native_canonical(value: bool) -> u32 { return u32(value); }
fn native_lt(a: u32, b: u32) -> u32 { return native_canonical(bitcast<f32>(a) < bitcast<f32>(b)); }";

/// Number of occurrences of one text in another.
fn times(text: &str, part: &str) -> usize {
    text.matches(part).count()
}

/// Oracle: naga, and the names by hand: two texts and the program declare the same name.
#[test]
fn texts_of_several_ops_coexist() {
    let program = kernel();
    let (corrected, truth) = (correction(), truth());
    let natives = [
        NativeCallee {
            callee: 0,
            signature: &PAIR,
            name: "native_add",
            text: ADD,
            correction: Some(&corrected),
        },
        NativeCallee {
            callee: 1,
            signature: &COMPARISON,
            name: "native_lt",
            text: LT,
            correction: Some(&truth),
        },
    ];
    let text = program_with(&program, &natives);
    super::super::testing::accept(&text);
    assert_eq!(times(&text, "fn native_0_add("), 1, "{text}");
    assert_eq!(times(&text, "fn native_1_lt("), 1, "{text}");
    assert_eq!(times(&text, "_canonical("), 4, "{text}");
    // The op's body is absent, its correction present.
    assert_eq!(times(&text, "== 0u"), 1, "{text}");
    let alone = program_with(&program, &natives[1..]);
    super::super::testing::accept(&alone);
    assert_eq!(times(&alone, "fn native_"), 2, "{alone}");
}

/// Oracle: the rule that native callees do not affect other programs.
#[test]
fn text_without_natives_is_unchanged() {
    let valid = kernel();
    assert_eq!(program_with(&valid, &[]), program(&valid));
    assert!(!program(&valid).contains("bitcast<f32>"));
}

/// Oracle: the WGSL specification: directives precede all declarations. Without the capability naga
/// rejects `f16`, so only the beginning of the text is checked.
#[test]
fn directives_come_first() {
    let program = kernel();
    let text = format!("enable f16;\n{ADD}");
    let native = NativeCallee {
        callee: 0,
        signature: &PAIR,
        name: "native_add",
        text: &text,
        correction: None,
    };
    let text = program_with(&program, &[native]);
    assert!(text.starts_with("enable f16;\n"), "{text}");
    assert_eq!(times(&text, "enable"), 1);
}

/// A program that calls a native op between two hardware ops.
fn mixed() -> ValidProgram {
    let mut k = Kernel::new("k", [64, 1, 1]);
    let x = k.read_write("x", Type::F32);
    for (place, id) in (1_u32..).zip(["a::add", "f32::add", "b::add", "f32::lt"]) {
        let ty = if id == "f32::lt" {
            Type::Bool
        } else {
            Type::F32
        };
        let actual = k.call(id, vec![x.at(0_u32), x.at(place)], ty);
        match ty {
            Type::Bool => k.when(actual, |k| k.store(x, place, x.at(0_u32))),
            _ => k.store(x, place, actual),
        }
    }
    let ops = Ops(
        of_bits("add", BinaryOp::Add, Type::F32),
        of_bits("lt", BinaryOp::Lt, Type::Bool),
    );
    validate_program(k.finish(), &ops, &Limits::WEBGPU).expect("valid")
}

fn natives<'a>(corrected: &'a Valid, truth: &'a Valid) -> [NativeCallee<'a>; 2] {
    let of = |callee, signature, name, text, correction| NativeCallee {
        callee,
        signature,
        name,
        text,
        correction,
    };
    [
        of(1, &PAIR, "native_add", ADD, Some(corrected)),
        of(3, &COMPARISON, "native_lt", LT, Some(truth)),
    ]
}

/// The declaration of the function that is called with this element of `x`.
fn called_with(text: &str, place: u32) -> &str {
    let call = format!("load_b_x({place}u))");
    let line = text.lines().find(|line| line.contains(&call));
    let name = line.and_then(|line| line.split(" = ").nth(1)?.split('(').next());
    let declared = format!("fn {}(", name.unwrap_or_else(|| panic!("no call:\n{text}")));
    let actual = text.lines().find(|line| line.starts_with(&declared));
    actual.unwrap_or_else(|| panic!("no {declared}:\n{text}"))
}

/// The computations of the two hand-written texts.
const THREE: &str = "return a * 3u + b;";
const FIVE: &str = "return h_native_0_add(a) + b;";

/// Oracle: the hand-written texts, each called where its op is, and the names of native texts.
#[test]
fn native_and_hand_written_texts_coexist() {
    let program = mixed();
    let (corrected, truth) = (correction(), truth());
    let text = program_with(&program, &natives(&corrected, &truth));
    // Without the capability naga rejects `f16`.
    assert!(text.starts_with("enable f16;\n"), "{text}");
    super::super::testing::accept(text.trim_start_matches("enable f16;"));
    for part in [
        "return a * 3u + b;",
        "return a * 5u;",
        "fn native_0_add(",
        "fn native_1_lt(",
    ] {
        assert_eq!(times(&text, part), 1, "{part}: {text}");
    }
    // No other function has the name of a native text.
    assert!(called_with(&text, 1).contains(THREE), "{text}");
    assert!(called_with(&text, 3).contains(FIVE), "{text}");
}

/// Oracle: the planted fault: the functions of the hardware ops renumbered, as after weaving.
#[test]
fn renumbered_functions_change_the_text() {
    let program = mixed();
    let (corrected, truth) = (correction(), truth());
    let natives = natives(&corrected, &truth);
    let module = program.module_to_lower();
    let of = |calls: &_| kernel::program_text(program.program(), &module, calls, &natives);
    let calls = program.hardware().to_vec();
    assert_eq!(of(&calls), program_with(&program, &natives));
    let mut exchanged = calls.clone();
    let [first, second] = &mut exchanged[..] else {
        panic!("two ops by hand")
    };
    std::mem::swap(&mut first.function, &mut second.function);
    let wrong = of(&exchanged);
    assert_ne!(wrong, of(&calls));
    assert!(called_with(&wrong, 1).contains(FIVE), "{wrong}");
    assert!(called_with(&wrong, 3).contains(THREE), "{wrong}");
}
