//! Hand-written texts in programs: each occurs once, with unique names.

use super::super::testing::{accept, check};
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_ir::{
    Expr, FunctionBuilder, HardwareOp, Kernel, Library, Module, Node, OpBody, Signature, Type,
    parse,
};
use vyre_conform_spec::ValueType::{self, Bool, U32, Vec2U32};
use vyre_conform_spec::{TextTarget, Texts};

/// Ops with these ids, names, WGSL texts and types.
struct Ops(Vec<(HardwareOp, Module)>);

impl Library for Ops {
    fn find(&self, id: &str) -> Option<OpBody<'_>> {
        let (op, module) = self.0.iter().find(|(op, _)| op.id == id)?;
        Some(OpBody::Hardware { module, op: *op })
    }
}

const BINARY: Signature = Signature {
    operands: &[U32, U32],
    result: U32,
};

/// An op whose reference returns zeros, which occur in no text.
fn op(
    id: &'static str,
    name: &'static str,
    texts: Texts<'static>,
    signature: Signature,
) -> (HardwareOp, Module) {
    let of = |ty: &ValueType| Type::components(*ty);
    let results = of(&signature.result);
    let mut f = FunctionBuilder::new(name, results.clone());
    for ty in signature.operands.iter().flat_map(of) {
        f.param("a", ty);
    }
    let zero = |ty: &Type| match ty {
        Type::Bool => Expr::bool(false),
        _ => Expr::u32(0xdead),
    };
    let zeros = results.iter().map(zero).collect();
    let module = f.module(vec![Node::Return(zeros)]);
    let op = HardwareOp {
        id,
        name,
        signature,
        hardware: "tensor-cores",
        available: |backend| backend.has("tensor-cores"),
        texts,
    };
    (op, module)
}

/// A program that calls these ops of two words in turn, each of them twice.
fn program(ops: &Ops, ids: &[&str]) -> ValidProgram {
    let mut k = Kernel::new("twice", [1, 1, 1]);
    let min = k.read_write("min", Type::U32);
    for id in ids {
        for _ in 0..2 {
            let sum = k.call(id, vec![min.at(0), min.at(1)], Type::U32);
            k.store(min, 0, sum);
        }
    }
    validate_program(k.finish(), ops, &Limits::WEBGPU).expect("a valid program")
}

/// Oracle: naga, and the texts as they were given.
#[test]
fn texts_occur_once_under_unique_names() {
    let first = "// The less.\nfn twice(x: u32) -> u32 { return x + x; }\n\
                 fn min(a: u32, b: u32) -> u32 { if a < b { return twice(a); } return b; }";
    let second = "fn twice(x: u32) -> u32 { return x * 2u; }\n\
                  fn min(a: u32, b: u32) -> u32 { return twice(a) + b; }";
    let ops = Ops(vec![
        op("a::min", "min", Texts::wgsl(first), BINARY),
        op("b::min", "min", Texts::wgsl(second), BINARY),
    ]);
    let valid = program(&ops, &["a::min", "b::min"]);
    assert_eq!(valid.hardware().len(), 2);
    let text = crate::program(&valid);
    accept(&text);
    for part in ["return x + x;", "return x * 2u;"] {
        assert_eq!(text.matches(part).count(), 1, "{text}");
    }
    assert!(
        !text.contains("fn min("),
        "the built-in function is hidden:\n{text}"
    );
    assert!(!text.contains("0xdead"), "a reference was lowered:\n{text}");
    // With unchanged names, naga would reject it.
    assert!(check(&format!("{first}\n{second}")).is_err());
}

/// Oracle: naga, which rejects an index beyond an array and a lossy shift if both operands are
/// constant: the unrolled iterations have counters that it does not resolve.
#[test]
fn a_loop_of_instructions_is_written_out() {
    let sum = "fn sum(a: u32, b: u32) -> u32 { return a + b; }";
    let ops = Ops(vec![op("a::sum", "sum", Texts::wgsl(sum), BINARY)]);
    let mut k = Kernel::new("sums", [1, 1, 1]);
    let data = k.read_write("data", Type::U32);
    let own = k.array("own", Type::U32, 4);
    k.count("n", 0_u32, 8_u32, |k, n| {
        let sum = k.call("a::sum", vec![n.into(), n << 31], Type::U32);
        k.store_element(own, n, sum);
    });
    k.store(data, 0, Expr::element(own, Type::U32, data.at(1)));
    let valid = validate_program(k.finish(), &ops, &Limits::WEBGPU).expect("a valid program");
    let text = crate::program(&valid);
    accept(&text);
    assert!(!text.contains("for ("), "{text}");
    assert_eq!(text.matches("<< 31u").count(), 8, "{text}");
}

/// Oracle: naga: in a text's interface a Bool is a word and lanes are a vector, unlike in a program.
#[test]
fn other_types_go_through_a_function_between() {
    let signature = Signature {
        operands: &[Bool, Vec2U32],
        result: Vec2U32,
    };
    let is = Signature {
        operands: &[Vec2U32],
        result: Bool,
    };
    let text = "fn pick(c: u32, v: vec2<u32>) -> vec2<u32> { return select(v, v.yx, c != 0u); }";
    let sample = "fn some(v: vec2<u32>) -> u32 { return u32(any(v != vec2<u32>())); }";
    let ops = Ops(vec![
        op("v::pick", "pick", Texts::wgsl(text), signature),
        op("v::some", "some", Texts::wgsl(sample), is),
    ]);
    let program = parse::program(
        "program k workgroup_size(1, 1, 1)
        binding(0) read_write out: [u32]
        use op v::some
        use op v::pick
        kernel {
            let c: bool = call v::some(out[0], out[1]);
            let (x: u32, y: u32) = call v::pick(c, out[0], out[1]);
            out[0] = x;
            out[1] = y;
        }",
    );
    let program = program.expect("a program");
    let valid = validate_program(program, &ops, &Limits::WEBGPU).expect("a valid program");
    let text = crate::program(&valid);
    accept(&text);
    assert!(text.contains("(u32(a0), vec2<u32>(a1, a2))"), "{text}");
    assert!(text.contains("given != 0u"), "{text}");
}

/// Oracle: naga, which rejects a call of an undeclared function.
#[test]
fn compilers_refuse_the_program_without_a_text() {
    let texts = Texts::NONE.with(
        TextTarget::C,
        "static u32 vyre_f(u32 a, u32 b) { return a; }",
    );
    let ops = Ops(vec![op("a::f", "f", texts, BINARY)]);
    let text = crate::program(&program(&ops, &["a::f"]));
    assert!(
        text.contains("// There is no text of `a::f` in WGSL."),
        "{text}"
    );
    assert!(check(&text).is_err(), "{text}");
}
