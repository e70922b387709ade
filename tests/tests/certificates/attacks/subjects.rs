//! Ops and engines.

use super::super::forged::{engine, op};
use super::Attack;
use vyre_conform_certificate::certificate::{
    BaselineEvidence, BaselineOutcome, Hardware, Hits, KernelEvidence, KillScore,
};
use vyre_conform_runtime::spec::{AdditionOrder, EngineKind, Track};

fn score(killed: u64) -> KillScore {
    KillScore {
        killed,
        ..KillScore::default()
    }
}

fn baseline() -> BaselineEvidence {
    BaselineEvidence {
        against: "copy".into(),
        least: 1,
        outcome: BaselineOutcome::Reached,
        reason: None,
    }
}

/// Ops and engines.
pub(super) const SUBJECT_ATTACKS: &[(&str, Attack)] = &[
    ("another version of an op", |e, _| {
        op(e, "cert::sum").version += 1
    }),
    ("category of hardware", |e, _| {
        op(e, "cert::sum").category = "C".into()
    }),
    ("no category", |e, _| op(e, "cert::sum").category.clear()),
    ("hardware of none", |e, _| {
        op(e, "cert::sum").hardware = Some(Hardware {
            feature: "shader-f64".into(),
            present: false,
        });
    }),
    ("other hardware", |e, _| {
        op(e, "cert::wide")
            .hardware
            .as_mut()
            .expect("hardware")
            .feature = "shader-f64".into();
    }),
    ("hardware absent", |e, _| {
        op(e, "cert::wide")
            .hardware
            .as_mut()
            .expect("hardware")
            .present = false;
    }),
    ("no hardware", |e, _| op(e, "cert::wide").hardware = None),
    ("track of an op", |e, _| {
        op(e, "cert::sum").track = Track::Float
    }),
    ("an operand more", |e, _| {
        op(e, "cert::sum").operands.push("u32".into())
    }),
    ("another operand", |e, _| {
        op(e, "cert::sum").operands[0] = "i32".into()
    }),
    ("another result", |e, _| {
        op(e, "cert::sum").result = "u64".into()
    }),
    ("a tolerance", |e, _| op(e, "cert::sum").ulps = Some(3)),
    ("an op unsupported that ran", |e, _| {
        op(e, "cert::sum").unsupported = Some("shader-f64".into())
    }),
    ("a law less", |e, _| drop(op(e, "cert::sum").laws.pop())),
    ("a law of another text", |e, _| {
        op(e, "cert::sum").laws[0].text = "Idempotent".into()
    }),
    ("a law of another name", |e, _| {
        op(e, "cert::sum").laws[0].name = "idempotent".into()
    }),
    ("a law that holds after all", |e, _| {
        op(e, "cert::flip").laws[1].holds = true
    }),
    ("laws exchanged", |e, _| op(e, "cert::sum").laws.swap(0, 1)),
    ("a row more", |e, _| op(e, "cert::sum").table_rows += 1),
    ("a kill score that nobody asked for", |e, _| {
        op(e, "cert::sum").kills = Some(score(100))
    }),
    ("a kill score left out", |e, _| {
        op(e, "cert::sum").kills = Some(KillScore::left_out("time"))
    }),
    ("a baseline that nobody asked for", |e, _| {
        op(e, "cert::sum").baselines = vec![baseline()]
    }),
    ("boundaries hit of none", |e, _| {
        op(e, "cert::sum").boundaries = Hits { hit: 5, total: 5 }
    }),
    ("more classes hit than there are", |e, _| {
        op(e, "cert::flip").classes.hit += 1
    }),
    ("cases of 2^64", |e, _| op(e, "cert::sum").cases = u64::MAX),
    ("an op twice", |e, _| {
        let again = e.ops[0].clone();
        e.ops.push(again);
    }),
    ("ops exchanged", |e, _| e.ops.reverse()),
    ("an op of another id", |e, _| {
        e.ops[0].id = "cert::flop".into()
    }),
    ("an op less", |e, _| drop(e.ops.pop())),
    ("every op less", |e, _| e.ops.clear()),
    ("an engine less", |e, _| e.engines.clear()),
    ("another version of an engine", |e, _| {
        engine(e).version += 1
    }),
    ("an engine of tensors", |e, _| {
        engine(e).kind = EngineKind::Tensor
    }),
    ("an engine that is composed", |e, _| {
        engine(e).kind = EngineKind::Composed
    }),
    ("an order of additions", |e, _| {
        engine(e).additions = Some(AdditionOrder::Strict)
    }),
    ("a kernel by hand", |e, _| {
        engine(e).kernels = vec![KernelEvidence {
            program: "hex_decode".into(),
            by_hand: vec![],
            lowered: true,
        }];
    }),
    ("an invariant less", |e, _| drop(engine(e).invariants.pop())),
    ("an invariant more", |e, _| {
        engine(e).invariants.push("AtomicLinearizable".into())
    }),
    ("an engine unsupported that ran", |e, _| {
        engine(e).unsupported = Some("whole programs".into())
    }),
    ("a baseline of an engine", |e, _| {
        engine(e).baselines = vec![baseline()]
    }),
    ("an engine twice", |e, _| {
        let again = engine(e).clone();
        e.engines.push(again);
    }),
];
