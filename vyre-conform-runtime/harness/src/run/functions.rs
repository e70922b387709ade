//! Independent implementations of an op: the reference, the function in `lower`, and hand-written texts.

use super::evaluators::run_one_case;
use super::origin::origin;
use super::subject::Run;
use crate::body_evaluator::BodyEvaluator;
use crate::conduct::{Deviations, ImplementationKey};
use crate::spread::SampledSource;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{self, Source};
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_suite::compare::{Origin, Suspect};
use vyre_conform_suite::plan::Implementation;
use vyre_conform_suite::strategy::{Evaluate, Reference};

/// Edge cases for comparing a backend with the interpreter on the same text.
const EDGES_OF_DEVICE: u64 = 64;

/// An independent implementation of an op.
#[derive(Clone, Debug)]
pub(super) struct Function {
    pub(super) suspect: Suspect,
    pub(super) implementation: ImplementationKey,
    /// Its evaluator.
    pub(super) subject: Implementation,
}

impl Run<'_> {
    /// All functions of the op. Texts on a backend that computes other texts wrongly are excluded, because their
    /// results prove nothing; the subject's own text stays.
    pub(super) fn functions(&self) -> Vec<Function> {
        let def = self.op().def;
        let plain = || Implementation::Reference { op: def.id.into() };
        let mut all = vec![Function {
            suspect: Suspect::Reference,
            implementation: ImplementationKey::Reference,
            subject: plain(),
        }];
        if origin(def, &plain()) == Origin::LowerFunction {
            all.push(Function {
                suspect: Suspect::LowerFunction,
                implementation: ImplementationKey::Module,
                subject: Implementation::Interpreter { op: def.id.into() },
            });
        }
        let own = &self.obligation.question.subject;
        for (name, subject) in self.hand_written_texts() {
            let is_own = name == text_name(own);
            let subject = if is_own { own.clone() } else { subject };
            let (Some(implementation), suspect) = (who_of(&subject), Suspect::Text(name)) else {
                continue;
            };
            let ImplementationKey::On(backend, _) = &implementation else {
                continue;
            };
            if is_own || !self.is_device_wrong(backend) {
                all.push(Function {
                    suspect,
                    implementation,
                    subject,
                });
            }
        }
        all
    }

    /// The hand-written texts of the op, alternates and native ones, once each by name, with a backend that runs it.
    pub(super) fn hand_written_texts(&self) -> Vec<(String, Implementation)> {
        let def = self.op().def;
        let id = || def.id.to_owned();
        let mut all: Vec<(String, Implementation)> = vec![];
        for backend in self.context.slugs() {
            let lowering = Implementation::Lowering {
                op: id(),
                backend: backend.clone(),
            };
            let alternates = def.alternates.iter().map(|a| Implementation::Alternate {
                op: id(),
                name: a.name.into(),
                backend: backend.clone(),
            });
            let own = (origin(def, &lowering) == Origin::HandWritten).then_some(lowering);
            // A profile of an adapter runs no alternates.
            let plain = self.context.identity(&backend).profile().is_none();
            for subject in alternates.filter(|_| plain).chain(own) {
                let name = text_name(&subject);
                if !all.iter().any(|(known, _)| *known == name) {
                    all.push((name, subject));
                }
            }
        }
        all
    }

    /// The result of a query to a function; `None` if its backend fails.
    pub(super) fn on<R>(
        &self,
        function: &Function,
        ops: &[OpRef],
        ask: impl FnOnce(&dyn Evaluate) -> R,
    ) -> Option<R> {
        match function.implementation {
            ImplementationKey::Reference => Some(ask(&Reference)),
            ImplementationKey::Module | ImplementationKey::Device(_) => {
                Some(ask(&BodyEvaluator(self.context.catalog())))
            }
            ImplementationKey::On(..) => self.with_subject(function.subject.clone(), |run| {
                let loaded = run.loaded_for(ops).ok()?;
                let found = ask(&loaded);
                loaded.unless_stopped(found).ok()
            }),
        }
    }

    /// True if a backend computes its own lowering wrongly, on rows or edge cases.
    fn is_device_wrong(&self, backend: &str) -> bool {
        let def = self.op().def;
        let who = ImplementationKey::Device(backend.to_owned());
        let known = self.context.conducts().get_or_compute(def.id, &who, || {
            let edges = generate::edges(def.op.signature.operands);
            let some = SampledSource::new(&*edges, EDGES_OF_DEVICE);
            let cases = (0..some.len()).map(|k| generate::case(&some, k));
            let rows = def.rows.iter().map(|row| (row.inputs)());
            let mut all = rows.chain(cases);
            let first = all.find(|inputs| self.runs_wrong(backend, inputs));
            Deviations {
                rows: first.map(|_| (0, None)).into_iter().collect(),
                laws: vec![],
            }
        });
        !known.rows.is_empty()
    }

    /// True if a backend's own lowering and the interpreter differ on the same text.
    pub(super) fn runs_wrong(&self, backend: &str, inputs: &[Value]) -> bool {
        let def = self.op().def;
        let lowering = Implementation::Lowering {
            op: def.id.to_owned(),
            backend: backend.to_owned(),
        };
        let expected = BodyEvaluator(self.context.catalog()).apply(&def.op, inputs);
        let Ok(expected) = expected else { return false };
        origin(def, &lowering) != Origin::HandWritten
            && self.with_subject(lowering, |run| {
                let found = run
                    .subject()
                    .and_then(|loaded| Ok(run_one_case(&*loaded, inputs, &[])?));
                found.is_ok_and(|found| !def.op.accepts(expected.words(), &found))
            })
    }
}

/// Name of a text in reports: an alternate is the same on every backend.
pub(super) fn text_name(subject: &Implementation) -> String {
    match subject {
        Implementation::Alternate { name, .. } => format!("the alternate `{name}`"),
        subject => subject.to_string(),
    }
}

fn who_of(subject: &Implementation) -> Option<ImplementationKey> {
    match subject {
        Implementation::Lowering { backend, .. } => {
            Some(ImplementationKey::On(backend.clone(), String::new()))
        }
        Implementation::Alternate { name, backend, .. } => {
            Some(ImplementationKey::On(backend.clone(), name.clone()))
        }
        _ => None,
    }
}
