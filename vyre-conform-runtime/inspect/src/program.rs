//! A second opinion: the kernel as a program of the representation, on the project's interpreter with
//! its race detector.
//!
//! The interpreter of this package and the importer share no code except naga, so that a fault in one
//! shows in a comparison with the other.

use crate::case::{CaseInput, InputValues};
use crate::finding::{Findings, InspectFinding, Omission};
use crate::rule::InspectRule;
use crate::target::Target;
use vyre_conform_import::{ImportOptions, ImportedKernel, Probe, ProbeKind, import};
use vyre_conform_import::{KernelSource, SourcePlace};
use vyre_conform_interp::{Options, Race, RacingAccess, report_launch};
use vyre_conform_ir::Access;
use vyre_conform_ir::Library;
use vyre_conform_ir::dispatch::Contents;
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};

/// Limit of steps of a launch.
const STEPS: u64 = 1 << 23;
/// Maximum length of a case to run.
const MAX_ELEMENTS: u32 = 600;

/// An entry point as a program.
pub(crate) struct KernelProgram {
    kernel: ImportedKernel,
    valid: [ValidProgram; 1],
}

impl KernelProgram {
    /// Imports an entry point; refusals become omissions.
    pub(crate) fn new(
        source: &KernelSource,
        target: &Target<'_>,
        library: &dyn Library,
        omissions: &mut Vec<Omission>,
    ) -> Option<Self> {
        let mut omit = |place, reason: String| {
            omissions.push(Omission {
                entry: Some(target.name.clone()),
                place,
                reason: format!("the importer does not support {reason}"),
            });
        };
        let options = ImportOptions {
            entry: target.name.clone(),
            overrides: target.overrides.iter().cloned().collect(),
            probes: true,
            ..Default::default()
        };
        let kernel = match import(source, &options) {
            Ok(kernel) => kernel,
            Err(refusals) => {
                for refusal in refusals {
                    let place = refusal.place;
                    omit(place, refusal.to_string());
                }
                return None;
            }
        };
        match validate_program(kernel.program.clone(), library, &Limits::INTERPRETER) {
            Ok(valid) => Some(Self {
                kernel,
                valid: [valid],
            }),
            Err(invalid) => {
                let first = invalid.first().map(ToString::to_string);
                omit(None, format!("the kernel: {}", first.unwrap_or_default()));
                None
            }
        }
    }

    /// True if the case is one of the few to run, which suffice for a second opinion.
    pub(crate) fn takes(prepared: &CaseInput) -> bool {
        let case = &prepared.case;
        case.length <= MAX_ELEMENTS && matches!(case.values, InputValues::Ramp | InputValues::Small)
    }

    /// The final buffers of the program, if it ends.
    pub(crate) fn run(
        &self,
        target: &Target<'_>,
        prepared: &CaseInput,
        findings: &mut Findings,
    ) -> Option<Vec<Vec<u8>>> {
        let position = |group: u32, binding: u32| {
            let mut slots = target.buffers.iter().map(|b| b.slot);
            slots.position(|slot| (slot.group, slot.binding) == (group, binding))
        };
        let bound = self.kernel.bindings.iter();
        let positions: Vec<usize> = bound
            .map(|b| position(b.group, b.binding))
            .collect::<Option<_>>()?;
        let contents = positions
            .iter()
            .map(|k| Contents::Words(words(&prepared.buffers[*k])));
        let launch = self
            .kernel
            .launch(prepared.case.workgroups, contents.collect());
        let options = Options {
            steps: STEPS,
            races: true,
            ..Default::default()
        };
        let report = report_launch(&self.valid, &launch, &options).ok()?;
        for race in &report.races {
            self.race(race, prepared, findings);
        }
        let mut outputs = prepared.buffers.clone();
        let mut left = report.words.iter();
        for (bound, k) in self.kernel.bindings.iter().zip(positions) {
            let decl = self.kernel.program.buffer(bound.buffer)?;
            if decl.access == Access::ReadWrite {
                outputs[k] = left.next()?.iter().flat_map(|w| w.to_le_bytes()).collect();
            }
        }
        for probe in self.kernel.fired(left.next().map_or(&[], Vec::as_slice)) {
            report_probe(&probe, prepared, findings);
        }
        Some(outputs)
    }

    fn race(&self, race: &Race, prepared: &CaseInput, findings: &mut Findings) {
        let place = |path: &str| self.kernel.place_of(path);
        let (first, second) = (place(&race.first.place), place(&race.second.place));
        // Counters of the import itself have no place.
        if first.is_none() || second.is_none() || findings.has_race_on(&first, &second) {
            return;
        }
        let rule = if race.first.workgroup == race.second.workgroup {
            InspectRule::DataRace
        } else {
            InspectRule::WorkgroupRace
        };
        let who = |access: &RacingAccess| {
            let ([x, y, z], [i, j, k]) = (access.local, access.workgroup);
            format!(
                "invocation ({x}, {y}, {z}) of workgroup ({i}, {j}, {k}) {}",
                access.kind
            )
        };
        let (later, earlier) = (who(&race.second), who(&race.first));
        let (index, buffer) = (race.index, &race.buffer);
        let words = format!("{later} word {index} of `{buffer}`; {earlier} it");
        let finding = findings.finding(rule, words);
        findings.add(InspectFinding {
            place: second,
            related: first,
            case: Some(prepared.case.clone()),
            ..finding
        });
    }
}

/// Reports a probe that fired, unless the line has a finding of its kind.
fn report_probe(probe: &Probe, prepared: &CaseInput, findings: &mut Findings) {
    let rules = match probe.kind {
        ProbeKind::DivisionByZero => &[InspectRule::DivisionByZero][..],
        ProbeKind::WideShift => &[InspectRule::ShiftWidth],
        ProbeKind::DivisionOverflow => &[InspectRule::DivisionOverflow],
        ProbeKind::ConversionOutOfRange => &[InspectRule::ConversionRange],
        ProbeKind::IndexOutOfBounds => &[
            InspectRule::ReadOutOfBounds,
            InspectRule::WriteOutOfBounds,
            InspectRule::UncheckedIndex,
        ],
        _ => return,
    };
    let place = probe.place;
    let line = |place: &Option<_>| place.as_ref().map(|p: &SourcePlace| p.line);
    let known = |f: &InspectFinding| rules.contains(&f.rule) && line(&f.place) == line(&place);
    if findings.list.iter().any(known) {
        return;
    }
    let finding = findings.finding(rules[0], "a run of the import shows it".to_owned());
    findings.add(InspectFinding {
        place,
        case: Some(prepared.case.clone()),
        ..finding
    });
}

/// The words of a buffer.
fn words(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]))
        .collect()
}
