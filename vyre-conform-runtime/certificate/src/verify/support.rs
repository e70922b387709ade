//! Reasons of unsupported parts.
//!
//! | reason | compared with |
//! |---|---|
//! | the feature of a Category C op | its predicate on the listed features |
//! | larger limits | the limits that every adapter of the suite has for the body of an op |
//! | a native text, a function that `lower` names | the registration of the op |
//! | the feature of a Category C op that an engine calls | the programs of the inputs in its identity, the op's predicate |
//! | a text of a Category C op that an engine calls | the programs of the inputs in its identity, the op's texts; the language of a registered backend is the issuer's word |
//! | whole programs | the kind of backend: profiles run only ops, except that of native floats with float controls; a registered backend ran no programs |
//! | texts in WGSL | the kind of backend: adapters accept them; for a registered backend, the issuer's word |
//! | the reply of a backend out of process to one request | the issuer's word; no backend of the suite replies so |
//! | a native text or expression that the backend computes wrongly | the issuer's word, for all parts of the op |
//! | the reason of a registered backend for an op | the issuer's word |
//!
//! A part that ran although the backend cannot run it is refused as well.

use super::issuer::{BackendFamily, IssuerBackend};
use crate::certificate::{Evidence, OutcomeName, Part, Subject};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::registry::{LawParam, Lowering};
use vyre_conform_spec::{Category, TextTarget};
use vyre_conform_suite::backend::{
    Backend, OpCode, WGSL_TEXTS, is_claimed_by_backend, missing_text_message, text_of_op,
};
use vyre_conform_suite::invariants::{called_ops, missing_engine_support};
use vyre_conform_suite::plan::{self, Obligation, WHOLE_PROGRAMS};

/// Prefix of the reason for an op that the adapter computes wrongly in native instructions.
const MEASURED: &str = "native strict `";
/// Prefix of the reason for an op whose native expression the compiler rejects.
const ASKS: &str = "what the native expression of `";
/// Prefix of the features of an adapter that runs native texts strictly.
const CONTROLS: &str = "float-control-";
/// Missing features of an adapter that runs no native text strictly.
const NO_CONTROLS: [&str; 4] = [
    "SPIR-V passthrough (PASSTHROUGH_SHADERS)",
    "Vulkan, for SPIR-V with float controls",
    "float controls (Vulkan 1.2)",
    "float controls of 32-bit floats",
];

/// Expectation for a part before it runs.
enum Expectation {
    /// The backend runs it.
    Runs,
    /// The backend lacks this.
    Lacks(String),
    /// Unknown without the backend.
    Unknown,
}

/// The fault of the outcome of an op's part, or true if it is unsupported on the issuer's word.
pub(super) fn of_op(
    catalog: &Catalog,
    issued: &IssuerBackend,
    op: &Op,
    obligation: &Obligation,
    part: &Part,
) -> Result<bool, String> {
    if obligation.backend().is_none() {
        return agrees(&Expectation::Runs, part);
    }
    let lacking = if is_unsupported(part) {
        plan::missing_support(catalog, issued, obligation, op)
    } else {
        // issuer's word.

        let named = named_by(catalog, obligation, op);
        let mut ops = std::iter::once(op).chain(named);
        ops.find_map(|op| missing_registered_support(issued, op))
    };
    // The reason is about this op or one that its law names.
    let tells = |beginning: &str| {
        let named = named_by(catalog, obligation, op);
        let mut ops = std::iter::once(op).chain(named);
        ops.any(|op| begins(part, &format!("{beginning}{}`", op.def.id)))
    };
    let expected = match lacking {
        // For a registered backend, the predicates of Category C are known, but not the limits of bodies.
        Some(lacks) if issued.is_registered() && is_of_body(&lacks) => Expectation::Unknown,
        Some(lacks) => Expectation::Lacks(lacks),
        None if issued.family() == BackendFamily::Registered => Expectation::Unknown,
        None if issued.family() == BackendFamily::Expressions => {
            if is_unsupported(part) && !tells(MEASURED) && !tells(ASKS) {
                Expectation::Runs
            } else {
                Expectation::Unknown
            }
        }
        None if issued.family() == BackendFamily::Native => match issued.has_feature(CONTROLS) {
            false => return without_controls(part),
            true if is_unsupported(part) && !tells(MEASURED) => Expectation::Runs,
            true => Expectation::Unknown,
        },
        None => Expectation::Runs,
    };
    agrees(&expected, part)
}

/// The ops that the law of an obligation names, which are loaded with its own.
fn named_by<'c>(
    catalog: &'c Catalog,
    obligation: &Obligation,
    op: &Op,
) -> impl Iterator<Item = &'c Op> {
    let law = match &obligation.part {
        plan::Part::Law { law, .. } | plan::Part::Regressions { law: Some(law) } => Some(*law),
        _ => None,
    };
    let law = law.and_then(|law| op.def.laws.get(law));
    let params = law.map_or(&[][..], |law| law.params).iter();
    params.filter_map(|param| match param {
        LawParam::Op(named) => catalog.by_key(named.key),
        LawParam::Value(_) => None,
    })
}

/// The missing feature of the backend for the lowering or native text of an op, according to its registration.
fn missing_registered_support(issued: &IssuerBackend, op: &Op) -> Option<String> {
    match op.def.category {
        Category::C {
            hardware,
            available,
        } if !available(issued.identity()) => Some(hardware.to_owned()),
        _ => issued.missing_support(&OpCode::registered(op.def)),
    }
}

fn is_of_body(lacks: &str) -> bool {
    lacks.starts_with(&vyre_conform_suite::backend::larger_limits(""))
}

/// Checks a part on an adapter without float controls, which runs no native text strictly.
fn without_controls(part: &Part) -> Result<bool, String> {
    let reason = part.reason.as_deref().unwrap_or_default();
    match part.outcome {
        OutcomeName::Unsupported if NO_CONTROLS.contains(&reason) => Ok(false),
        OutcomeName::NotRun => Ok(false),
        _ => Err("the backend lists no float control, without which it runs no native text".into()),
    }
}

/// Support for the callees of an engine or of the random programs, as far as reasons need it.
pub(super) struct CalleeSupport<'c> {
    catalog: &'c Catalog,
    /// The missing feature of the backend for registered ops that the engine calls.
    lacks: Option<String>,
    /// The ops that it calls on its first inputs, computed when a reason names one.
    ops: Box<dyn Fn() -> Vec<String> + 'c>,
}

impl<'c> CalleeSupport<'c> {
    pub(super) fn by_engine(
        catalog: &'c Catalog,
        issued: &IssuerBackend,
        engine: &'c EngineDef,
    ) -> Self {
        Self {
            catalog,
            lacks: missing_engine_support(catalog, issued, || called_ops(engine)),
            ops: Box::new(|| called_ops(engine)),
        }
    }

    /// Random programs never call ops of one hardware feature.
    pub(super) fn by_programs(catalog: &'c Catalog) -> Self {
        Self {
            catalog,
            lacks: None,
            ops: Box::new(Vec::new),
        }
    }

    /// True if a backend with an unknown language may lack the text in the reason: the op is a callee of one hardware
    /// feature without a text in that language.
    fn may_lack_text(&self, reason: &str) -> bool {
        let Some(id) = text_of_op(reason) else {
            return false;
        };
        let op = self.catalog.ops().iter().find(|op| op.def.id == id);
        let Some(Lowering::Texts { texts, .. }) = op.map(|op| op.def.lowering) else {
            return false;
        };
        let there = texts.each().map(|(target, _)| target);
        let mut untrue = there.map(|target| missing_text_message(texts, target));
        !untrue.any(|word| reason.starts_with(&word)) && (self.ops)().iter().any(|of| of == id)
    }
}

/// The fault of the outcome of a part of an engine or of the random programs, or true if it is unsupported on the
/// issuer's word.
pub(super) fn of_engine(
    issued: &IssuerBackend,
    called: &CalleeSupport<'_>,
    obligation: &Obligation,
    part: &Part,
) -> Result<bool, String> {
    let of_shader = matches!(obligation.part, plan::Part::Wgsl(_));
    let by_word = || {
        let reason = part.reason.as_deref().unwrap_or_default();
        let whole = reason == WHOLE_PROGRAMS || of_shader && reason == WGSL_TEXTS;
        whole || called.may_lack_text(reason) || is_claimed_by_backend(reason)
    };
    let lacking = |lacks: &str| Expectation::Lacks(lacks.to_owned());
    let is_other = issued
        .target()
        .is_some_and(|target| target != TextTarget::Wgsl);
    let ran = !is_unsupported(part);
    if of_shader && ran && is_other && obligation.backend().is_some() {
        return agrees(&lacking(WGSL_TEXTS), part);
    }
    let known = match issued.family() {
        BackendFamily::Native if issued.has_feature(CONTROLS) => BackendFamily::Adapter,
        BackendFamily::Expressions => BackendFamily::Registered,
        known => known,
    };
    let expected = match (obligation.backend(), known, called.lacks.as_deref()) {
        (None, ..) => Expectation::Runs,
        (_, BackendFamily::Registered, _) if is_unsupported(part) && by_word() => {
            Expectation::Unknown
        }
        (_, BackendFamily::Adapter | BackendFamily::Registered, Some(lacks)) => lacking(lacks),
        (_, BackendFamily::Adapter, None) => Expectation::Runs,
        (_, BackendFamily::Registered, None) if !is_unsupported(part) => Expectation::Unknown,
        (_, BackendFamily::Registered, None) => Expectation::Runs,
        _ => lacking(WHOLE_PROGRAMS),
    };
    agrees(&expected, part)
}

/// A backend runs all programs or none: a certificate must not report one engine as unsupported for that reason and
/// another as run.
pub(super) fn whole_programs(evidence: &Evidence) -> Option<String> {
    let engines = evidence.engines.iter().flat_map(|engine| &engine.parts);
    let programs = evidence.programs.iter().flat_map(|of| &of.parts);
    let of_backend = engines.chain(programs).filter(|part| part.on_backend());
    let of_backend: Vec<&Part> = of_backend.collect();
    let lacks = |part: &&&Part| is_unsupported(part) && begins(part, WHOLE_PROGRAMS);
    let ran = |part: &&&Part| matches!(part.outcome, OutcomeName::Passed | OutcomeName::Failed);
    let lacking = of_backend.iter().find(lacks)?;
    let ran = of_backend.iter().find(ran)?;
    Some(format!(
        "{} is unsupported for {WHOLE_PROGRAMS}, and {} ran",
        lacking.id, ran.id
    ))
}

fn agrees(expected: &Expectation, part: &Part) -> Result<bool, String> {
    let reason = part.reason.as_deref().unwrap_or_default();
    match (expected, part.outcome) {
        (Expectation::Runs, OutcomeName::Unsupported) => Err(format!(
            "it is reported as unsupported for `{reason}`, which neither the op nor the features and limits of the \
             backend give"
        )),
        (Expectation::Lacks(lacks), OutcomeName::Unsupported) if reason != lacks => Err(format!(
            "it is reported as unsupported for `{reason}`, and it is for `{lacks}`"
        )),
        (Expectation::Lacks(lacks), OutcomeName::Passed | OutcomeName::Failed) => {
            Err(format!("it has a result, and the backend lacks {lacks}"))
        }
        (Expectation::Lacks(lacks), OutcomeName::NotRun) if part.cases > 0 => {
            Err(format!("it has cases, and the backend lacks {lacks}"))
        }
        (Expectation::Unknown, outcome) => Ok(outcome == OutcomeName::Unsupported),
        _ => Ok(false),
    }
}

fn is_unsupported(part: &Part) -> bool {
    part.outcome == OutcomeName::Unsupported
}

fn begins(part: &Part, with: &str) -> bool {
    part.reason.as_deref().is_some_and(|r| r.starts_with(with))
}

/// Parts that load the same code are unsupported together or not at all.
pub(super) fn together(parts: &[Part]) -> Option<String> {
    let mut lowered = parts.iter().filter(|part| {
        let of_op = part.law.is_none() && part.subject == Subject::Lowering;
        of_op && part.outcome != OutcomeName::NotRun
    });
    let why = |part: &Part| is_unsupported(part).then(|| part.reason.clone());
    let first = lowered.next()?;
    let other = lowered.find(|part| why(part) != why(first))?;
    Some(format!(
        "{} and {} load the same code, and it is unsupported for one of them alone",
        first.id, other.id
    ))
}
