//! What a certificate says of random programs.
//!
//! A program is its seed: what a counterexample says is expected is asked of the interpreter again.

use super::issued::Issued;
use super::lacking::{self, Called};
use super::substance::Findings;
use crate::certificate::{
    Counterexample, Part, ProgramCase, ProgramWord, ProgramsEvidence, seed_text, word_of_text,
};
use vyre_conform_fuzz::{Callable, Case};
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::larger_limits;
use vyre_conform_suite::plan::Obligation;
use vyre_conform_suite::plan::numbers::seed;

/// What is wrong with them.
pub(super) fn problems(
    catalog: &Catalog,
    issued: &Issued,
    obligations: &[Obligation],
    found: &ProgramsEvidence,
) -> Findings {
    let mut findings = Findings::default();
    let called = Called::by_programs(catalog);
    for (obligation, part) in obligations.iter().zip(&found.parts) {
        findings.lacking(part, lacking::of_engine(issued, &called, obligation, part));
        findings.part(part, left_out(part));
        findings.left_out(part, |_| true);
        let what = counterexample(catalog, found, part);
        let what = what.map(|what| format!("its counterexample is none: {what}"));
        findings.part(part, what);
    }
    findings
}

/// What is wrong with the programs that it says are beyond the backend's limits.
fn left_out(part: &Part) -> Option<String> {
    let told = &part.skipped;
    if part.range.is_none() && !told.is_empty() {
        return Some("it ran no range of programs, and leaves some out".into());
    }
    let begin = larger_limits("");
    let limits = told
        .iter()
        .all(|of| of.cases > 0 && of.why.starts_with(&begin));
    let sorted = told.is_sorted_by(|a, b| a.why < b.why);
    (!limits || !sorted)
        .then(|| "it leaves out programs for another reason than limits, or not in order".into())
}

fn counterexample(catalog: &Catalog, of: &ProgramsEvidence, part: &Part) -> Option<String> {
    let told = part.counterexample.as_deref();
    if part.failures > 0 && told.is_none() {
        return Some("there are failures, and none of them is described".into());
    }
    let Counterexample {
        case,
        inputs,
        expected,
        found,
        engine,
        program,
    } = told?;
    let Some(program) = program else {
        return Some("it names no program".into());
    };
    if !inputs.is_empty() || expected.is_some() || found.is_some() || engine.is_some() {
        return Some("a program has no values of an op, and is none of an engine".into());
    }
    let ran = part.range.map_or(0..0, |[start, end]| start..end);
    let Some(number) = case.filter(|number| ran.contains(number)) else {
        return Some("it is not a program that ran".into());
    };
    let first = seed(&of.seed)?;
    let due = first.wrapping_add(number);
    if program.seed != seed_text(due) {
        return Some(format!(
            "program {number} is made from the seed {due:#x}, not from {}",
            program.seed
        ));
    }
    wrong_word(catalog, program, due)
}

/// What is wrong with the word that differs: the interpreter's is made again.
fn wrong_word(catalog: &Catalog, program: &ProgramCase, seed: u64) -> Option<String> {
    let ProgramWord {
        buffer,
        word,
        expected,
        found,
    } = program.word.as_ref()?;
    let (Some(expected), Some(found)) = (word_of_text(expected), word_of_text(found)) else {
        return Some("its words are not written as words".into());
    };
    if expected == found {
        return Some("what was found is what was expected".into());
    }
    let case = Case::random(seed, &Callable::of(catalog.ops()).signatures);
    let valid = case.valid(catalog).ok()?;
    let launch = case.launch(&valid);
    let words = run_launch(&[valid], &launch, &Options::default()).ok()?;
    let place = |n: &u64| usize::try_from(*n).ok();
    let due = place(buffer).and_then(|k| words.get(k)?.get(place(word)?));
    match due {
        Some(due) if *due == expected => None,
        Some(due) => Some(format!(
            "it expects {expected:#010x}, and the interpreter gives {due:#010x}"
        )),
        None => Some("no word has this place".into()),
    }
}
