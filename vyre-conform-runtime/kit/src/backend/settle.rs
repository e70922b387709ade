//! Answers compared with expected words, by digests of blocks.

use super::KitBackend;
use crate::answers::{Answer, Answers};
use crate::draft::Draft;
use crate::plan::part_id;
use crate::{BLOCK, MOST_BLOCKS};
use std::fmt;
use std::ops::Range;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::BackendError;
use vyre_conform_suite::backend::digest::{Digest, KIT_SUMS};

/// A request with what is known about it.
pub(super) struct Question<'q> {
    /// The op or engine.
    pub(super) family: &'q str,
    pub(super) draft: &'q Draft,
    /// Words of a value of each output.
    pub(super) outputs: &'q [usize],
    /// Number of the first case.
    pub(super) first: u64,
    /// True if every run of it counts.
    pub(super) repeated: bool,
    /// The operands in the canonical layout, of a range of its cases.
    pub(super) inputs: &'q dyn Fn(Range<u64>) -> Vec<Vec<u32>>,
}

/// A question that the answers leave open: no certificate is made, and the next kit asks it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OpenQuestion {
    /// The request did not run.
    Unanswered {
        /// The op or engine.
        family: String,
    },
    /// A digest differs from the reference's.
    Differs {
        /// The op or engine.
        family: String,
        /// Number of the block's first case.
        first: u64,
        /// End of its case range, exclusive.
        end: u64,
    },
}

impl fmt::Display for OpenQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unanswered { family } => write!(f, "{family}: a request did not run"),
            Self::Differs { family, first, end } => {
                write!(
                    f,
                    "{family}: a result differs among the cases {first} to {end} (exclusive) of a request"
                )
            }
        }
    }
}

/// The digest of some results.
fn digest(key: u64, first: u64, each: usize, words: &[u32]) -> [u32; KIT_SUMS] {
    let mut digest = Digest::default();
    digest.add(key, first, each, words);
    let [a, b, ..] = digest.0;
    [a, b]
}

impl KitBackend {
    /// The device's words: the expected ones wherever its digests are those of the expected words, and its own where a
    /// kit asked for them.
    pub(super) fn resolve(
        &self,
        question: &Question<'_>,
        expected: Vec<Vec<u32>>,
    ) -> Result<Vec<Vec<u32>>, BackendError> {
        let Some(answers) = &self.answers else {
            self.plan(question);
            return Ok(expected);
        };
        let id = question.draft.id();
        let all = answers.get(&id);
        let all = all.ok_or_else(|| BackendError::Other(NOT_PLANNED.to_owned()))?;
        let turn = self.turn(&id, question.repeated);
        let Some(answer) = all.get(turn % all.len().max(1)) else {
            let family = question.family.to_owned();
            self.leave_open(question, id, None, OpenQuestion::Unanswered { family });
            return Ok(expected);
        };
        match answer {
            Answer::Error { kind, message } => Err(self.error(question.family, kind, message)),
            Answer::Words { outputs, .. } => fitting(&expected, outputs.clone()),
            Answer::Digests(digests) => self.compare(answers, question, &id, digests, expected),
        }
    }

    /// True if a request has an answer.
    pub(super) fn is_answered(&self, draft: &Draft) -> bool {
        let answers = self
            .answers
            .as_ref()
            .and_then(|answers| answers.get(&draft.id()));
        answers.is_some_and(|answers| !answers.is_empty())
    }

    fn compare(
        &self,
        answers: &Answers,
        question: &Question<'_>,
        id: &str,
        digests: &[Vec<u32>],
        expected: Vec<Vec<u32>>,
    ) -> Result<Vec<Vec<u32>>, BackendError> {
        let counts = expected.iter().zip(question.outputs);
        let counts: Vec<usize> = counts.map(|(words, each)| words.len() / each).collect();
        let cases = counts.first().copied().unwrap_or_default() as u64;
        let blocks = cases.div_ceil(BLOCK) as usize;
        if digests.len() != expected.len() || digests.iter().any(|of| of.len() != KIT_SUMS * blocks)
        {
            return Err(impossible("its digests are not those of its blocks"));
        }
        let mut found = expected.clone();
        let (mut known, mut first_open) = (false, None);
        let mut right = true;
        for block in 0..blocks as u64 {
            let range = block * BLOCK..((block + 1) * BLOCK).min(cases);
            let same = expected.iter().zip(digests).zip(question.outputs).all(
                |((words, digests), each)| {
                    let own = &words[range.start as usize * each..range.end as usize * each];
                    let due = digest(self.key, question.first + range.start, *each, own);
                    due[..] == digests[KIT_SUMS * block as usize..][..KIT_SUMS]
                },
            );
            if same {
                continue;
            }
            right = false;
            match answers.words(id, &range) {
                Some(Answer::Words { outputs, inputs }) => {
                    check_inputs(question, &range, inputs)?;
                    patch(&mut found, question, &range, outputs)?;
                    known = true;
                }
                Some(Answer::Error { kind, message }) => {
                    return Err(self.error(question.family, kind, message));
                }
                Some(Answer::Digests(_)) => return Err(impossible("words were asked for")),
                None => first_open = first_open.or(Some(range)),
            }
        }
        if right {
            lock(&self.state).right.insert(id.to_owned());
        }
        if let (false, Some(range)) = (known, first_open) {
            let family = question.family.to_owned();
            let (first, end) = (question.first + range.start, question.first + range.end);
            let open = OpenQuestion::Differs { family, first, end };
            if lock(&self.state).open.len() >= MOST_BLOCKS {
                return Err(BackendError::Other(format!(
                    "{open}, and more blocks differ than a kit asks for"
                )));
            }
            self.leave_open(question, id.to_owned(), Some(range), open);
        }
        Ok(found)
    }

    /// True if all results of a request were compared and are the expected ones.
    pub(super) fn is_right(&self, draft: &Draft) -> bool {
        lock(&self.state).right.contains(&draft.id())
    }

    /// The number of earlier runs of a request.
    fn turn(&self, id: &str, repeated: bool) -> usize {
        if !repeated {
            return 0;
        }
        let mut state = lock(&self.state);
        let turns = state.turns.entry(id.to_owned()).or_default();
        *turns += 1;
        *turns - 1
    }

    /// Plans a request.
    pub(super) fn plan(&self, question: &Question<'_>) {
        let mut state = lock(&self.state);
        state.kit.add(
            question.family,
            question.draft.id(),
            question.draft,
            None,
            question.repeated,
        );
    }

    fn leave_open(
        &self,
        question: &Question<'_>,
        id: String,
        want: Option<Range<u64>>,
        open: OpenQuestion,
    ) {
        let mut state = lock(&self.state);
        let name = want
            .as_ref()
            .map_or(id.clone(), |range| part_id(&id, range));
        state
            .kit
            .add(question.family, id, question.draft, want, question.repeated);
        state.open.entry(name).or_insert(open);
    }

    /// The error that the device gave.
    fn error(&self, family: &str, kind: &str, message: &str) -> BackendError {
        let message = message.to_owned();
        match kind {
            "unsupported" => BackendError::UnsupportedByBackend {
                op: family.to_owned(),
                backend: self.identity.slug.clone(),
                hardware: message,
            },
            "compile" => BackendError::Compile {
                op: family.to_owned(),
                message,
            },
            "lost" => BackendError::Other(format!("the request failed twice: {message}")),
            _ => BackendError::Other(message),
        }
    }
}

/// The error for a request that the kit's plan does not have, such as one that would make a failing input smaller.
const NOT_PLANNED: &str = "no kit asked for this";

fn impossible(why: &str) -> BackendError {
    BackendError::Other(format!("the answer is not one to this request: {why}"))
}

/// Words if they have the due numbers.
fn fitting(expected: &[Vec<u32>], found: Vec<Vec<u32>>) -> Result<Vec<Vec<u32>>, BackendError> {
    let count = |all: &[Vec<u32>]| all.iter().map(Vec::len).collect::<Vec<_>>();
    if count(expected) == count(&found) {
        Ok(found)
    } else {
        Err(impossible("it has another number of words"))
    }
}

/// Puts the device's words of a block in place.
fn patch(
    found: &mut [Vec<u32>],
    question: &Question<'_>,
    range: &Range<u64>,
    outputs: &[Vec<u32>],
) -> Result<(), BackendError> {
    if outputs.len() != found.len() {
        return Err(impossible("it has other outputs"));
    }
    let mut changed = false;
    for ((found, own), each) in found.iter_mut().zip(outputs).zip(question.outputs) {
        let place = &mut found[range.start as usize * each..range.end as usize * each];
        if place.len() != own.len() {
            return Err(impossible("it has another number of words"));
        }
        changed |= *place != **own;
        place.copy_from_slice(own);
    }
    if changed {
        return Ok(());
    }
    let (first, end) = (question.first + range.start, question.first + range.end);
    Err(BackendError::Other(format!(
        "the digest of the cases {first} to {end} (exclusive) is wrong, and every result of them right, beginning with \
         case {first}: the device is not deterministic, or it computes digests wrongly"
    )))
}

/// Checks that the device made the right cases.
fn check_inputs(
    question: &Question<'_>,
    range: &Range<u64>,
    inputs: &[Vec<u32>],
) -> Result<(), BackendError> {
    let due = (question.inputs)(question.first + range.start..question.first + range.end);
    if inputs.len() != due.len()
        || inputs
            .iter()
            .zip(&due)
            .any(|(own, due)| own.len() != due.len())
    {
        return Err(impossible("it has other operands"));
    }
    let cases = (range.end - range.start) as usize;
    for (operand, (own, due)) in inputs.iter().zip(&due).enumerate() {
        let Some(at) = own.iter().zip(due).position(|(own, due)| own != due) else {
            continue;
        };
        let case = question.first + range.start + (at * cases / due.len()) as u64;
        return Err(BackendError::Other(format!(
            "the device makes other cases: in case {case} a word of operand {operand} is {:#010x}; {:#010x} is \
             expected",
            own[at], due[at]
        )));
    }
    Ok(())
}
