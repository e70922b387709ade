//! `show` of an engine: its description, its invariants, and the programs of one plan with their WGSL.

use crate::catalog::Catalog;
use crate::engine::EngineDef;
use crate::valid::{Limits, validate_program};
use crate::{ir, lower};
use std::fmt::Write;

/// The workgroup size and the number of the input whose plan is shown.
const SHOWN: (u32, u64) = (64, 7);

/// The engine's page.
pub(super) fn show(engine: &EngineDef, catalog: &Catalog) -> String {
    let (size, number) = SHOWN;
    let plan = (engine.plan)(&(engine.inputs)(number), size);
    let mut out = String::new();
    let _ = writeln!(out, "{} (version {})", engine.id, engine.version);
    if let Some(note) = engine.deprecated {
        let _ = writeln!(out, "deprecated: {}", super::list::said(note));
    }
    let _ = writeln!(out, "{}\n\n{}", engine.place, engine.docs.trim());
    let _ = writeln!(out, "\ninvariants");
    for invariant in engine.invariants {
        let claim = crate::engine::Check::Invariant(*invariant).claim();
        let _ = writeln!(out, "  {:<20} {claim}", invariant.name());
    }
    let _ = writeln!(out, "\ncorpus");
    for case in engine.corpus {
        let _ = writeln!(out, "  {}", case.source);
    }
    let _ = writeln!(
        out,
        "\nplan of input {number} at workgroup size {size}: {} programs, {} dispatches, at most \
         {} steps",
        plan.programs.len(),
        plan.launch.steps.len(),
        plan.most_steps
    );
    for program in &plan.programs {
        let _ = writeln!(out, "\nprogram\n{}", ir::print::program(program));
        match validate_program(program.clone(), catalog, &Limits::WEBGPU) {
            Ok(valid) => {
                let _ = writeln!(out, "wgsl\n{}", lower::program(&valid));
            }
            Err(broken) => {
                for rule in broken {
                    let _ = writeln!(out, "  {rule}");
                }
            }
        }
    }
    out
}
