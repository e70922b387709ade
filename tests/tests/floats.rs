//! Floats from outside: no shader has a value of a float type, and programs carry floats as bits.

use vyre_conform_runtime::backend::{Backend, Code, OpCode};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::half;
use vyre_conform_runtime::interp::{self, Options};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Program, Type};
use vyre_conform_runtime::lower;
use vyre_conform_runtime::spec::Track;
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_runtime::wire;
use vyre_conform_tests::adapters;
use vyre_ops as _;

/// Words of WGSL that name a float type, or a cast of bits that may go through one.
fn float_words(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let is_float = |word: &&str| matches!(*word, "f32" | "f16" | "bitcast" | "vec2f" | "vec4f");
    words.filter(is_float).collect()
}

/// Oracle: the strict float rules: even a cast of bits may flush, so that buffers and values are u32.
#[test]
fn no_shader_has_a_float() {
    assert_eq!(float_words("let x = bitcast<f32>(a);"), ["bitcast", "f32"]);
    assert_eq!(
        float_words("fn to_f32(a: u32) -> u32 { return a; }"),
        [""; 0]
    );
    let catalog = Catalog::linked().expect("a catalog");
    let ops = catalog.ops().iter();
    let floats: Vec<_> = ops
        .filter(|op| op.def.op.track() != Track::Integer)
        .collect();
    assert!(floats.len() > 30, "{} float ops", floats.len());
    for op in floats {
        let id = op.def.id;
        let module = op
            .module()
            .as_ref()
            .unwrap_or_else(|e| panic!("{id}: {e:?}"));
        let code = OpCode::of(op.def, module, op.correction());
        let Code::Module(module) = code.code else {
            panic!("{id} is no text");
        };
        let text = lower::functions(module, &code.signature, code.name);
        assert_eq!(float_words(&text), [""; 0], "{id}:\n{text}");
    }
}

/// `sums[i] = f32::add(a[i], b[i])`, and both halves of `pairs[i]` to `f32` and their sum to bf16, in the
/// low half of `narrow[i]`.
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
    let catalog = Catalog::linked().expect("a catalog");
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
    let found = interp::run_launch(&[valid()], &launch, &Options::default());
    assert_eq!(found.as_ref(), Ok(&expected));
    assert_eq!(float_words(&lower::program(&program)), [""; 0]);
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
