//! What every other implementation says about a failing input: the grounds of a verdict.

use super::bounds::{self, Noting};
use super::conduct::{calls, origin};
use super::evaluators::{Interpreted, one};
use super::subject::Run;
use std::hash::{DefaultHasher, Hash, Hasher};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_suite::compare::{
    Blame, Call, Exceeded, LawFinding, Origin, Party, Reason, Testimony, ValueFinding, Verdict,
    judge,
};
use vyre_conform_suite::failing::NoValue;
use vyre_conform_suite::plan::Implementation;
use vyre_conform_suite::strategy::{Evaluate, Reference, TypedLaw};

/// Functions drawn at random on which a witness is tried that breaks nothing.
const DRAWN: u64 = 32;

/// Answers from rows of spec tables alone.
struct Rows<'a>(&'a Run<'a>);

impl Evaluate for Rows<'_> {
    fn apply(&self, op: &OpRef, operands: &[Value]) -> Result<Value, NoValue> {
        let found = self.0.row(op, operands);
        found.ok_or(NoValue::NoRow)
    }
}

/// Any function: what it gives depends on its operands alone, and on nothing that an op means.
struct Drawn(u64);

impl Evaluate for Drawn {
    fn apply(&self, op: &OpRef, operands: &[Value]) -> Result<Value, NoValue> {
        let word = |k: u64| {
            let mut hasher = DefaultHasher::new();
            ((op.key.path)(), operands, self.0, k).hash(&mut hasher);
            hasher.finish() as u32
        };
        let ty = op.signature.result;
        let words = [word(0), word(1), word(2), word(3)];
        let drawn = match ty {
            vyre_conform_spec::ValueType::Bool => Value::from_words(ty, &[words[0] & 1]),
            ty => Value::from_words(ty, &words),
        };
        Ok(drawn.canonical())
    }
}

/// Whether a law holds for these values whatever its ops mean: it is broken by no function that is drawn.
pub(super) fn is_of_any_function(law: &TypedLaw, values: &[Value]) -> bool {
    let holds = |seed| law.holds_with(values, &Drawn(seed)).unwrap_or(false);
    (0..DRAWN).all(holds)
}

impl Run<'_> {
    /// The verdict on a value that differs from the reference's.
    pub(super) fn judge_values(&self, inputs: &[Value], found: Value, reference: Value) -> Verdict {
        self.judge_found(inputs, found, Ok(reference), false)
    }

    /// The same, where it may have been seen in a batch only; `due` is what the reference gave.
    pub(super) fn judge_found(
        &self,
        inputs: &[Value],
        found: Value,
        due: Result<Value, NoValue>,
        batch_only: bool,
    ) -> Verdict {
        let def = self.op().def;
        let again = Reference.apply(&def.op, inputs);
        if let Ok(value) = due
            && again != Ok(value)
        {
            let then = again.map_or_else(|said| said.to_string(), |value| value.to_string());
            let who = Party::Reference;
            return Verdict::of(Blame::Reference, Reason::Inconstant { who, then });
        }
        let subject = self.obligation.question.subject.clone();
        let origin = origin(def, &subject);
        let interpreter = Interpreted(self.context.catalog())
            .apply(&def.op, inputs)
            .ok();
        let conduct =
            |wanted: bool, of: &dyn Fn() -> vyre_conform_suite::compare::Conduct| match wanted {
                true => of(),
                false => Default::default(),
            };
        judge(&Testimony::Values(ValueFinding {
            found,
            reference: due,
            interpreter,
            row: self.row(&def.op, inputs),
            declared: (def.rows.len(), def.laws.len()),
            of_reference: self.conduct_of_reference(None, inputs),
            of_named: conduct(origin == Origin::Named, &|| {
                self.conduct_of_module(None, inputs)
            }),
            of_subject: conduct(origin == Origin::Own, &|| {
                self.conduct_of_subject(None, inputs)
            }),
            device_wrong: self.device_wrong(inputs),
            others: self.others(inputs),
            batch_only,
            exceeded: self.exceeded(inputs),
            tolerance: def.op.tolerance,
            origin,
            subject,
        }))
    }

    /// What the spec table of an op says of these operands.
    fn row(&self, op: &OpRef, operands: &[Value]) -> Option<Value> {
        let found = self.context.catalog().by_key(op.key)?;
        let mut rows = found.def.rows.iter();
        let row = rows.find(|row| (row.inputs)() == operands)?;
        Some((row.expected)())
    }

    /// The stated bound that the op exceeds on this input, if it does.
    pub(super) fn exceeded(&self, inputs: &[Value]) -> Option<Exceeded> {
        let module = self.op().module().as_ref().ok()?;
        bounds::exceeded(module, inputs, self.op().def.op.signature.result)
    }

    /// The implementations of the op that are written apart from its reference, but for the subject: alternates
    /// and texts of its own, once each by name, and the backend that runs it.
    fn apart(&self) -> Vec<(String, Implementation)> {
        let def = self.op().def;
        let id = || def.id.to_owned();
        let mut all: Vec<(String, Implementation)> = vec![];
        for backend in self.context.slugs() {
            let lowering = Implementation::Lowering {
                op: id(),
                backend: backend.clone(),
            };
            let alternates = def.alternates.iter().map(|a| {
                let subject = Implementation::Alternate {
                    op: id(),
                    name: a.name.into(),
                    backend: backend.clone(),
                };
                (format!("the alternate `{}`", a.name), subject)
            });
            let own =
                (origin(def, &lowering) == Origin::Own).then(|| (lowering.to_string(), lowering));
            // A profile of an adapter runs no alternates.
            let plain = self.context.identity(&backend).profile().is_none();
            for (name, subject) in alternates.filter(|_| plain).chain(own) {
                if !all.iter().any(|(known, _)| *known == name) {
                    all.push((name, subject));
                }
            }
        }
        all
    }

    /// Whether the backend of an alternate gives for what it lowers itself something else than the interpreter gives
    /// on the same text.
    fn device_wrong(&self, inputs: &[Value]) -> bool {
        let Implementation::Alternate { op, backend, .. } = &self.obligation.question.subject
        else {
            return false;
        };
        let lowering = Implementation::Lowering {
            op: op.clone(),
            backend: backend.clone(),
        };
        let reference = &self.op().def.op;
        let due = Interpreted(self.context.catalog()).apply(reference, inputs);
        let Ok(due) = due else { return false };
        origin(self.op().def, &lowering) != Origin::Own
            && self.with_subject(lowering, |run| {
                let found = run
                    .subject()
                    .and_then(|loaded| Ok(one(&*loaded, inputs, &[])?));
                found.is_ok_and(|found| !reference.accepts(due.words(), &found))
            })
    }

    /// What the texts that are written apart from reference and subject give.
    fn others(&self, inputs: &[Value]) -> Vec<(String, Value)> {
        let def = self.op().def;
        let subject = &self.obligation.question.subject;
        let name = match subject {
            Implementation::Alternate { name, .. } => format!("the alternate `{name}`"),
            subject => subject.to_string(),
        };
        let mut given = vec![];
        for (who, other) in self.apart() {
            if who == name {
                continue;
            }
            let words = self.with_subject(other, |run| {
                let loaded = run.subject().ok()?;
                one(&*loaded, inputs, &[]).ok()
            });
            given.extend(
                words.map(|words| (who, Value::from_words(def.op.signature.result, &words))),
            );
        }
        // Beside a text of its own the function that `lower` names is one more.
        let named = matches!(subject, Implementation::Alternate { .. })
            && origin(def, &Implementation::Reference { op: def.id.into() }) == Origin::Named;
        if named && let Ok(value) = Interpreted(self.context.catalog()).apply(&def.op, inputs) {
            given.push(("the function that `lower` names".to_owned(), value));
        }
        given
    }

    /// How a law that is not kept does on every other implementation, on the same values. `batch_only` says that it
    /// was seen to fail in a batch, and not alone.
    pub(super) fn law_finding(
        &self,
        index: usize,
        law: &TypedLaw,
        values: &[Value],
        batch_only: bool,
    ) -> LawFinding {
        let def = self.op().def;
        let subject = self.obligation.question.subject.clone();
        let interpreted = Noting::new(self.context.catalog());
        let on_interpreter = law.holds_with(values, &interpreted).ok();
        let on_reference = law.holds_with(values, &Reference).unwrap_or(false);
        let (made, _) = calls(law, values, &Reference);
        let plain = Implementation::Reference { op: def.id.into() };
        let named = made.iter().any(|called| {
            let op = self.context.catalog().by_key(called.op.key);
            op.is_some_and(|op| origin(op.def, &plain) == Origin::Named)
        });
        let call = self.first_call(law, values);
        let other_text = call.as_ref().map(|call| call.origin);
        let of_subject = match other_text {
            Some(Origin::Own) => self.conduct_of_subject(Some(index), values),
            Some(Origin::Named) => self.conduct_of_module(Some(index), values),
            _ => Default::default(),
        };
        let mut others = vec![];
        for (who, other) in self.apart() {
            let holds = self.with_subject(other, |run| {
                let loaded = run.loaded_for_law(law).ok()?;
                law.holds_with(values, &loaded).ok()
            });
            others.extend(holds.map(|holds| (who, holds)));
        }
        let others_hold = self.tells(index, values) && self.fails_widely(law);
        LawFinding {
            negative: law.is_negative(),
            by_rows: law.holds_with(values, &Rows(self)).ok(),
            on_reference,
            on_interpreter,
            named,
            batch_only,
            call,
            of_reference: self.conduct_of_reference(Some(index), values),
            of_subject,
            others,
            vouched: others_hold
                || self.says_nothing(law, values)
                || self.vouched(index, law, values),
            declared: (def.rows.len(), def.laws.len() - 1),
            exceeded: interpreted.exceeded(),
            subject,
        }
    }

    /// Whether these values are not a witness against the law on any function.
    fn says_nothing(&self, law: &TypedLaw, values: &[Value]) -> bool {
        law.is_negative() && is_of_any_function(law, values)
    }

    /// The first call of a law in which the subject differs from the reference.
    fn first_call(&self, law: &TypedLaw, values: &[Value]) -> Option<Call> {
        self.obligation.backend()?;
        let loaded = self.loaded_for_law(law).ok()?;
        let (made, _) = calls(law, values, &loaded);
        let interpreted = Interpreted(self.context.catalog());
        made.into_iter().find_map(|called| {
            let reference = Reference.apply(&called.op, &called.operands).ok()?;
            if reference == called.value {
                return None;
            }
            let op = self.context.catalog().by_key(called.op.key)?;
            let shown: Vec<String> = called.operands.iter().map(Value::to_string).collect();
            Some(Call {
                text: format!("{}({})", op.def.name, shown.join(", ")),
                origin: origin(op.def, &self.obligation.question.subject),
                subject: called.value,
                reference,
                interpreter: interpreted.apply(&called.op, &called.operands).ok(),
                row: self.row(&called.op, &called.operands),
                device_wrong: op.def.id == self.op().def.id && self.device_wrong(&called.operands),
            })
        })
    }
}
