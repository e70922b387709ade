//! What is not run, because something else failed: what would be said of it would be said of that.

use super::bounds::exceeded;
use super::failure::assignment;
use super::inputs::Spread;
use super::subject::{Run, Stop};
use crate::admitted::Text;
use crate::limit::Hung;
use crate::regressions::Claim;
use crate::report::Report;
use vyre_conform_interp::Fault;
use vyre_conform_interp::Interpreter;
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::value::Value;
use vyre_conform_ir::{MAX_WORK, Node};
use vyre_conform_runtime::generate::{self, Source, Width};
use vyre_conform_runtime::registry::{LawParam, OpDef, OpRef};
use vyre_conform_suite::compare::{Blame, Party, Reason, Verdict};
use vyre_conform_suite::failing::FailingCase;
use vyre_conform_suite::plan::{Implementation, Part};
use vyre_conform_suite::record::NotRun;

/// Cases of every source on which the stated bounds are tried before a function is called.
const TRIED: u64 = 1024;

/// What is said of an op with a loop that does not end on some input: its function would not come back. The
/// translation is asked, which stops at the stated bounds, on declared inputs, edge values and small operands.
pub(crate) fn endless(def: &OpDef, module: &Valid) -> Option<String> {
    let functions = &module.module().functions;
    if !functions.iter().any(|f| has_stated_bound(&f.body)) {
        return None;
    }
    let types = def.op.signature.operands;
    let rows: Vec<Vec<Value>> = def.rows.iter().map(|row| (row.inputs)()).collect();
    let mut sources: Vec<Box<dyn Source>> = vec![Box::new(generate::List::new(types, &rows))];
    // What is wrong with these is reported where they are used.
    if let Ok(boundary) = generate::boundary(def) {
        sources.push(Box::new(boundary));
    }
    sources.push(generate::edges(types));
    sources.extend(generate::exhaustive(types, Width::small(types.len())).ok());
    let mut interpreter = Interpreter::new(module);
    for source in sources {
        let some = Spread::new(&*source, TRIED);
        for case in (0..some.len()).map(|k| generate::case(&some, k)) {
            let result = def.op.signature.result;
            let Err(Fault::BoundExceeded { .. }) = interpreter.call(&case, result) else {
                continue;
            };
            // A bound that is only too small is reported with the one that would do, by the trials that meet it.
            if let Some(found) = exceeded(module, &case, result)
                && found.needed.is_none()
            {
                return Some(format!(
                    "{}: with {} a loop of `{}` runs more often than its bound!({}) says, and more often than any \
                     call may ({MAX_WORK} steps): the function itself may never come back from there, and is not \
                     called. Mend the loop, so that it ends within its bound",
                    def.place,
                    assignment(def.params.iter().copied(), &case),
                    found.function,
                    found.bound,
                ));
            }
        }
    }
    None
}

fn has_stated_bound(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::While { .. } => true,
        Node::If {
            then, otherwise, ..
        } => has_stated_bound(then) || has_stated_bound(otherwise),
        Node::Loop { body, .. } | Node::Block(body) => has_stated_bound(body),
        _ => false,
    })
}

impl Run<'_> {
    /// Why this is not run, where something else failed that it depends on.
    pub(super) fn refusal(&self) -> Option<NotRun> {
        if let Part::Gates | Part::Engine(_) | Part::Programs = self.obligation.part {
            return None;
        }
        let named = self.named();
        let mut ops = std::iter::once(&self.op().def.op).chain(&named);
        ops.find_map(|op| self.refusal_of(op))
            .or_else(|| self.refusal_of_text())
    }

    /// The gates refuse the text of WGSL that the subject is.
    fn refusal_of_text(&self) -> Option<NotRun> {
        let subject = &self.obligation.question.subject;
        let is_subject = |text: &Text| match (text, subject) {
            (Text::Alternate(of), Implementation::Alternate { name, .. }) => name == of,
            (Text::Native, Implementation::Lowering { .. }) => subject.is_native(),
            (Text::Lowering, Implementation::Lowering { .. }) => true,
            _ => false,
        };
        let admitted = self.context.known().admitted(self.op());
        let refused = admitted.texts.iter().any(|(text, _)| is_subject(text));
        refused.then(|| NotRun::Because {
            trial: format!("{}::gates", self.op().def.id),
            why: format!("the gates refuse {subject}"),
        })
    }

    /// The ops that the law of this obligation names.
    fn named(&self) -> Vec<OpRef> {
        let (Part::Law { law, .. } | Part::Regressions { law: Some(law) }) = self.obligation.part
        else {
            return vec![];
        };
        let params = self
            .op()
            .def
            .laws
            .get(law)
            .map_or(&[][..], |law| law.params);
        let ops = params.iter().filter_map(|param| match param {
            LawParam::Op(op) => Some(*op),
            _ => None,
        });
        ops.collect()
    }

    fn refusal_of(&self, op: &OpRef) -> Option<NotRun> {
        let known = self.context.known();
        if let Some(trial) = known.stuck(op.key) {
            return Some(NotRun::Because {
                trial,
                why: format!("`{}` did not come back there", (op.key.path)()),
            });
        }
        let found = self.context.catalog().by_key(op.key)?;
        let refused = !known.admitted(found).problems.is_empty();
        refused.then(|| NotRun::Because {
            trial: format!("{}::gates", found.def.id),
            why: format!("the gates refuse `{}`", found.def.id),
        })
    }

    /// A function did not come back.
    pub(super) fn hung(&self, hung: &Hung) -> Stop {
        let path = (hung.callee.key.path)();
        let def = self.op().def;
        let is_own = (hung.callee.key.id)() == (def.op.key.id)();
        let what = match is_own {
            true => "the CPU reference".to_owned(),
            false => format!("`{path}`"),
        };
        let headline = format!("{}: {what} does not come back", self.obligation.id);
        let mut report = Report::new(&headline);
        report.entry("op", &format!("{} ({})", def.id, def.place));
        let found = self.context.catalog().by_key(hung.callee.key);
        let names = found.map_or(&[][..], |op| op.def.params);
        let unnamed = ["0", "1", "2", "3"];
        let names = if names.is_empty() { &unnamed } else { names };
        report.entry("input", &assignment(names.iter().copied(), &hung.inputs));
        report.entry("expected", "a result: every loop ends");
        report.entry("found", &hung.said());
        report.entry(
            "lost",
            "what this trial had shown; its thread runs until the process ends. Nothing else is run that calls the \
             function",
        );
        let said = hung.said();
        if is_own {
            let who = Party::Reference;
            let verdict = Verdict::of(Blame::Reference, Reason::NoResult { who, said });
            let judged = (Claim::Parity, self.obligation.oracle);
            let case = FailingCase::of(0, hung.inputs.clone());
            return self.close(report, headline, judged, (case, [1, 1]), verdict);
        }
        Stop::Refuted(Box::new(vyre_conform_suite::record::Failure {
            headline,
            case: FailingCase::of(0, hung.inputs.clone()),
            failing: 1,
            cases: 1,
            report: report.finish(),
            ..Default::default()
        }))
    }
}
