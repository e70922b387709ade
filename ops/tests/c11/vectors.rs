//! A program that calls ops on vectors: on the interpreter, lavapipe and `c11`, with the words of the references.

use vyre_conform_harness::backends;
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Node, Operand, Program, Type};
use vyre_conform_runtime::ir::{parse, print, wire};
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_ops::vector::{vec2, vec4};

/// The number of vectors in a buffer.
const LEN: usize = 150;

/// For every `i` the lanes of `a[i] + b[i]` rotated by one, and a vector from four ops: vectors and words as operands
/// and results, from buffers, from other calls and composed at the call.
fn program() -> Program {
    let mut k = Kernel::new("vectors", [64, 1, 1]);
    let [a, b] = ["a", "b"].map(|name| k.read_only(name, Type::Vec4));
    let pairs = k.read_only("pairs", Type::Vec2);
    let [turned, mixed] = ["turned", "mixed"].map(|name| k.read_write(name, Type::Vec4));
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.when(i.less(turned.len()), |k| {
        let sum = k.call("vec4::add", vec![a.at(i), b.at(i)], Type::Vec4);
        let left = k.call("vec4::rotate_lanes_left", vec![sum.into()], Type::Vec4);
        k.store(turned, i, left);
        let ends = Expr::compose(vec![left.lane(0), left.lane(3)]);
        let shifted = k.call("vec2::shl", vec![pairs.at(i), ends], Type::Vec2);
        let dot = k.call("vec2::dot", vec![shifted.into(), pairs.at(i)], Type::U32);
        let same = k.call("vec4::all_equal", vec![a.at(i), b.at(i)], Type::U32);
        let lanes = vec![shifted.lane(1), shifted.lane(0), dot.into(), same.into()];
        k.store(mixed, i, Expr::compose(lanes));
    });
    k.finish()
}

fn valid(program: Program) -> Result<ValidProgram, String> {
    let catalog = Catalog::linked().expect("the library");
    let valid = validate_program(program, &catalog, &Limits::WEBGPU);
    valid.map_err(|broken| broken.iter().map(|one| format!("{one}\n")).collect())
}

/// Words without a pattern; every fifth vector of `b` equals that of `a`.
fn inputs() -> [Vec<u32>; 3] {
    let word = |n: u32, salt: u32| (n ^ salt).wrapping_mul(0x9e37_79b1).rotate_left(n % 31);
    let words = |len: usize, salt| (0..len as u32).map(|n| word(n, salt)).collect::<Vec<_>>();
    let a = words(4 * LEN, 1);
    let mut b = words(4 * LEN, 0x5555);
    for index in (0..4 * LEN).filter(|index| index / 4 % 5 == 0) {
        b[index] = a[index];
    }
    [a, b, words(2 * LEN, 0x0123_4567)]
}

fn launch(valid: &ValidProgram) -> Launch {
    let buffers = inputs().map(Contents::Words).into_iter();
    let written = [4 * LEN; 2].map(Contents::Zeros);
    Launch::single(valid, [3, 1, 1], buffers.chain(written).collect())
}

/// The results of the ops' references, as compiled by rustc.
fn expected_results() -> Vec<Vec<u32>> {
    let [a, b, pairs] = inputs();
    let four = |words: &[u32], i: usize| [0, 1, 2, 3].map(|lane| words[4 * i + lane]);
    let (mut rotated, mut mixed) = (vec![], vec![]);
    for i in 0..LEN {
        let left = vec4::rotate_lanes_left(vec4::add(four(&a, i), four(&b, i)));
        let pair = [pairs[2 * i], pairs[2 * i + 1]];
        let shifted = vec2::shl(pair, [left[0], left[3]]);
        let same = vec4::all_equal(four(&a, i), four(&b, i));
        rotated.extend(left);
        mixed.extend([shifted[1], shifted[0], vec2::dot(shifted, pair), same]);
    }
    vec![rotated, mixed]
}

fn interpreted(valid: &ValidProgram) -> Vec<Vec<u32>> {
    run_launch(
        std::slice::from_ref(valid),
        &launch(valid),
        &Options::default(),
    )
    .expect("words")
}

/// Oracle: the references of the ops, as compiled by rustc.
#[test]
fn ops_on_vectors_are_called_with_their_lanes() {
    let valid = valid(program()).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!(interpreted(&valid), expected_results());
    assert!(
        (0..LEN).any(|i| expected_results()[1][4 * i + 3] == 1),
        "equal vectors"
    );
    let adapters = backends::selected("llvmpipe,c11").expect("both");
    assert_eq!(adapters.list.len(), 2);
    for backend in adapters.list {
        let loaded = backend.load_programs(std::slice::from_ref(&valid));
        let words = loaded.expect("it compiles").run(&launch(&valid));
        assert_eq!(
            words.expect("words"),
            expected_results(),
            "{}",
            backend.identity().slug
        );
    }
    let printed = print::program(valid.program());
    assert_eq!(
        parse::program(&printed).as_ref(),
        Ok(valid.program()),
        "{printed}"
    );
    let bytes = wire::encode(valid.program()).expect("bytes");
    assert_eq!(wire::decode(&bytes).as_ref(), Ok(valid.program()));
}

/// Oracle: the references: exchanging two lanes of an argument or result is a fault in every call with vectors, except
/// for operands whose order does not matter.
#[test]
fn exchanged_lanes_are_found() {
    let calls =
        |program: &mut Program, number: usize, change: &dyn Fn(&mut Vec<Expr>, &mut Vec<_>)| {
            let Some(Node::If { then, .. }) = program.entry.body.last_mut() else {
                panic!("the program ends with its branch");
            };
            let mut calls = then.iter_mut().filter_map(|node| match node {
                Node::Call { args, results, .. } => Some((args, results)),
                _ => None,
            });
            let (args, results) = calls.nth(number).expect("a call");
            change(args, results);
        };
    for number in 0..5 {
        let mut wrong = program();
        calls(&mut wrong, number, &|args, _| args.swap(0, 1));
        let wrong = valid(wrong).expect("it is valid");
        assert_ne!(
            interpreted(&wrong),
            expected_results(),
            "arguments of call {number}"
        );
    }
    for number in 0..3 {
        let mut wrong = program();
        calls(&mut wrong, number, &|_, results| results.swap(0, 1));
        let wrong = valid(wrong).expect("it is valid");
        assert_ne!(
            interpreted(&wrong),
            expected_results(),
            "results of call {number}"
        );
    }
}

/// Oracle: a text with one wrong lane.
#[test]
fn a_wrong_lane_of_the_text_is_found() {
    let valid = valid(program()).unwrap_or_else(|broken| panic!("{broken}"));
    let words = |backend: vyre_conform_c::CBackend| {
        use vyre_conform_suite::backend::Backend;
        let loaded = backend.load_programs(std::slice::from_ref(&valid));
        loaded
            .expect("it compiles")
            .run(&launch(&valid))
            .expect("words")
    };
    assert_eq!(words(super::c11()), expected_results());
    let wrong = words(super::c11().with_fault(".z", ".y"));
    assert!(wrong != expected_results());
}

/// Oracle: rules V032 and V034: mismatched vectors are refused, with the op and the remedy.
#[test]
fn vectors_that_do_not_fit_are_refused() {
    let refused = |id: &str, args: &[Type], result: Type, rule: &str, message: &str| {
        let mut k = Kernel::new("wrong", [1, 1, 1]);
        let args = args.iter().map(|ty| {
            let of = k.read_only(&format!("of{}", ty.name()), *ty);
            of.at(0)
        });
        let args = args.collect();
        k.call(id, args, result);
        let broken = valid(k.finish()).expect_err("refused");
        let has = broken.contains(rule) && broken.contains(message);
        assert!(has, "{broken}");
        assert!(
            broken.contains("; an op has one for each lane of a vector"),
            "{broken}"
        );
    };
    use Type::{Bool, U32, U64, Vec2, Vec4};
    refused(
        "vec4::add",
        &[Vec4, Vec2],
        Vec4,
        "V032",
        "`add` has 8 arguments, the call has 6",
    );
    refused(
        "vec4::sum",
        &[Vec2, U64],
        U32,
        "V032",
        "`sum` has 4 arguments, the call has 3",
    );
    refused(
        "vec4::sum",
        &[Vec4],
        Vec2,
        "V032",
        "`sum` has 1 results, the call has 2",
    );
    refused(
        "vec2::sum",
        &[Vec2],
        Bool,
        "V032",
        "result 0 of `sum` is a u32, the call has a bool",
    );
    refused(
        "u64::add",
        &[Vec2],
        U64,
        "V032",
        "argument 0 of `add` is a u64, the call has a u32",
    );
    let mut k = Kernel::new("wrong", [1, 1, 1]);
    let of = k.read_only("of", Vec4);
    let sum = k.call("vec4::add", vec![of.at(0), of.at(1)], Vec4);
    k.call("vec2::sum", vec![sum.lane(3), sum.lane(4)], U32);
    let broken = valid(k.finish()).expect_err("refused");
    assert!(
        broken.contains("V034") && broken.contains("a vec4 has no lane 4"),
        "{broken}"
    );
}
