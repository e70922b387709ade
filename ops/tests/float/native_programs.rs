//! Programs and engines of the library in the profile of native floats.

use super::native::profile_of_lavapipe;
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Program, Type};
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_suite::backend::{Backend, missing_hardware};
use vyre_conform_tests::lowered::native::runs_engines;

/// Numbers of every kind for the programs.
const NUMBERS: [f32; 12] = [
    0.0,
    -0.0,
    1.0,
    1.0 + f32::EPSILON,
    -1.5,
    f32::MIN_POSITIVE,
    f32::from_bits(1),
    f32::from_bits(0x807f_ffff),
    f32::MAX,
    f32::INFINITY,
    f32::NAN,
    1.0 / 3.0,
];

/// For every pair of numbers `a * b + c` in two steps, `a / b`, the comparison of that with the first result, and
/// `fma(a, b, c)`.
fn arithmetic() -> Program {
    let mut k = Kernel::new("arithmetic", [64, 1, 1]);
    // It has a number in the layout, although no invocation reads it.
    k.read_only("unused", Type::U32);
    let [a, b] = ["a", "b"].map(|name| k.read_only(name, Type::F32));
    let results = k.read_write("results", Type::F32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let [a, b] = [a, b].map(|buffer| k.bind("number", buffer.at(i)));
    let third = k.bind(
        "third",
        Expr::literal(Type::F32, (-1.0_f32).to_bits().into()),
    );
    let build =
        |k: &mut Kernel, id: &str, operands: &[Expr]| k.call(id, operands.to_vec(), Type::F32);
    let product = build(&mut k, "f32::mul", &[a.into(), b.into()]);
    let sum = build(&mut k, "f32::add", &[product.into(), third.into()]);
    let quotient = build(&mut k, "f32::div", &[a.into(), b.into()]);
    let fused = build(&mut k, "f32::mul_add", &[a.into(), b.into(), third.into()]);
    let operands = vec![quotient.into(), sum.into()];
    let less = k.call("f32::lt", operands, Type::Bool);
    k.store(results, i * 4, sum);
    k.store(results, i * 4 + 1, quotient);
    k.store(results, i * 4 + 2, fused);
    k.when(less, |k| k.store(results, i * 4 + 3, third));
    k.finish()
}

/// For every pair of words `dot4_i8`, the product of the numbers with these bits, `dot4_u8` and `fma(a, b, a)`.
fn with_products() -> Program {
    let mut k = Kernel::new("with_products", [64, 1, 1]);
    let [a, b] = ["a", "b"].map(|name| k.read_only(name, Type::F32));
    let results = k.read_write("results", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let [a, b] = [a, b].map(|buffer| k.bind("number", buffer.at(i)));
    let [x, y] = [a, b].map(|number| Expr::cast(Type::U32, number.into()));
    let signed = k.call("u32::dot4_i8", vec![x.clone(), y.clone()], Type::I32);
    k.store(results, i * 4, Expr::cast(Type::U32, signed.into()));
    let product = k.call("f32::mul", vec![a.into(), b.into()], Type::F32);
    k.store(results, i * 4 + 1, Expr::cast(Type::U32, product.into()));
    let unsigned = k.call("u32::dot4_u8", vec![x, y], Type::U32);
    k.store(results, i * 4 + 2, unsigned);
    let fused = k.call(
        "f32::mul_add",
        vec![a.into(), b.into(), a.into()],
        Type::F32,
    );
    k.store(results, i * 4 + 3, Expr::cast(Type::U32, fused.into()));
    k.finish()
}

fn valid(programs: Vec<Program>, catalog: &Catalog, limits: &Limits) -> Vec<ValidProgram> {
    let all = programs.into_iter();
    all.map(|program| validate_program(program, catalog, limits).expect("a valid program"))
        .collect()
}

/// Oracle: the interpreter and the host's arithmetic. In the profile lavapipe earns sums, products, quotients and
/// comparisons, but no fused multiply-add, which is computed by integers.
#[test]
fn program_agrees_with_the_interpreter() {
    let catalog = Catalog::linked().expect("a catalog");
    let native = profile_of_lavapipe("native");
    let programs = valid(vec![arithmetic()], &catalog, &Limits::WEBGPU);
    let text = native.program_text(&programs[0]).expect("a text");
    for name in ["_mul(", "_add(", "_div(", "_lt("] {
        let whole = |k: u32| format!("fn native_{k}{name}");
        assert!((0..4).any(|k| text.contains(&whole(k))), "{name}: {text}");
    }
    assert!(!text.contains("_mul_add("), "{text}");
    let pairs = NUMBERS.iter().flat_map(|a| NUMBERS.map(|b| (*a, b)));
    let (a, b): (Vec<f32>, Vec<f32>) = pairs.unzip();
    let bits = |all: &[f32]| Contents::Words(all.iter().map(|x| x.to_bits()).collect());
    // Whole workgroups: reads past the numbers return zero.
    let groups = a.len().div_ceil(64);
    let buffers = vec![
        Contents::Zeros(1),
        bits(&a),
        bits(&b),
        Contents::Zeros(groups * 64 * 4),
    ];
    let launch = Launch::single(&programs[0], [groups as u32, 1, 1], buffers);
    let expected = run_launch(&programs, &launch, &Options::default()).expect("words");
    let loaded = native.load_programs(&programs).expect("it loads");
    assert_eq!(loaded.run(&launch), Ok(expected.clone()));
    let results = expected.last().expect("the results");
    for (k, (a, b)) in a.iter().zip(&b).enumerate() {
        let expected_bits = a * b - 1.0;
        let actual = f32::from_bits(results[4 * k]);
        let same = expected_bits.to_bits() == actual.to_bits()
            || expected_bits.is_nan() && actual.is_nan();
        assert!(
            same,
            "{a:?} * {b:?} - 1 is {expected_bits:?}, not {actual:?}"
        );
    }
}

/// Oracle: the interpreter, which runs the references of the ops of one hardware feature; and the planted fault: the
/// text of another op, as confused function numbers would give.
#[test]
fn program_combines_native_floats_and_hand_written_texts() {
    let catalog = Catalog::linked().expect("a catalog");
    let native = profile_of_lavapipe("native");
    let programs = valid(vec![with_products()], &catalog, &Limits::WEBGPU);
    // The suite queries this before it loads: a hand-written text is not a lack where only an op alone has to be
    // native.
    assert_eq!(missing_hardware(&programs[0], native), None);
    let text = native.program_text(&programs[0]).expect("a text");
    for once in ["fn native_0_mul(", "dot4I8Packed(", "dot4U8Packed("] {
        assert_eq!(text.matches(once).count(), 1, "{once}: {text}");
    }
    let word = |n: u32| n.wrapping_mul(0x9e37_79b1) ^ (n << 27);
    let words = |salt: u32| Contents::Words((0..256).map(|n| word(n ^ salt)).collect());
    let buffers = vec![words(0), words(0x3333), Contents::Zeros(4 * 256)];
    let launch = Launch::single(&programs[0], [4, 1, 1], buffers);
    let expected = run_launch(&programs, &launch, &Options::default()).expect("words");
    let loaded = native.load_programs(&programs).expect("it loads");
    assert_eq!(loaded.run(&launch).expect("words"), expected);
    let exchanged = text.replace("dot4I8Packed(a, b)", "i32(dot4U8Packed(a, b))");
    assert_ne!(exchanged, text);
    let wrong = native.load_texts(vec![(programs[0].clone(), exchanged)]);
    assert_ne!(
        wrong.expect("it compiles").run(&launch).expect("words"),
        expected
    );
}

/// Oracle: the interpreter, on generated inputs at two workgroup sizes.
#[test]
#[ignore = "a long run: seconds"]
fn engines_agree_with_the_interpreter() {
    runs_engines(profile_of_lavapipe("native"));
}
