//! Ability of a check to fail: words of a run are changed, and the check is repeated.
//!
//! A check is a claim about the results of `decode` or `histories` on the words read back. If `decode` numbers the
//! records, sorts them, or ignores the words, the claim is about `decode` and not about the engine. A check is only
//! refused on evidence: it does not suffice that no change was caught; the parts of the output that stayed constant
//! under every change must explain it.

use super::Difference;
use super::author::call;
use super::case::{ExecutedCase, Run};
use super::columns::Columns;
use super::damage::faults;
use super::runner::Observation;
use vyre_conform_runtime::engine::{Check, History, InputSource};
use vyre_conform_runtime::registry::calls::EngineFunction;
use vyre_conform_spec::Invariant;

/// Number of inputs whose words are changed, at one workgroup size each: this many with one record, and this many with
/// several.
const CASES: usize = 6;
/// Maximal number of words and records of one case that are evaluated again.
const MAX_WORDS: usize = 1 << 24;

/// Search for a change that a check catches.
#[derive(Debug)]
pub(super) struct Search {
    check: Check,
    /// True if a change was caught, or the check can fail for another reason.
    pub(super) can_fail: bool,
    /// Number of inputs seen, the last of them, and true if one could break the check.
    asked: usize,
    last: Option<InputSource>,
    can_break: bool,
    /// Number of inputs whose words were changed, with one record and with several, for which all changes were tried.
    tried: [usize; 2],
    evaluated_words: usize,
    /// The last input with changed words.
    changed_last: Option<InputSource>,
    /// True if a change led to another output or history.
    changed: bool,
    /// True if an output had two records.
    had_two_records: bool,
    /// For inputs with several records: true if a column that no change reached distinguishes them in every output.
    numbered: Option<bool>,
    /// True if every output was in ascending order.
    sorted: bool,
}

impl Search {
    /// A search without observations.
    pub(super) fn new(check: Check) -> Self {
        Self {
            check,
            can_fail: false,
            asked: 0,
            last: None,
            can_break: false,
            tried: [0; 2],
            evaluated_words: 0,
            changed_last: None,
            changed: false,
            had_two_records: false,
            numbered: None,
            sorted: true,
        }
    }

    /// True if this case is useful: its output, or its histories, can break the check.
    fn wants(&mut self, case: &ExecutedCase<'_>, tells: bool) -> bool {
        if self.last.replace(case.source) != Some(case.source) {
            self.asked += 1;
        }
        self.can_break |= tells;
        let again = self.changed_last == Some(case.source);
        tells && !self.can_fail && !again && self.tried[several(case)] < CASES
    }

    /// Searches a case on which a check of the logical output holds. If the engine has an order, an output out of order
    /// counts as caught.
    pub(super) fn outputs(
        &mut self,
        case: &ExecutedCase<'_>,
        has_order: bool,
        check: impl Fn(&ExecutedCase<'_>) -> Option<Difference>,
    ) {
        let right = &case.first().output;
        let tells = match self.check {
            Check::Invariant(Invariant::OutputOrdered) => right.len() > 1,
            Check::Invariant(Invariant::NoOutputLost) => {
                case.expected.as_ref().is_some_and(|e| !e.output.is_empty())
            }
            _ => !right.is_empty(),
        };
        if !self.wants(case, tells) {
            return;
        }
        let mut seen = Columns::new(right);
        self.had_two_records |= right.len() > 1;
        self.sorted &= has_order || right.is_sorted();
        let complete = each_change(case, |damaged| {
            let asked = call(
                case.engine,
                EngineFunction::Decode,
                case.source,
                Some(case.size),
                || {
                    let run = &mut damaged.runs[0];
                    run.output = (damaged.plan.decode)(&damaged.input, &run.observation.words);
                    check(damaged).is_some()
                },
            );
            let Ok(caught) = asked else {
                // In a run this would be a violation. It says nothing about duplicates, and may have another order.
                self.changed = true;
                self.sorted = false;
                return !matches!(
                    self.check,
                    Check::Invariant(Invariant::NoDuplicateOutput | Invariant::OutputOrdered)
                );
            };
            let output = &damaged.runs[0].output;
            self.changed |= output != right;
            self.had_two_records |= output.len() > 1;
            self.sorted &= has_order || output.is_sorted();
            seen.retain(output);
            caught
        });
        if right.len() > 1 && (seen.none() || complete == Some(true)) {
            self.numbered = Some(self.numbered != Some(false) && !seen.none());
        }
        self.end(case, complete);
    }

    /// Searches a case on which the check of histories holds and in which a step changed a value.
    pub(super) fn histories(
        &mut self,
        case: &ExecutedCase<'_>,
        check: impl Fn(&ExecutedCase<'_>) -> Option<Difference>,
    ) {
        if !self.wants(case, true) {
            return;
        }
        let of = |case: &ExecutedCase<'_>| -> Vec<History> {
            (case.plan.histories)(&case.input, &case.first().observation.words)
        };
        // The call returned when the case was judged.
        let right = of(case);
        let complete = each_change(case, |damaged| {
            let asked = call(
                case.engine,
                EngineFunction::Histories,
                case.source,
                Some(case.size),
                || (of(damaged) != right, check(damaged).is_some()),
            );
            // A panic is reported as a violation in a run.
            let (changed, caught) = asked.unwrap_or((true, true));
            self.changed |= changed;
            caught
        });
        self.end(case, complete);
    }

    /// Records the changes of a case: `None` if one was caught, otherwise true if all were tried.
    fn end(&mut self, case: &ExecutedCase<'_>, complete: Option<bool>) {
        self.changed_last = Some(case.source);
        self.tried[several(case)] += 1;
        match complete {
            None => self.can_fail = true,
            Some(all) => self.evaluated_words += usize::from(all),
        }
    }

    /// The reason why nothing could have failed the check, if so.
    pub(super) fn silence(&self) -> Option<&'static str> {
        use Invariant as I;
        if self.can_fail {
            return None;
        }
        let looked = self.evaluated_words > 0;
        let unread = looked && !self.changed;
        let numbered = self.numbered == Some(true);
        Some(match self.check {
            Check::Invariant(I::NoOutputLost | I::NoDuplicateOutput) if !self.can_break => {
                "no input has an output: give some that have one, or drop the invariant"
            }
            Check::Invariant(I::OutputOrdered) if !self.can_break => {
                "no input gives two records: give some that do, or drop OutputOrdered"
            }
            Check::Invariant(I::NoOutputLost | I::NoDuplicateOutput | I::OutputOrdered)
                if unread =>
            {
                UNREAD
            }
            Check::Invariant(I::NoDuplicateOutput) if looked && !self.had_two_records => {
                "no input gives two records, whatever words the engine leaves: give some that do, or drop \
                 NoDuplicateOutput"
            }
            Check::Invariant(I::NoDuplicateOutput) if numbered => {
                "`decode` numbers the records, so that no two are alike whatever words the engine leaves: give them \
                 as the engine left them, or drop NoDuplicateOutput"
            }
            Check::Invariant(I::OutputOrdered) if numbered || (looked && self.sorted) => {
                "`decode` numbers or sorts the records, so that they are in order whatever words the engine leaves: \
                 give them as the engine left them, or drop OutputOrdered"
            }
            Check::Invariant(I::BoundedResources) => {
                "no plan has a guarded word of a buffer that a program may write, or a queue whose counter counts and \
                 has a bound: set `guards` or `queues`, or drop BoundedResources"
            }
            Check::Invariant(I::AtomicLinearizable) if !self.can_break => {
                "no atomic step that changed something was observed: set `histories`, or drop AtomicLinearizable"
            }
            Check::Invariant(I::AtomicLinearizable) if unread => {
                "`histories` gives the same result whatever words the engine leaves: take what the steps returned \
                 and the last values from the words that are read back, or drop AtomicLinearizable"
            }
            Check::Invariant(I::WorkgroupInvariant) if self.asked == 0 => {
                "the runner takes only one workgroup size"
            }
            Check::Parity if unread => {
                "no word that is read back is compared, and `decode` gives the same result whatever words the engine \
                 leaves: name in `order_dependent` only what the order of invocations decides"
            }
            Check::Corpus if self.asked == 0 => "the corpus is empty",
            // A single input may have no output.
            _ if !self.can_break && self.asked >= CASES => {
                "no input has an output: give some that have one, and take the records from the words that are read \
                 back"
            }
            _ if unread => UNREAD,
            _ => return None,
        })
    }
}

/// Index of the counter: 1 if the first run of a case gave several records.
fn several(case: &ExecutedCase<'_>) -> usize {
    usize::from(case.first().output.len() > 1)
}

/// Message about a `decode` that ignores the words.
const UNREAD: &str = "`decode` gives the same result whatever words the engine leaves: take the records from the words \
                      that are read back";

/// Changes the words of a case's first run, one change at a time, until `caught` returns true: `None` then, otherwise
/// true if there was time for every change.
fn each_change<'b>(
    case: &ExecutedCase<'b>,
    mut caught: impl FnMut(&mut ExecutedCase<'b>) -> bool,
) -> Option<bool> {
    let first = case.first();
    let words = &first.observation.words;
    let mut damaged = ExecutedCase {
        engine: case.engine,
        source: case.source,
        size: case.size,
        input: case.input.clone(),
        programs: case.programs.clone(),
        plan: case.plan.clone(),
        expected: case.expected.clone(),
        prepared: case.prepared.clone(),
        runs: vec![Run {
            order: first.order,
            output: first.output.clone(),
            observation: Observation {
                words: vec![],
                report: None,
            },
        }],
    };
    let widest = first.output.iter().map(Vec::len).max().unwrap_or(0);
    let records = first.output.len();
    let size: usize = words.iter().map(Vec::len).sum::<usize>() + widest * records;
    let mut spent = 0;
    for fault in faults(&case.plan.launch, words, widest, records) {
        let left = &mut damaged.runs[0].observation.words;
        left.clone_from(words);
        if !fault.apply(left, words) {
            continue;
        }
        if caught(&mut damaged) {
            return None;
        }
        spent += size;
        if spent > MAX_WORDS {
            return Some(false);
        }
    }
    Some(true)
}
