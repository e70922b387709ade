//! Every operator and cast of every integer type, including types without ops, such as U128.

use vyre_conform_interp::{Options, run_launch};
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::ir::{Axis, BinaryOp, Expr, Kernel, Type, UnaryOp};
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_suite::backend::Backend;

const TYPES: [Type; 7] = [
    Type::U32,
    Type::I32,
    Type::U64,
    Type::Bool,
    Type::U128,
    Type::Vec2,
    Type::Vec4,
];

const UNARY: [UnaryOp; 7] = [
    UnaryOp::Not,
    UnaryOp::Negate,
    UnaryOp::CountOnes,
    UnaryOp::LeadingZeros,
    UnaryOp::TrailingZeros,
    UnaryOp::ReverseBits,
    UnaryOp::SwapBytes,
];

const BINARY: [BinaryOp; 21] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::RotateLeft,
    BinaryOp::RotateRight,
    BinaryOp::Min,
    BinaryOp::Max,
    BinaryOp::MulHigh,
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
];

/// The number of elements of a buffer.
const CASES: usize = 512;

/// A program whose invocations each store `of` of an element from each of two buffers; `None` if validation refuses it.
fn program(left: Type, right: Type, f: &dyn Fn(Expr, Expr) -> Expr) -> Option<ValidProgram> {
    let mut k = Kernel::new("each", [64, 1, 1]);
    let (a, b) = (k.read_only("a", left), k.read_only("b", right));
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let value = f(a.at(i), b.at(i));
    let out = k.read_write("out", value.ty);
    k.store(out, i, value);
    validate_program(k.finish(), &(), &Limits::WEBGPU).ok()
}

/// Words that combine edges with each other and with noise.
fn words(ty: Type, mut state: u64) -> Contents {
    let edges = [
        0,
        1,
        2,
        31,
        32,
        33,
        63,
        64,
        65,
        127,
        128,
        0x7fff_ffff,
        0x8000_0000,
        0xffff_fffe,
        u32::MAX,
    ];
    let word = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let high = (state >> 32) as u32;
        let word = match high % 3 {
            0 => high.rotate_left(9),
            _ => edges[(high >> 8) as usize % edges.len()],
        };
        if ty == Type::Bool { word & 1 } else { word }
    };
    Contents::Words((0..CASES * ty.words()).map(word).collect())
}

/// Oracle: the interpreter, whose operators are independent of every lowering.
#[test]
#[ignore = "a long run: seconds"]
fn every_operator_and_cast_agrees() {
    let mut programs: Vec<(String, Type, Type, ValidProgram)> = vec![];
    let mut add = |name: String, left, right, of: &dyn Fn(Expr, Expr) -> Expr| {
        programs.extend(program(left, right, of).map(|valid| (name, left, right, valid)));
    };
    for ty in TYPES {
        for op in UNARY {
            add(format!("{op:?} {ty:?}"), ty, ty, &|a, _| Expr::unary(op, a));
        }
        for op in BINARY {
            let right = if op.is_shift() { Type::U32 } else { ty };
            add(format!("{op:?} {ty:?}"), ty, right, &|a, b| {
                Expr::binary(op, a, b)
            });
        }
        for to in TYPES {
            add(format!("{ty:?} as {to:?}"), ty, ty, &|a, _| {
                Expr::cast(to, a)
            });
        }
        let select =
            |a: Expr, b: Expr| Expr::select(Expr::binary(BinaryOp::Ne, a.clone(), b.clone()), a, b);
        add(format!("select {ty:?}"), ty, ty, &select);
    }
    assert!(programs.len() > 140, "{}", programs.len());
    let backend = super::c11();
    let valid: Vec<ValidProgram> = programs.iter().map(|(.., valid)| valid.clone()).collect();
    let loaded = backend.load_programs(&valid).expect("compiled");
    for (k, (name, left, right, valid)) in programs.iter().enumerate() {
        let result = valid.program().buffers[2].element.words() * CASES;
        let buffers = vec![words(*left, 7), words(*right, 11), Contents::Zeros(result)];
        let mut launch = Launch::single(valid, [CASES as u32 / 64, 1, 1], buffers);
        let expected = run_launch(std::slice::from_ref(valid), &launch, &Options::default());
        launch.steps[0].program = k;
        assert_eq!(loaded.run(&launch).ok(), expected.ok(), "{name}");
    }
}
