//! Plain WGSL floats are refuted on an NVIDIA adapter: the counterexamples of the kept certificate are still valid, and
//! where such an adapter is present the suite's cases still find the faults.

use crate::cases::operand;
use std::collections::BTreeSet;
use vyre_conform_certificate::certificate::{Counterexample, parse};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_suite::backend::{Backend, Code, OpCode, Operand};
use vyre_conform_wgpu::WgpuBackend;
use vyre_ops::float::soft::binary32::INFINITY;

const CERTIFICATE: &[u8] =
    include_bytes!("../../certificates/nvidia-h200-580.159.04.float-plain-wgsl.json.zst");

/// A fault of plain floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    /// A subnormal result is a zero.
    FlushedResult,
    /// A subnormal operand is flushed, and the result differs from the expected number or truth value.
    FlushedOperand,
    /// A compiler that treats floats as real numbers has folded: 0 times infinity is 0.
    Folded,
    /// At most two units from the nearest number.
    NotNearest,
    /// Another wrong result, such as a NaN or the sign of a zero.
    Other,
}

/// The bits of the exponent of a float type.
fn infinity(ty: &str) -> Option<u32> {
    match ty {
        "f32" => Some(INFINITY),
        "f16" => Some(0x7c00),
        _ => None,
    }
}

fn fault(ty: (&str, &str), operands: &[u32], expected: u32, actual: u32) -> Fault {
    let exponent = infinity(ty.0).expect("a float operand");
    let least_normal = exponent & exponent.wrapping_neg();
    let sign = exponent + least_normal;
    let subnormal = |a: &u32| a & exponent == 0 && a & (least_normal - 1) != 0;
    let is_float = infinity(ty.1).is_some();
    if is_float && subnormal(&expected) && actual & !sign == 0 {
        return Fault::FlushedResult;
    }
    if is_float && actual & !sign != 0 && expected.abs_diff(actual) <= 2 {
        return Fault::NotNearest;
    }
    if operands.iter().any(subnormal) {
        return Fault::FlushedOperand;
    }
    if is_float && expected & !sign > exponent && actual & !sign == 0 {
        Fault::Folded
    } else {
        Fault::Other
    }
}

fn words(text: &[String]) -> Vec<u32> {
    let word = |t: &String| u32::from_str_radix(t.trim_start_matches("0x"), 16);
    text.iter().map(|t| word(t).expect("a word")).collect()
}

/// The fault of a counterexample of parity, after its values are computed again; `None` for a counterexample of a law
/// or row, which has only operands. An error if the values are not a counterexample.
fn fault_of_counterexample(
    op: &Op,
    counterexample: &Counterexample,
) -> Result<Option<Fault>, String> {
    let (Some(expected), Some(actual)) = (&counterexample.expected, &counterexample.found) else {
        return Ok(None);
    };
    let operands: Vec<u32> = counterexample
        .inputs
        .iter()
        .flat_map(|v| words(&v.words))
        .collect();
    let mut requested = [0];
    (op.def.op.scalar)(&operands, &mut requested);
    let (case, actual) = (format!("{}({operands:08x?})", op.def.id), words(actual));
    if words(&expected.words) != requested {
        return Err(format!("{case} is {requested:08x?}, and not {expected:?}"));
    }
    if actual == requested {
        return Err(format!("{case} is not a counterexample"));
    }
    let ty = (&*counterexample.inputs[0].ty, &*expected.ty);
    Ok(Some(fault(ty, &operands, requested[0], actual[0])))
}

/// The ops whose plain text was wrong on an H200, except for those of 16 bits.
const REFUTED: [&str; 15] = [
    "f32::abs",
    "f32::add",
    "f32::div",
    "f32::eq",
    "f32::ge",
    "f32::gt",
    "f32::le",
    "f32::lt",
    "f32::max",
    "f32::min",
    "f32::mul",
    "f32::mul_add",
    "f32::neg",
    "f32::sqrt",
    "f32::sub",
];

/// Oracle: the references, evaluated here; the results of an H200 in the certificate.
#[test]
fn counterexamples_of_plain_floats_are_genuine() {
    let catalog = Catalog::linked().expect("a catalog");
    let evidence = parse(CERTIFICATE).expect("readable").evidence;
    assert_eq!(evidence.profile.floats.name(), "plain WGSL");
    let (mut refuted, mut faults, mut count) = (BTreeSet::new(), BTreeSet::new(), 0);
    for evidence_op in &evidence.ops {
        let op = catalog.find(&evidence_op.id).expect("a registered op");
        for counterexample in evidence_op
            .parts
            .iter()
            .filter_map(|p| p.counterexample.as_ref())
        {
            let checked = fault_of_counterexample(op, counterexample);
            let Some(fault) = checked.unwrap_or_else(|e| panic!("{e}")) else {
                continue;
            };
            count += 1;
            refuted.insert(&*evidence_op.id);
            faults.insert((&*evidence_op.id, fault));
        }
    }
    assert!(count >= 100, "{count} counterexamples with values");
    let missing: Vec<_> = REFUTED
        .iter()
        .filter(|id| !refuted.contains(**id))
        .collect();
    assert!(missing.is_empty(), "{missing:?} are not refuted");
    for part in [
        ("f32::mul", Fault::FlushedResult),
        ("f32::eq", Fault::FlushedOperand),
        ("f32::sqrt", Fault::FlushedOperand),
        ("f32::div", Fault::FlushedOperand),
        ("f32::mul", Fault::Folded),
        ("f16::sqrt", Fault::NotNearest),
    ] {
        assert!(faults.contains(&part), "{part:?} is not among {faults:?}");
    }
}

/// Oracle: the reference: a counterexample with edited values is refused.
#[test]
fn an_edited_counterexample_is_refused() {
    let catalog = Catalog::linked().expect("a catalog");
    let evidence = parse(CERTIFICATE).expect("readable").evidence;
    let counterexample = evidence.ops.iter().find(|op| op.id == "f32::mul");
    let mut parts = counterexample.expect("listed").parts.iter();
    let kept = parts.find_map(|p| p.counterexample.clone().filter(|c| c.found.is_some()));
    let kept = kept.expect("a counterexample");
    let op = catalog.find("f32::mul").expect("registered");
    assert!(matches!(fault_of_counterexample(op, &kept), Ok(Some(_))));
    let edits: [fn(&mut Counterexample); 3] = [
        |c| c.found = c.expected.as_ref().map(|v| v.words.clone()),
        |c| c.expected.as_mut().expect("a value").words = vec!["0x00000005".into()],
        |c| c.inputs[0].words = vec!["0x3f800003".into()],
    ];
    for (k, edit) in edits.iter().enumerate() {
        let mut edited = kept.clone();
        edit(&mut edited);
        assert!(fault_of_counterexample(op, &edited).is_err(), "edit {k}");
    }
}

/// The number of these operand sets for which a backend's result differs from the reference; all numbers are normal.
fn off(
    backend: &WgpuBackend,
    op: &Op,
    code: &OpCode<'_>,
    expected: impl Fn(&[u32]) -> u32,
) -> usize {
    let arity = op.def.op.signature.operands.len();
    let near = |n: u64| 0x3f80_0000 | operand(n) & 0x003f_ffff;
    let column = |k: usize| (0..1 << 18).map(|n| near(4 * n + k as u64)).collect();
    let columns: Vec<Vec<u32>> = (0..arity).map(column).collect();
    let operands: Vec<Operand<'_>> = columns.iter().map(|c| Operand::Storage(c)).collect();
    let loaded = backend.load(code).expect("a text that compiles");
    let actual = loaded.run(&operands, columns[0].len()).expect("results");
    let wrong = |(case, actual): &(usize, u32)| {
        let operands: Vec<u32> = columns.iter().map(|c| c[*case]).collect();
        expected(&operands) != *actual
    };
    actual.into_iter().enumerate().filter(wrong).count()
}

/// Oracle: the references; the measurements in docs/results/floats.md: for plain WGSL on an NVIDIA adapter some
/// quotients and roots of normal numbers are not the nearest, and products and sums are contracted; lavapipe computes
/// with the processor.
#[test]
fn an_nvidia_adapter_is_refuted_with_plain_floats() {
    let catalog = Catalog::linked().expect("a catalog");
    for device in vyre_conform_wgpu::required() {
        let slug = &device.identity().slug;
        let counted = |description: &str, wrong: usize| {
            if slug.starts_with("nvidia") {
                assert!(
                    wrong > 1000,
                    "{slug}: {description}: {wrong} of 2^18 are off"
                );
            } else if slug.starts_with("llvmpipe") {
                assert_eq!(wrong, 0, "{slug}: {description}");
            }
        };
        let name = format!("{slug}+wgsl");
        let mut profiles = vyre_conform_wgpu::adapters().profiles.iter();
        let plain = profiles.find(|b| b.identity().slug == name);
        let plain = plain.expect("every adapter has the profile");
        for id in ["f32::div", "f32::sqrt"] {
            let op = catalog.find(id).expect("registered");
            let module = op.module().as_ref().expect("a module");
            let code = OpCode::of(op.def, module, op.correction());
            let expected = |operands: &[u32]| {
                let mut expected = [0];
                (op.def.op.scalar)(operands, &mut expected);
                expected[0]
            };
            counted(id, off(plain, op, &code, expected));
        }
        let op = catalog.find("f32::mul_add").expect("registered");
        let contracted = OpCode {
            name: "sum",
            code: Code::wgsl(
                "fn sum(a: u32, b: u32, c: u32) -> u32 {
    return bitcast<u32>(bitcast<f32>(a) * bitcast<f32>(b) + bitcast<f32>(c));
}",
            ),
            ..OpCode::of(op.def, op.module().as_ref().expect("a module"), None)
        };
        let twice = |x: &[u32]| {
            let [a, b, c] = [x[0], x[1], x[2]].map(f32::from_bits);
            (a * b + c).to_bits()
        };
        counted("a * b + c", off(device, op, &contracted, twice));
    }
}
