//! Laws over rows and columns, compared with the host, and with faults planted in the shaders.

use super::{devices, long, op};
use crate::law::Run;
use crate::places::Place;
use crate::shape::{self, Piece};
use crate::stages::{self, Stages};
use crate::{WgpuBackend, condition};
use ValueType::{Bool, I32, U32, U64, Vec2U32, Vec4U32};
use vyre_conform_runtime::generate::{
    OperandAxis, Product, Sequence, SequencePart, Source, Width, Witnesses, exhaustive,
};
use vyre_conform_runtime::registry::{OpRef, op_ref};
use vyre_conform_spec::{ValueType, law};
use vyre_conform_suite::backend::law::plan::{LawPlan, StepId};
use vyre_conform_suite::backend::{Backend, BackendLaw, LawCheck, LawOperand, law as on_any};

fn range(ty: ValueType, first: u32, count: u64, masks: &'static [u32]) -> OperandAxis {
    OperandAxis::Range {
        ty,
        first,
        count,
        masks,
    }
}

/// A law of an op, with at most one other op.
fn request<'a>(
    name: &str,
    variables: &[ValueType],
    subject: (&OpRef, &'a str),
    other: Option<(&OpRef, &'a str)>,
) -> BackendLaw<'a> {
    let form = law::find(name)
        .and_then(|law| law.form(subject.0.signature.operands.len()))
        .unwrap();
    BackendLaw {
        subject: op(subject.0, "f", subject.1),
        params: other
            .map(|(g, text)| LawOperand::Op(Box::new(op(g, "g", text))))
            .into_iter()
            .collect(),
        variables: variables.to_vec(),
        claim: &form.claim,
        predicates: Vec::new(),
    }
}

/// Oracle: the same law term by term, every value through the host's memory.
#[test]
#[ignore = "a long run: seconds"]
fn rows_agree_with_the_host() {
    let mul = op_ref(|a: u32, b: u32| a.wrapping_mul(b));
    let or = op_ref(|a: u32, b: u32| a | b);
    let [mul_text, or_text] =
        ["a * b", "a | b"].map(|e| format!("fn f(a: u32, b: u32) -> u32 {{ return {e}; }}"));
    let [long_mul, long_or] = [&mul_text, &or_text].map(|text| long(text));
    let g_text = "fn g(a: u32, b: u32) -> u32 { return a * b; }";
    let less = op_ref(|a: i32, b: i32| a < b);
    let less_text = "fn f(a: i32, b: i32) -> u32 { return u32(a < b); }";
    let average = op_ref(|a: u64, b: u64| a / 2 + b / 2);
    let average_text = "fn f(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
        let low = (a.x >> 1u) + (b.x >> 1u);
        return vec2<u32>(low | (a.y << 31u), (a.y >> 1u) + (b.y >> 1u));
    }";
    let xor = op_ref(|a: [u32; 4], b: [u32; 4]| std::array::from_fn::<u32, 4, _>(|k| a[k] ^ b[k]));
    let xor_text = "fn f(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> { return a ^ b; }";
    let near = |ty, masks| {
        let axes = vec![
            range(ty, 0xffff_fff0, 37, masks),
            range(ty, 0xfffe, 61, masks),
            range(ty, 0, 131, masks),
        ];
        Product::new(axes).unwrap()
    };
    let words = near(U32, &[1]);
    let mixed = Sequence::new(
        &[U32; 3],
        vec![
            Box::new(Witnesses::new(&[U32; 3], 2, 70_001)),
            Box::new(near(U32, &[1])),
            Box::new(Witnesses::new(&[U32; 3], 3, 999)),
        ],
    );
    let part = SequencePart::new(&mixed, 60_000..330_000);
    let signed = near(I32, &[1]);
    let wide = near(U64, &[0b10]);
    let lanes = near(Vec4U32, &[0b1111]);
    let cases: [(BackendLaw<'_>, &dyn Source); 11] = [
        (
            request("LeftMonotone", &[U32; 3], (&mul, &long_mul), None),
            &words,
        ),
        (
            request(
                "DistributiveOver",
                &[U32; 3],
                (&or, &long_or),
                Some((&mul, g_text)),
            ),
            &mixed,
        ),
        (
            request("Associative", &[U32; 3], (&mul, &mul_text), None),
            &words,
        ),
        (
            request("LeftMonotone", &[U32; 3], (&mul, &mul_text), None),
            &words,
        ),
        (
            request("RightMonotone", &[U32; 3], (&mul, &mul_text), None),
            &part,
        ),
        (
            request("Transitive", &[I32; 3], (&less, less_text), None),
            &signed,
        ),
        (
            request(
                "DistributiveOver",
                &[U32; 3],
                (&or, &or_text),
                Some((&mul, g_text)),
            ),
            &words,
        ),
        (
            request(
                "DistributiveOver",
                &[U32; 3],
                (&mul, &mul_text),
                Some((&mul, g_text)),
            ),
            &mixed,
        ),
        (
            request("Associative", &[U64; 3], (&average, average_text), None),
            &wide,
        ),
        (
            request("LeftMonotone", &[U64; 3], (&average, average_text), None),
            &wide,
        ),
        (
            request("Associative", &[Vec4U32; 3], (&xor, xor_text), None),
            &lanes,
        ),
    ];
    for device in devices() {
        for (n, (law, source)) in cases.iter().enumerate() {
            let shaped = shape::pieces(*source);
            assert!(shaped.iter().any(|piece| piece.shape.is_some()), "{n}");
            for range in [0..source.len(), 61_003..source.len() - 777] {
                let outcome = device.law(law, *source, range.clone()).unwrap();
                let host = on_any::term_by_term(device, law, *source, range.clone()).unwrap();
                assert_eq!(found.tally, host.tally, "law {n}, {range:?}");
            }
        }
    }
}

/// Checks a law over a shape with one of its shaders changed.
fn with_fault(
    device: &WgpuBackend,
    law: &BackendLaw<'_>,
    source: &dyn Source,
    at: Option<StepId>,
    fault: (&str, &str),
) -> Option<LawCheck> {
    let plan = LawPlan::of(law).unwrap();
    let pieces = shape::pieces(source);
    let [piece @ Piece { range, .. }] = &pieces[..] else {
        panic!("one product is one piece")
    };
    let gpu = device.gpu().unwrap();
    let shape = piece.shape.as_ref().map(|(_, shape)| shape);
    let mut stages = Stages::load(&gpu, &plan, shape).unwrap();
    let text = match at {
        Some(id) => stages::text(&plan, &stages.places, id)?.1,
        None => condition::shader(&plan, &stages.places),
    };
    let changed = text.replace(fault.0, fault.1);
    if changed == text {
        return None;
    }
    let pipeline = gpu.pipeline("fault", &changed).unwrap();
    match at {
        Some(id) => stages.ops[id] = Some(pipeline),
        None => stages.condition = pipeline,
    }
    let run = Run {
        gpu: &gpu,
        plan: &plan,
        law,
        source,
        generator: None,
    };
    let mut check = LawCheck::default();
    let done = gpu.guarded(|| run.rounds(&stages, piece, range.clone(), &mut check));
    assert_eq!(done.unwrap(), range.end);
    Some(check)
}

/// Oracle: multiplication distributes over addition and the maximum is monotone, so whatever is
/// found is the fault.
#[test]
fn a_fault_in_an_index_of_a_row_shader_is_caught() {
    let mul = op_ref(|a: u32, b: u32| a.wrapping_mul(b));
    let add = op_ref(|a: u32, b: u32| a.wrapping_add(b));
    let max = op_ref(|a: u32, b: u32| a.max(b));
    let mul_text = "fn f(a: u32, b: u32) -> u32 { return a * b; }";
    let add_text = "fn g(a: u32, b: u32) -> u32 { return a + b; }";
    let max_text = "fn f(a: u32, b: u32) -> u32 { return max(a, b); }";
    let laws = [
        request(
            "DistributiveOver",
            &[U32; 3],
            (&mul, mul_text),
            Some((&add, add_text)),
        ),
        request("RightMonotone", &[U32; 3], (&max, max_text), None),
    ];
    let faults = [
        ("[vyre_row]", "[vyre_row ^ 1u]"),
        ("(vyre_from3[vyre_row] *", "((vyre_from3[vyre_row] ^ 1u) *"),
        ("(vyre_from1[vyre_row] *", "((vyre_from1[vyre_row] ^ 1u) *"),
        ("[vyre_quad *", "[(vyre_quad ^ 1u) *"),
        ("(vyre_r0, vyre_r1", "(vyre_r1, vyre_r0"),
        ("vyre_end = vyre_top + vyre_rows.per", "vyre_end = vyre_top"),
    ];
    let axes = vec![
        range(U32, 1, 40, &[1]),
        range(U32, 7, 60, &[1]),
        range(U32, 3, 256, &[1]),
    ];
    let source = Product::new(axes).unwrap();
    for device in devices() {
        let mut caught = [0; 6];
        for law in &laws {
            let honest = device.law(law, &source, 0..source.len()).unwrap();
            assert!(honest.passed(), "{honest:?}");
            let plan = LawPlan::of(law).unwrap();
            let shape = shape::pieces(&source).remove(0).shape.unwrap().1;
            let places = super::super::places::Places::new(&plan, Some(&shape)).steps;
            let tables = places.iter().filter(|p| matches!(p, Place::Table(_)));
            assert!(tables.count() > 0, "{places:?}");
            for index in (0..plan.steps.len()).map(Some).chain([None]) {
                for (n, fault) in faults.iter().enumerate() {
                    let Some(actual) = with_fault(device, law, &source, index, *fault) else {
                        continue;
                    };
                    // A monotone law also holds between some wrong values, and a comparison without cases finds
                    // nothing: the count of cases is the caller's.
                    let is_silent = at.is_none() && n == 5
                        || found.tally.failures == 0 && law.params.is_empty();
                    assert!(is_silent || found.tally.failures > 0, "{at:?} {fault:?}");
                    caught[n] += usize::from(found.tally.failures > 0);
                }
            }
        }
        assert!(caught.iter().all(|n| *n > 0), "{caught:?}");
    }
}

/// Oracle: addition is associative: a hand-written text with the name `select` or `min` does not interfere with the
/// surrounding rows, which are all checked.
#[test]
fn hand_written_text_may_shadow_a_wgsl_function() {
    let add = op_ref(|a: u32, b: u32| a.wrapping_add(b));
    let axes = vec![
        range(U32, 1, 40, &[1]),
        range(U32, 7, 60, &[1]),
        range(U32, 3, 256, &[1]),
    ];
    let source = Product::new(axes).unwrap();
    for device in devices() {
        for name in ["min", "select", "max", "all"] {
            let text = |fault: &str| {
                format!("fn {name}(a: u32, b: u32) -> u32 {{ return a + b{fault}; }}")
            };
            let (right, wrong) = (text(""), text(" + u32(a == 45u && b == 258u)"));
            for (text, fails) in [(&right, false), (&wrong, true)] {
                let law = BackendLaw {
                    subject: op(&add, name, text),
                    ..request("Associative", &[U32; 3], (&add, text), None)
                };
                let found = device.law(&law, &source, 0..source.len()).unwrap();
                assert_eq!(found.tally.failures > 0, fails, "{name}: {found:?}");
            }
        }
    }
}

/// Oracle: the definition of rows and columns, and the generator's own cases.
#[test]
fn shapes_cover_a_source_and_split_it_where_its_parts_end() {
    let bytes = exhaustive(&[U32; 3], Width::U8).unwrap();
    let [piece] = &shape::pieces(&*bytes)[..] else {
        panic!("one product")
    };
    let shape = &piece.shape.as_ref().unwrap().1;
    assert_eq!((shape.slow, shape.len, shape.rows), (2, 256, 65_536));
    assert_eq!(shape.column(&[0, 1], 1, 255..258), [255, 0, 1]);
    assert_eq!(shape.map(&[0], 255..258), [0, 1, 1]);
    assert_eq!(shape.map(&[1], 255..258), [255, 0, 1]);
    // Two values of the last operand do not make a row: the one before it joins them.
    let axes = vec![
        range(U32, 0, 2048, &[1]),
        range(U32, 0, 256, &[1]),
        range(Bool, 0, 2, &[1]),
    ];
    let pairs = Product::new(axes).unwrap();
    let actual = shape::pieces(&pairs).remove(0).shape.unwrap().1;
    assert_eq!((actual.slow, actual.len, actual.rows), (1, 512, 2048));
    let mixed = Sequence::new(
        &[Vec2U32; 3],
        vec![
            Box::new(Witnesses::new(&[Vec2U32; 3], 1, 100)),
            Box::new(Witnesses::new(&[Vec2U32; 3], 2, 50)),
            exhaustive(&[Vec2U32; 3], Width::U8).unwrap(),
        ],
    );
    let part = SequencePart::new(&mixed, 120..mixed.len() - 5);
    let pieces = shape::pieces(&part);
    let ends: Vec<u64> = pieces.iter().map(|p| p.range.end).collect();
    assert_eq!(
        ends,
        [30, 30 + (1 << 24), 30 + (2 << 24), 30 + (3 << 24) - 5]
    );
    assert!(pieces[0].shape.is_none() && pieces[1..].iter().all(|p| p.shape.is_some()));
}
