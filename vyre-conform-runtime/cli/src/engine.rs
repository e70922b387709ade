//! `show` of an engine: its description, its invariants, and the programs of one plan with their WGSL.

use serde::Serialize;
use std::fmt::{Display, Write};
use vyre_conform_certificate::certificate::Competitor;
use vyre_conform_ir as ir;
use vyre_conform_ir::valid::{Limits, validate_program};
use vyre_conform_lower as lower;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_spec::EngineKind;

/// Workgroup size and input number of the displayed plan.
const SHOWN: (u32, u64) = (64, 7);

/// Description of an engine.
#[derive(Serialize)]
pub(super) struct EngineDescription {
    kind: &'static str,
    id: &'static str,
    version: u32,
    place: String,
    docs: &'static str,
    deprecated: Option<&'static str>,
    /// Its kind.
    of: &'static str,
    track: &'static str,
    additions: Option<String>,
    invariants: Vec<Invariant>,
    corpus: Vec<&'static str>,
    /// The baselines that level L4 requires.
    baselines: Vec<String>,
    plan: Plan,
}

/// An invariant with its meaning.
#[derive(Serialize)]
struct Invariant {
    name: &'static str,
    claim: &'static str,
}

/// The plan of one input.
#[derive(Serialize)]
struct Plan {
    input: u64,
    workgroup_size: u32,
    dispatches: usize,
    #[serde(rename = "most_steps")]
    max_steps: u64,
    programs: Vec<Program>,
}

/// A program of a plan.
#[derive(Serialize)]
struct Program {
    ir: String,
    wgsl: Option<String>,
    /// The broken rules of an invalid program.
    broken: Vec<String>,
}

/// The description of an engine.
pub(super) fn shown(engine: &EngineDef, catalog: &Catalog) -> EngineDescription {
    let (size, number) = SHOWN;
    let plan = (engine.plan)(&(engine.inputs)(number), size);
    let program = |program: &ir::Program| {
        let valid = validate_program(program.clone(), catalog, &Limits::WEBGPU);
        Program {
            ir: ir::print::program(program),
            wgsl: valid.as_ref().ok().map(lower::program),
            broken: match valid {
                Ok(_) => vec![],
                Err(rules) => rules.iter().map(ToString::to_string).collect(),
            },
        }
    };
    let invariant = |invariant: &vyre_conform_spec::Invariant| Invariant {
        name: invariant.name(),
        claim: vyre_conform_runtime::engine::Check::Invariant(*invariant).claim(),
    };
    EngineDescription {
        kind: "engine",
        id: engine.id,
        version: engine.version,
        place: engine.place.to_string(),
        docs: engine.docs.trim(),
        deprecated: engine.deprecated,
        of: engine.kind.name(),
        track: engine.kind.track().name(),
        additions: engine.accumulation.map(|of| of.order.to_string()),
        invariants: engine.invariants.iter().map(invariant).collect(),
        corpus: engine.corpus.iter().map(|case| case.source).collect(),
        baselines: Competitor::of_engine(engine)
            .iter()
            .map(Competitor::requirement)
            .collect(),
        plan: Plan {
            input: number,
            workgroup_size: size,
            dispatches: plan.launch.steps.len(),
            max_steps: plan.max_steps,
            programs: plan.programs.iter().map(program).collect(),
        },
    }
}

/// The page of an engine.
pub(super) fn show(engine: &EngineDef, catalog: &Catalog) -> String {
    let shown = shown(engine, catalog);
    let mut out = String::new();
    let _ = writeln!(out, "{} (version {})", shown.id, shown.version);
    if let Some(note) = shown.deprecated {
        let _ = writeln!(out, "deprecated: {}", super::list::deprecation(note));
    }
    let _ = writeln!(out, "{}\n\n{}", shown.place, shown.docs);
    if engine.kind != EngineKind::Integer {
        let adds = shown.additions.as_ref();
        let adds = adds.map_or(String::new(), |order| format!(", adds as {order}"));
        let _ = writeln!(
            out,
            "\n{} engine of the {} track{adds}",
            shown.of, shown.track
        );
    }
    let invariants = shown.invariants.iter();
    let invariants = invariants.map(|of| format!("{:<20} {}", of.name, of.claim));
    list(&mut out, "invariants", invariants);
    list(&mut out, "corpus", &shown.corpus);
    list(&mut out, "baselines", &shown.baselines);
    let plan = &shown.plan;
    let _ = writeln!(
        out,
        "\nplan of input {} at workgroup size {}: {} programs, {} dispatches, at most {} steps",
        plan.input,
        plan.workgroup_size,
        plan.programs.len(),
        plan.dispatches,
        plan.max_steps
    );
    for program in &plan.programs {
        let _ = writeln!(out, "\nprogram\n{}", program.ir);
        if let Some(wgsl) = &program.wgsl {
            let _ = writeln!(out, "wgsl\n{wgsl}");
        }
        for rule in &program.broken {
            let _ = writeln!(out, "  {rule}");
        }
    }
    out
}

/// Writes entries below a heading, and nothing without entries.
fn list(out: &mut String, heading: &str, entries: impl IntoIterator<Item: Display>) {
    let mut entries = entries.into_iter().peekable();
    if entries.peek().is_some() {
        let _ = writeln!(out, "\n{heading}");
    }
    for entry in entries {
        let _ = writeln!(out, "  {entry}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the hand-written page of an engine without baselines.
    #[test]
    fn a_heading_has_entries_below_it() {
        let mut out = String::from("engine\n");
        list(&mut out, "corpus", ["one", "two"]);
        list(&mut out, "baselines", [""; 0]);
        assert_eq!(out, "engine\n\ncorpus\n  one\n  two\n");
    }
}
