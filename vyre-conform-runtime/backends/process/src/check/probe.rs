//! Programs with hand-written words: each is a text of `probes` followed by its launches.

mod text;

use super::limits::within;
use crate::ProcessBackend;
use text::Probe;
use vyre_conform_ir::dispatch::{Contents, Launch};
use vyre_conform_ir::valid::validate_program;
use vyre_conform_suite::backend::{Backend, BackendError, is_claimed_by_backend};

/// Name and text of a probe.
type Text = (&'static str, &'static str);

macro_rules! probes {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../probes/", $name, ".vir")))),*]
    };
}

/// Requirements with the programs that test them.
pub(super) const GROUPS: [(&str, &[Text]); 6] = [
    (
        "at a barrier every invocation of a workgroup waits for the others",
        probes!("barriers" "tree" "storage"),
    ),
    (
        "no atomic step is lost, and each returns the value before it",
        probes!("tickets" "contended" "exchanges" "steps"),
    ),
    (
        "accesses stay within their buffers, and memory begins with zeros",
        probes!("bounds" "zeros" "lengths"),
    ),
    (
        "elements of every type are in the words that the specification states",
        probes!("halves" "wide" "uniforms"),
    ),
    (
        "invocations have their numbers along every axis",
        probes!("axes"),
    ),
    (
        "nodes and operators have the meaning in the specification",
        probes!("choices" "loops" "leaving" "calls" "integers" "signed" "long" "vectors" "casts"),
    ),
];

/// The fault of the first wrong program.
pub(super) fn run(backend: &ProcessBackend, texts: &[Text]) -> Result<(), String> {
    texts.iter().try_for_each(|(name, text)| {
        let wrong = one(backend, &Probe::parse(text));
        wrong.map_err(|wrong| {
            format!("`{name}`: {wrong}. The program is probes/{name}.vir, and docs/spec/ir.md says what it means")
        })
    })
}

fn one(backend: &ProcessBackend, probe: &Probe) -> Result<(), String> {
    // A backend with smaller limits than the program's does not run it.
    let Ok(program) = validate_program(probe.program.clone(), &(), &backend.limits()) else {
        return Ok(());
    };
    let programs = [program];
    let Some(loaded) = within(backend.load_programs(&programs))? else {
        return Ok(());
    };
    for run in &probe.runs {
        let buffers = run.words.iter().cloned().map(Contents::Words).collect();
        let launch = Launch::single(&programs[0], run.workgroups, buffers);
        // The second run must not see data of the first.
        for _ in 0..2 {
            let actual = match loaded.run(&launch) {
                Err(BackendError::UnsupportedByBackend { hardware, .. })
                    if !is_claimed_by_backend(&hardware) =>
                {
                    return Ok(());
                }
                actual => actual.map_err(|error| error.to_string())?,
            };
            differs(&actual, &run.gives)?;
        }
    }
    Ok(())
}

/// The first word that differs from the expected one.
fn differs(actual: &[Vec<u32>], expected: &[Vec<u32>]) -> Result<(), String> {
    for (buffer, (actual, expected)) in actual.iter().zip(expected).enumerate() {
        let mut pairs = actual.iter().zip(expected).enumerate();
        if let Some((word, (actual, expected))) =
            pairs.find(|(_, (actual, expected))| actual != expected)
        {
            return Err(format!(
                "word {word} of buffer {buffer} is {actual:#x}, and {expected:#x} is expected"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_interp::{Options, Order, report_launch};
    use vyre_conform_ir::valid::Limits;

    /// Oracle: the hand-written words in the texts, compared with the interpreter; and the race detector, which must
    /// find nothing.
    #[test]
    fn words_of_probes_agree_with_the_interpreter_in_every_order() {
        for (name, text) in GROUPS.iter().flat_map(|(_, texts)| *texts) {
            let probe = Probe::parse(text);
            assert!(!probe.runs.is_empty(), "{name}");
            let program = validate_program(probe.program, &(), &Limits::WEBGPU);
            let program = [program.unwrap_or_else(|broken| panic!("{name}: {broken:?}"))];
            for run in &probe.runs {
                let buffers = run.words.iter().cloned().map(Contents::Words).collect();
                let launch = Launch::single(&program[0], run.workgroups, buffers);
                for order in [Order::Ascending, Order::Seeded(1), Order::Interleaved(2)] {
                    let options = Options {
                        order,
                        races: true,
                        ..Options::default()
                    };
                    let report = report_launch(&program, &launch, &options).expect(name);
                    assert_eq!(report.words, run.gives, "{name} in {order}");
                    assert!(report.races.is_empty(), "{name}: {:?}", report.races);
                }
            }
        }
    }
}
