//! Hand-written kernels in the profile of native floats: the programs that they replace, and their results where an
//! adapter's instructions are right for the given operands.

use vyre_conform_c::CBackend;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{EngineDef, Input, Plan, SIZES};
use vyre_conform_runtime::ir::{Library, Module, OpBody};
use vyre_conform_runtime::kernel_text::kernels;
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_spec::TextTarget;
use vyre_conform_suite::backend::{Backend, NativeCall, hand_written_kernel, native_calls};
use vyre_conform_wgpu::WgpuBackend;

/// The size that the kernels are written for.
pub(super) const SIZE: u32 = 256;

pub(super) fn engine(catalog: &Catalog, name: &str) -> &'static EngineDef {
    let def = catalog.find_engine(name);
    def.expect("an engine of the library")
}

/// Oracle: the declarations: each kernel replaces one program of its engine at its size, for any shape, and none at
/// another size.
#[test]
fn kernels_replace_programs_of_their_size() {
    let catalog = Catalog::linked().expect("a catalog");
    for (name, program, targets) in [
        (
            "engine::matmul_fma_chain_tiled",
            "fma_chain_tiled",
            &["wgsl", "c"][..],
        ),
        (
            "engine::matmul_exact_residues",
            "products_of_residues",
            &["cuda"],
        ),
        (
            "engine::matmul_exact_dot4",
            "products_of_residues",
            &["cuda"],
        ),
    ] {
        let engine = engine(&catalog, name);
        for size in SIZES {
            // Tiles that cover the matrices give a different program for the residues.
            let whole = integers([256, 128, 8], [0, 0], 0);
            let inputs = (0..8).map(|n| (engine.inputs)(n)).chain([whole]);
            let mut observed = 0;
            for input in inputs {
                let plan = (engine.plan)(&input, size);
                let mut own = plan.programs.iter().filter(|own| own.name == program);
                // A plan with few elements has no residues.
                let Some(own) = own.next() else { continue };
                observed += 1;
                let actual = kernels(own);
                let actual: Vec<&str> = actual.iter().map(|(item, _)| item.target.key()).collect();
                let expected: &[&str] = if size == SIZE { targets } else { &[] };
                assert_eq!(actual, expected, "{name} {size} {:?}", input.columns[0]);
                // No hand-written kernel exists for another program of that name.
                let mut other = own.clone();
                other.entry.body.pop();
                assert!(kernels(&other).is_empty(), "{name}");
            }
            assert!(observed > 4, "{name} {size}: {observed}");
        }
    }
    let strict = engine(&catalog, "engine::matmul_strict_tiled");
    let plan = (strict.plan)(&(strict.inputs)(0), SIZE);
    assert!(plan.programs.iter().all(|own| kernels(own).is_empty()));
}

/// The library with another function under the id of the fused multiply-add.
struct OtherLibrary {
    catalog: Catalog,
    other: Module,
}

impl Library for OtherLibrary {
    fn find(&self, id: &str) -> Option<OpBody<'_>> {
        match id {
            "f32::mul_add" => Some(OpBody::Inlinable(&self.other)),
            _ => Library::find(&self.catalog, id),
        }
    }
}

/// Oracle: the rule: a kernel replaces a program if the program's ops are those of the library, each of them with a
/// native text is earned, and the backend has the kernel's feature and memory.
#[test]
fn kernel_replaces_a_program_where_its_texts_are_earned() {
    let catalog = Catalog::linked().expect("a catalog");
    let identity = native("llvmpipe").identity();
    let input = integers([256, 128, 8], [0, 0], 0);
    let plan = (engine(&catalog, "engine::matmul_fma_chain_tiled").plan)(&input, SIZE);
    let chain = valid(&plan, &catalog);
    let earned = native_calls(&chain);
    assert_eq!(earned.len(), 1);
    let stands = |program: &ValidProgram, target, backend, earned: &[NativeCall]| {
        hand_written_kernel(program, target, backend, earned).is_some()
    };
    let in_c = |memory| stands(&chain, TextTarget::C, (identity, memory), &earned);
    assert!(in_c(u32::MAX) && in_c(16_800) && !in_c(16_799));
    for target in [TextTarget::Wgsl, TextTarget::C] {
        let backend = (identity, u32::MAX);
        assert!(stands(&chain, target, backend, &earned));
        assert!(!stands(&chain, target, backend, &[]));
    }
    assert!(!stands(
        &chain,
        TextTarget::OpenCl,
        (identity, u32::MAX),
        &earned
    ));
    let op = catalog.find("f32::mul_add").expect("an op");
    let body = op.module().as_ref().expect("a body");
    let mut other = body.module().clone();
    other.functions[other.entry.0 as usize].name.push_str("_2");
    let renamed = OtherLibrary { catalog, other };
    let linked = validate_program(plan.programs[0].clone(), &renamed, &Limits::WEBGPU);
    let linked = linked.expect("a valid program");
    let calls = native_calls(&linked);
    assert!(calls.is_empty());
    assert!(!stands(
        &linked,
        TextTarget::C,
        (identity, u32::MAX),
        &calls
    ));

    let catalog = renamed.catalog;
    let plan = (engine(&catalog, "engine::matmul_exact_dot4").plan)(&input, SIZE);
    let mut own = plan.programs.into_iter();
    let own = own.find(|own| own.name == "products_of_residues");
    let residues = validate_program(own.expect("residues"), &catalog, &Limits::WEBGPU);
    let residues = residues.expect("a valid program");
    let mut gpu = identity.clone();
    gpu.features.push("integer_matrix_product".to_owned());
    let in_cuda = |backend| stands(&residues, TextTarget::Cuda, backend, &[]);
    assert!(in_cuda((&gpu, 52_224)) && !in_cuda((&gpu, 52_223)));
    assert!(!in_cuda((identity, u32::MAX)));
}

/// A product whose operands are small integers times powers of two, so that no step rounds: a multiply-add with two
/// roundings gives the same result.
pub(super) fn integers(shape: [u32; 3], exponents: [i32; 2], seed: u32) -> Input {
    let [rows, columns, inner] = shape;
    let number = |position: u32, exponent: i32| {
        let r = (position ^ seed).wrapping_mul(0x9E37_79B9).rotate_left(13);
        let r = r.wrapping_mul(0x85EB_CA6B) >> 9;
        // An eighth of them are zeros of either sign.
        let whole = (r % 16) as f32 - 8.0;
        let whole = if whole == 0.0 && r & 32 > 0 {
            -0.0
        } else {
            whole
        };
        (whole * 2f32.powi(exponent)).to_bits()
    };
    let a = (0..rows * inner).map(|position| number(position, exponents[0]));
    let b = (0..inner * columns).map(|position| number(position + 1_000_000, exponents[1]));
    Input {
        columns: vec![vec![rows, columns, inner], a.collect(), b.collect()],
    }
}

/// The inputs: whole and ragged tiles, no products at all, ragged parts; numbers that stay normal, others whose
/// products or operands are subnormal, and infinities and NaN.
fn inputs() -> Vec<Input> {
    let mut all = vec![
        integers([128, 128, 16], [0, 0], 1),
        integers([130, 259, 37], [-40, -36], 2),
        integers([129, 70, 9], [-70, -66], 3),
        integers([5, 300, 20], [-149, 60], 4),
        integers([3, 4, 0], [0, 0], 5),
        integers([1, 1, 1], [100, -60], 6),
        integers([7, 17, 300], [3, -2], 10),
    ];
    let mut special = integers([131, 131, 24], [0, 0], 7);
    special.columns[1][30] = f32::INFINITY.to_bits();
    special.columns[2][700] = 0xffc0_1234;
    all.push(special);
    // Sums that become infinite, and operands that end before the shape does: missing elements are +0.
    all.push(integers([40, 130, 12], [100, 24], 8));
    for ends in [[1, 1], [40, 700], [0, 0]] {
        let mut short = integers([20, 140, 9], [0, 0], 9);
        short.columns[1].truncate(ends[0]);
        short.columns[2].truncate(ends[1]);
        all.push(short);
    }
    // Two products that cancel down to a number below the least normal one, with exponent fields that sum to 150.
    let tiny = |fraction: u32, field: u32| field << 23 | fraction;
    all.push(Input {
        columns: vec![
            vec![1, 1, 2],
            vec![tiny(1, 75), 1 << 31 | tiny(0, 75)],
            vec![tiny(0, 75); 2],
        ],
    });
    all
}

/// The only program of a plan.
pub(super) fn valid(plan: &Plan, catalog: &Catalog) -> ValidProgram {
    let [program] = &plan.programs[..] else {
        panic!("a product by tiles is one program")
    };
    validate_program(program.clone(), catalog, &Limits::WEBGPU).expect("a valid program")
}

/// The first input for which the product by this text differs from the reference's.
fn first_wrong_input(backend: &WgpuBackend, change: &dyn Fn(String) -> String) -> Option<usize> {
    let catalog = Catalog::linked().expect("a catalog");
    let engine = engine(&catalog, "engine::matmul_fma_chain_tiled");
    let reference = engine.reference.expect("a reference");
    inputs().iter().position(|input| {
        let plan = (engine.plan)(input, SIZE);
        let program = valid(&plan, &catalog);
        let text = backend.unearned_kernel(&program).expect("a kernel");
        let loaded = backend.load_texts(vec![(program, change(text))]);
        let words = loaded.expect("it compiles").run(&plan.launch);
        (plan.decode)(input, &words.expect("words")) != reference(input)
    })
}

/// An adapter in the profile, by a part of its name.
pub(super) fn native(name: &str) -> &'static WgpuBackend {
    let _ = vyre_conform_wgpu::required();
    let mut all = vyre_conform_wgpu::adapters().profiles.iter();
    let actual = all.find(|b| {
        let slug = &b.identity().slug;
        slug.contains(name) && slug.ends_with("+native")
    });
    actual.unwrap_or_else(|| panic!("this test needs {name} among the adapters"))
}

/// Oracle: the reference. Planted: a step with another row, a part that is used too early, a sum that is stored
/// elsewhere.
#[test]
fn hand_written_chain_agrees_where_no_step_rounds() {
    let lavapipe = native("llvmpipe");
    assert_eq!(first_wrong_input(lavapipe, &|text| text), None);
    for (from, to) in [
        ("vec4<f32>(a_3_1.z)", "vec4<f32>(a_3_1.w)"),
        ("at < arrayLength(&b)", "true"),
        (
            "store(row_of(5u), column + 8u",
            "store(row_of(5u), column + 9u",
        ),
        ("vec4<f32>(zero)", "vec4<f32>(1.0)"),
        (
            "if normal && all(largest < vec4<u32>(0x7f800000u))",
            "if true",
        ),
    ] {
        let planted = |text: String| {
            assert!(text.contains(from), "{from}");
            text.replacen(from, to, 1)
        };
        assert!(first_wrong_input(lavapipe, &planted).is_some(), "{from}");
    }
}

/// Oracle: the reference, on an adapter that flushes subnormal results but not subnormal operands. Planted: sums with
/// unchecked exponents.
#[test]
fn hand_written_chain_leaves_subnormals_to_the_op() {
    let flushing = native("swiftshader");
    assert_eq!(first_wrong_input(flushing, &|text| text), None);
    let min = |fields: &'static str| {
        move |text: String| {
            assert!(text.contains(">= 175.0"), "another bound");
            text.replace(">= 175.0", fields)
        }
    };
    assert_eq!(first_wrong_input(flushing, &min(">= 0.0")), Some(2));
    // Products are rounded there, so that the result of cancellation is not as small as possible.
    assert_eq!(first_wrong_input(flushing, &min(">= 150.0")), Some(12));
    assert_eq!(first_wrong_input(flushing, &min(">= 151.0")), None);
}

/// A fused multiply-add that flushes subnormal numbers.
fn flushing(a: f32, b: f32, c: f32) -> f32 {
    let flushed = |x: f32| if x.is_subnormal() { 0.0 * x } else { x };
    flushed(flushed(a).mul_add(flushed(b), flushed(c)))
}

/// Oracle: the standard library: if the exponent fields sum to 174, one less than the kernel requires, chains match the
/// definition, with results in the least binade at the least; if they sum to 173, they do not.
#[test]
fn chains_of_large_exponents_meet_no_subnormal_number() {
    let number = |fields: u32, k: u32| {
        let r = k
            .wrapping_mul(0x9E37_79B9)
            .rotate_left(15)
            .wrapping_mul(0x85EB_CA6B);
        // A few fields above the least one, and few bits, so that sums cancel.
        let fraction = [0, 1, 0x40_0000, r & 0x7f_ffff][(r >> 28) as usize % 4];
        f32::from_bits(r & 1 << 31 | (fields + (r >> 24) % 3) << 23 | fraction)
    };
    for a in [1, 24, 87, 150, 173] {
        for chain in 0..2000 {
            let (mut expected, mut actual) = (0.0_f32, 0.0_f32);
            for k in 0..24 {
                let at = chain * 48 + 2 * k;
                let (x, y) = (number(a, at), number(174 - a, at + 1));
                expected = x.mul_add(y, expected);
                actual = flushing(x, y, actual);
                assert_eq!(expected.to_bits(), actual.to_bits(), "{a} {chain}");
                assert!(expected == 0.0 || !expected.is_subnormal());
            }
        }
    }
    // (1 + u)^2 - (1 + 2u) is u^2, for u = 2^-23.
    let u = f32::EPSILON;
    for (fields, differs) in [(173, true), (174, false)] {
        let [x, y] = [fields / 2, fields - fields / 2].map(|field| f32::from_bits(field << 23));
        let chain = |step: fn(f32, f32, f32) -> f32| {
            let first = step(-x * (1.0 + 2.0 * u), y, 0.0);
            step(x * (1.0 + u), y * (1.0 + u), first)
        };
        let same = chain(f32::mul_add).to_bits() == chain(flushing).to_bits();
        assert_eq!(same, !differs, "{fields}");
    }
}

/// The first input for which the product on this backend differs from the reference's, among those above and those of
/// the engine.
fn wrong_in_c(backend: &CBackend) -> Option<usize> {
    let catalog = Catalog::linked().expect("a catalog");
    let engine = engine(&catalog, "engine::matmul_fma_chain_tiled");
    let reference = engine.reference.expect("a reference");
    let own = (0..48).map(|n| (engine.inputs)(n));
    inputs().into_iter().chain(own).position(|input| {
        let plan = (engine.plan)(&input, SIZE);
        let loaded = backend.load_programs(&[valid(&plan, &catalog)]);
        let words = loaded.expect("it compiles").run(&plan.launch);
        (plan.decode)(&input, &words.expect("words")) != reference(&input)
    })
}

/// Oracle: the reference. Planted: other operands, lost sums, omitted rows and steps.
#[test]
fn hand_written_chain_in_c_agrees_with_the_reference() {
    let native = || CBackend::open().expect("a C compiler").native();
    assert_eq!(wrong_in_c(&native()), None);
    for (from, to) in [
        (
            "step(left, second, own[row][1])",
            "step(left, first, own[row][1])",
        ),
        ("deep < inner; deep += DEPTH", "deep < DEPTH; deep += DEPTH"),
        ("row += high;", "row += ROWS;"),
        ("j < wide ? from[j] : 0.0f", "from[0]"),
        ("of.bits = 0x7fc00000u;", ";"),
        ("(deep + k) * all + column", "k * all + column"),
        (
            "below < lengths[2] ? b[below] : 0.0f",
            "b[below < lengths[2] ? below : 0]",
        ),
    ] {
        let planted = native().with_fault(from, to);
        assert!(wrong_in_c(&planted).is_some(), "{from}");
    }
}
