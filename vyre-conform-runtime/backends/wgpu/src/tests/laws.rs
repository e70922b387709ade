//! Laws on the device.

use super::{ADD, add, devices, long, op};
use ValueType::U32;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{Block, OperandAxis, Recipe, Source, Witnesses};
use vyre_conform_runtime::registry::{OpRef, op_ref};
use vyre_conform_spec::{Category, ValueType, law};
use vyre_conform_suite::backend::testing::Noise;
use vyre_conform_suite::backend::{Backend, BackendLaw, Code, LawOperand, OpCode};

/// Oracle: the algebra of wrapping integers; 2^32 divides a difference only if it is 0.
#[test]
fn laws_hold_and_break_on_the_device_as_on_the_host() {
    let sub = op_ref(|a: u32, b: u32| a.wrapping_sub(b));
    let sub_text = "fn sub(a: u32, b: u32) -> u32 { return a - b; }";
    let pairs = Noise {
        types: &[U32, U32],
        len: 1 << 20,
    };
    let commutative = law::find("Commutative").unwrap().form(2).unwrap();
    for device in devices() {
        for (reference, name, text, holds) in [
            (add(), "add", ADD, true),
            (sub, "sub", sub_text, false),
            (sub, "sub", &long(sub_text), false),
        ] {
            let law = BackendLaw {
                subject: op(&reference, name, text),
                params: Vec::new(),
                variables: vec![U32, U32],
                claim: &commutative.claim,
                predicates: Vec::new(),
            };
            let on_device = device.law(&law, &pairs, 5..500_000).unwrap();
            let by_host =
                vyre_conform_suite::backend::law::term_by_term(device, &law, &pairs, 5..500_000)
                    .unwrap();
            assert_eq!(on_device.tally.cases, 499_995);
            assert_eq!(on_device.passed(), holds, "{name}: {on_device:?}");
            assert_eq!(on_device.tally, by_host.tally);
        }
    }
}

/// Oracle: the host's engine on the same law, cases and operands, through host memory.
#[test]
fn laws_over_other_ops_and_types_agree_with_the_host() {
    use vyre_conform_suite::strategy::{Argument, TypedLaw};
    let sub = op_ref(|a: u64, b: u64| a.wrapping_sub(b));
    let add64 = op_ref(|a: u64, b: u64| a.wrapping_add(b));
    let lt = op_ref(|a: i32, b: i32| a < b);
    let le = op_ref(|a: i32, b: i32| a <= b);
    let eq = op_ref(|a: i32, b: i32| a == b);
    let gt = op_ref(|a: i32, b: i32| a > b);
    let shr = op_ref(|a: u32| a >> 1);
    let bits = op_ref(|a: u32| a.count_ones());
    let zeros = op_ref(|a: u32| (!a).count_ones());
    let wide = |c: &str, carry: &str| {
        format!(
            "fn f(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {{
                let low = a.x {c} b.x;
                return vec2<u32>(low, a.y {c} b.y {c} u32({carry}));
            }}"
        )
    };
    let (sub_text, add_text) = (wide("-", "a.x < b.x"), wide("+", "low < a.x"));
    let [lt_text, le_text, eq_text, gt_text] = ["<", "<=", "==", ">"]
        .map(|c| format!("fn f(a: i32, b: i32) -> u32 {{ return u32(a {c} b); }}"));
    let [shr_text, bits_text, zeros_text] = ["a >> 1u", "countOneBits(a)", "countOneBits(~a)"]
        .map(|e| format!("fn f(a: u32) -> u32 {{ return {e}; }}"));
    let texts: [(OpRef, &str); 9] = [
        (le, &le_text),
        (eq, &eq_text),
        (gt, &gt_text),
        (sub, &sub_text),
        (add64, &add_text),
        (lt, &lt_text),
        (shr, &shr_text),
        (bits, &bits_text),
        (zeros, &zeros_text),
    ];
    let code = |op: &OpRef| {
        let same = |known: &&(OpRef, &str)| (known.0.key.id)() == (op.key.id)();
        let (_, text) = texts.iter().find(same)?;
        Some(OpCode {
            id: "f",
            name: "f",
            signature: op.signature,
            category: Category::A,
            code: Code::wgsl(text),
            native: None,
            host: None,
        })
    };
    let value = |v: u32| Argument::Value(Value::of(v));
    let others = || vec![Argument::Op(eq), Argument::Op(gt)];
    let laws: [(&str, OpRef, Vec<Argument>, bool); 12] = [
        ("Trichotomous", lt, others(), true),
        ("Trichotomous", le, others(), false),
        ("Antisymmetric", le, vec![], true),
        ("InverseOf", sub, vec![Argument::Op(add64)], true),
        ("Associative", sub, vec![], false),
        (
            "RightIdentity",
            sub,
            vec![Argument::Value(Value::of(0u64))],
            true,
        ),
        ("Transitive", lt, vec![], true),
        ("Monotone", shr, vec![], true),
        ("Involution", shr, vec![], false),
        ("Bounded", bits, vec![value(0), value(31)], false),
        (
            "Complement",
            bits,
            vec![Argument::Op(zeros), value(32)],
            true,
        ),
        (
            "Complement",
            bits,
            vec![Argument::Op(zeros), value(33)],
            false,
        ),
    ];
    for device in devices() {
        for (name, subject, arguments, holds) in &laws {
            let law = law::find(name).unwrap();
            let typed = TypedLaw::declare(law, *name, *subject, arguments.clone()).unwrap();
            let law = BackendLaw::of(&typed, &code).unwrap();
            let source = Witnesses::new(&typed.variables, 9, 1 << 20);
            let outcome = device.law(&law, &source, 0..400_000).unwrap();
            let host =
                vyre_conform_suite::backend::law::term_by_term(device, &law, &source, 0..400_000)
                    .unwrap();
            assert_eq!(found.passed(), *holds, "{name}: {found:?}");
            assert_eq!(found.tally, host.tally, "{name}");
        }
    }
}

/// Small values, this many per case.
struct Cube(usize);

impl Source for Cube {
    fn types(&self) -> &[ValueType] {
        &[U32; 4][..self.0]
    }
    fn len(&self) -> u64 {
        64u64.pow(self.0 as u32)
    }
    fn fill(&self, _: u64, _: &mut Block) {
        unreachable!("nothing runs");
    }
    fn recipe(&self) -> Recipe {
        let axis = OperandAxis::Range {
            ty: U32,
            first: 0,
            count: 64,
            masks: &[1],
        };
        Recipe::Product {
            axes: vec![axis; self.0],
        }
    }
}

/// Oracle: the rule that no shader holds both sides: the text of each.
#[test]
fn no_shader_of_a_law_holds_an_op_and_a_comparison() {
    use vyre_conform_suite::backend::law::plan::{LawPlan, LawStep};
    for row in law::laws() {
        for form in row.forms {
            let types: &'static [ValueType] = &[U32; 4][..form.arity];
            let signature = vyre_conform_runtime::registry::Signature {
                operands: types,
                result: U32,
            };
            let text = "fn marked_op() {}";
            let named = |arity: usize| OpCode {
                id: "marked_op",
                name: "marked_op",
                signature: vyre_conform_runtime::registry::Signature {
                    operands: &[U32; 4][..arity],
                    ..signature
                },
                category: Category::A,
                code: Code::wgsl(text),
                native: None,
                host: None,
            };
            // The number of operands of a parameter follows from its uses in the claim.
            let mut arities = [1; 3];
            form.claim.visit_terms(&mut |term| {
                if let vyre_conform_spec::Term::Apply(
                    vyre_conform_spec::LawCallee::Parameter(k),
                    args,
                ) = term
                {
                    arities[*k] = args.len();
                }
            });
            let params = row
                .params
                .iter()
                .zip(arities)
                .map(|(param, arity)| match param.kind {
                    vyre_conform_spec::ParamKind::Op => LawOperand::Op(Box::new(named(arity))),
                    _ => LawOperand::Value(Value::of(7u32)),
                });
            let law = BackendLaw {
                subject: named(form.arity),
                params: params.collect(),
                variables: vec![U32; form.claim.variables()],
                claim: &form.claim,
                predicates: Vec::new(),
            };
            let plan = LawPlan::of(&law).unwrap();
            let applies = |(step, _): &(LawStep, _)| matches!(step, LawStep::Apply(..));
            assert!(plan.steps.iter().any(applies), "{}", row.name);
            let shape = super::super::shape::pieces(&Cube(form.claim.variables())).pop();
            let shape = shape.and_then(|piece| piece.shape).map(|(_, shape)| shape);
            assert_eq!(shape.is_some(), form.claim.variables() > 2, "{}", row.name);
            for shape in [None, shape.as_ref()] {
                let places = super::super::places::Places::new(&plan, shape);
                let text = super::super::condition::shader(&plan, &places);
                assert!(!text.contains("marked_op"), "{}:\n{text}", row.name);
            }
        }
    }
}
