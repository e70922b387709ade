//! Floats from outside: no shader contains a value of a float type, and programs carry floats as bits.

mod values;

use std::collections::BTreeSet;
use values::float_values;
use vyre_conform_interp::{self as interp, Options};
use vyre_conform_lower::{self as lower, OperandSource};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::generate;
use vyre_conform_runtime::half;
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Program, Type};
use vyre_conform_runtime::spec::Track;
use vyre_conform_runtime::valid::{Limits, Valid, ValidProgram, validate_program};
use vyre_conform_runtime::wire;
use vyre_conform_suite::backend::{Backend, Code, OpCode};
use vyre_conform_tests::adapters;
use vyre_ops as _;

/// Every text of the suite's shaders with this op, one for each source of the operands.
fn shaders(id: &str, code: &OpCode<'_>, module: &Valid) -> Vec<String> {
    let functions = lower::functions(module, &code.signature, code.name);
    let types = code.signature.operands;
    let values = generate::case(&*generate::edges(types), 0);
    let literals: Vec<OperandSource> = values.into_iter().map(OperandSource::Literal).collect();
    assert_eq!(literals.len(), types.len(), "{id}");
    let places = [
        vec![OperandSource::Storage; types.len()],
        vec![OperandSource::Uniform; types.len()],
        literals,
    ];
    let shader = |sources: &Vec<OperandSource>| {
        lower::op_shader(&functions, code.name, &code.signature, sources, 64, 16)
    };
    places.iter().map(shader).collect()
}

/// Oracle: naga's types, and the strict rules for floats: even a bit cast may flush, so buffers and values are
/// integers.
#[test]
fn no_shader_of_an_op_has_a_float() {
    let catalog = Catalog::linked().unwrap_or_else(|e| panic!("{e}"));
    let ops = catalog.ops().iter();
    let floats: Vec<_> = ops
        .filter(|op| op.def.op.track() != Track::Integer)
        .collect();
    assert!(floats.len() > 100, "{} float ops", floats.len());
    for op in floats {
        let id = op.def.id;
        let module = op
            .module()
            .as_ref()
            .unwrap_or_else(|e| panic!("{id}: {e:?}"));
        let code = OpCode::of(op.def, module, op.correction());
        let Code::Module(module) = code.code else {
            panic!("{id} is not text");
        };
        for text in shaders(id, &code, module) {
            assert_eq!(float_values(&text), [""; 0], "{id}:\n{text}");
        }
    }
}

/// Oracle: naga's types: engines with floats call strict ops and carry bits.
#[test]
#[ignore = "a long run: seconds"]
fn no_program_of_an_engine_has_a_float() {
    let catalog = Catalog::linked().unwrap_or_else(|e| panic!("{e}"));
    let mut of_floats = BTreeSet::new();
    for def in catalog.engines() {
        for (input, size) in (0..4).zip([1, 16, 64, 256]) {
            for program in (def.plan)(&(def.inputs)(input), size).programs {
                let program = validate_program(program, &catalog, &Limits::WEBGPU);
                let program = program.unwrap_or_else(|e| panic!("{}: {e:?}", def.id));
                let text = lower::program(&program);
                assert_eq!(float_values(&text), [""; 0], "{}:\n{text}", def.id);
                let functions = program.module().functions.iter();
                if functions.clone().any(|f| f.name.contains("rounded")) {
                    of_floats.insert(def.id);
                }
            }
        }
    }
    for id in ["engine::freduce_strict", "engine::freduce_tree_binary"] {
        assert!(of_floats.contains(id), "{id} is not in {of_floats:?}");
    }
}

/// `sums[i] = f32::add(a[i], b[i])`; and both halves of `pairs[i]` as `f32`, with their sum as bf16 in the low half of
/// `narrow[i]`.
fn program() -> Program {
    let mut k = Kernel::new("floats", [4, 1, 1]);
    let a = k.read_only("a", Type::F32);
    let b = k.read_only("b", Type::F32);
    let pairs = k.read_only("pairs", Type::F16);
    let sums = k.read_write("sums", Type::F32);
    let narrow = k.read_write("narrow", Type::BF16);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let sum = k.call("f32::add", vec![a.at(i), b.at(i)], Type::F32);
    k.store(sums, i, sum);
    let word = k.bind("word", pairs.at(i));
    let mut half = |shift: u32| {
        let bits = word >> shift;
        k.call("f16::to_f32", vec![Expr::cast(Type::F16, bits)], Type::F32)
    };
    let (low, high) = (half(0), half(16));
    let sum = k.call("f32::add", vec![low.into(), high.into()], Type::F32);
    let rounded = k.call("f32::to_bf16", vec![sum.into()], Type::BF16);
    k.store(narrow, i, Expr::cast(Type::U32, rounded.into()));
    k.finish()
}

fn valid() -> ValidProgram {
    let catalog = Catalog::linked().unwrap_or_else(|e| panic!("{e}"));
    validate_program(program(), &catalog, &Limits::WEBGPU).expect("a valid program")
}

/// Oracle: Rust's f32 and the crate half on the same numbers.
#[test]
fn programs_carry_floats_as_bits() {
    let a = [1.5f32, f32::MAX, -0.0, f32::from_bits(1)];
    let b = [0.25f32, f32::MAX, -0.0, f32::from_bits(2)];
    let halves = [[1.0f32, 2.5], [65504.0, 1.0], [-1.0, 1.0], [6e-8, 0.0]];
    let half = |x: f32| half::f16::from_f32(x);
    let words = |x: [f32; 4]| x.map(f32::to_bits).to_vec();
    let pairs = halves
        .map(|[low, high]| u32::from(half(low).to_bits()) | u32::from(half(high).to_bits()) << 16);
    let sums: Vec<u32> = (0..4).map(|i| (a[i] + b[i]).to_bits()).collect();
    let narrow = halves.map(|[low, high]| {
        let sum = half(low).to_f32() + half(high).to_f32();
        u32::from(half::bf16::from_f32(sum).to_bits())
    });
    let expected = vec![sums, narrow.to_vec()];
    let program = valid();
    let buffers = [words(a), words(b), pairs.to_vec(), vec![0; 4], vec![0; 4]];
    let launch = Launch::single(&program, [1; 3], buffers.map(Contents::Words).into());
    let actual = interp::run_launch(&[valid()], &launch, &Options::default());
    assert_eq!(actual.as_ref(), Ok(&expected));
    assert_eq!(float_values(&lower::program(&program)), [""; 0]);
    for device in adapters() {
        let loaded = device.load_programs(&[valid()]).expect("it loads");
        assert_eq!(
            loaded.run(&launch).expect("it runs"),
            expected,
            "{}",
            device.identity().slug
        );
    }
    let bytes = wire::encode(program.program()).expect("it fits");
    assert_eq!(wire::decode(&bytes).as_ref(), Ok(program.program()));
}
