//! Runs of the kernel as a black box on devices.

use crate::finding::{Findings, InspectFinding, Omission};
use crate::interpret::{CaseRun, InterpreterRuns};
use crate::output::{Difference, DifferenceKind, first_difference};
use crate::rule::InspectRule;
use crate::target::Target;
use naga::ScalarKind;
use std::time::Duration;
use vyre_conform_import::{KernelSource, SourceLanguage};
use vyre_conform_ir::valid::Limits;
use vyre_conform_suite::backend::Backend;
use vyre_conform_wgpu::{
    ForeignKernel, KernelBuffer, KernelFailure, KernelInput, KernelRequest, WgpuBackend,
};

/// The buffers after a run.
type Outputs = Vec<Vec<u8>>;

/// An adapter with its results for each case.
pub(crate) struct DeviceRuns {
    pub(crate) adapter: String,
    pub(crate) dispatched: u32,
    /// The buffers of each case, if the device returned the same ones twice.
    pub(crate) outputs: Vec<Option<Outputs>>,
}

/// A kernel that devices run without interpretation.
pub(crate) struct BlackBox<'b> {
    pub(crate) source: &'b KernelSource,
    pub(crate) target: &'b Target<'b>,
    pub(crate) time_limit: Duration,
    /// True to run cases on devices that did not end in the interpreter.
    pub(crate) dispatch_anyway: bool,
}

impl BlackBox<'_> {
    /// Runs every case on a device.
    pub(crate) fn run(
        &self,
        backend: &WgpuBackend,
        runs: &InterpreterRuns,
        findings: &mut Findings,
        omissions: &mut Vec<Omission>,
    ) -> DeviceRuns {
        let adapter = backend.identity().slug.clone();
        let mut found = DeviceRuns {
            adapter,
            dispatched: 0,
            outputs: vec![None; runs.cases.len()],
        };
        let features = &backend.identity().features;
        let mut lacking = needs(self.target).into_iter();
        if let Some(feature) = lacking.find(|feature| !features.iter().any(|f| f == feature)) {
            omissions.push(Omission {
                entry: Some(self.target.name.clone()),
                place: None,
                reason: format!(
                    "`{}` lacks the feature `{feature}` that the kernel needs",
                    found.adapter
                ),
            });
            return found;
        }
        let Some(kernel) = self.loaded(backend, &found.adapter, findings) else {
            return found;
        };
        for (k, case) in runs.cases.iter().enumerate() {
            if !case.is_harmless && !self.dispatch_anyway {
                continue;
            }
            match self.case(&kernel, case, &mut found, findings) {
                Ok(outputs) => found.outputs[k] = outputs,
                Err(failure) => {
                    let mut finding = self.failed(&found.adapter, &failure, findings);
                    finding.case = Some(case.prepared.case.clone());
                    findings.add(finding);
                    omissions.push(Omission {
                        entry: Some(self.target.name.clone()),
                        place: None,
                        reason: format!(
                            "`{}` ran {k} of {} cases",
                            found.adapter,
                            runs.cases.len()
                        ),
                    });
                    break;
                }
            }
        }
        found
    }

    /// The compiled kernel, unless the device rejects it.
    fn loaded(
        &self,
        backend: &WgpuBackend,
        adapter: &str,
        findings: &mut Findings,
    ) -> Option<ForeignKernel> {
        if let Some(values) = beyond(self.target, &backend.limits(), adapter) {
            let finding = findings.finding(InspectRule::DeviceRefused, values);
            findings.add(InspectFinding {
                adapter: Some(adapter.to_owned()),
                ..finding
            });
            return None;
        }
        let text = self.source.accepted_text();
        let loaded = backend.load_kernel(&KernelRequest {
            source: if self.source.language() == SourceLanguage::Wgsl {
                KernelInput::Wgsl(&text)
            } else {
                KernelInput::Module(self.source.module())
            },
            entry: &self.target.name,
            overrides: &self.target.overrides,
        });
        match loaded {
            Ok(kernel) => Some(kernel),
            Err(failure) => {
                let finding = self.failed(adapter, &failure, findings);
                findings.add(finding);
                None
            }
        }
    }

    /// Runs a case twice.
    fn case(
        &self,
        kernel: &ForeignKernel,
        case: &CaseRun,
        runs: &mut DeviceRuns,
        findings: &mut Findings,
    ) -> Result<Option<Outputs>, KernelFailure> {
        let prepared = &case.prepared;
        let mut dispatch = |buffers: &[Vec<u8>]| {
            runs.dispatched += 1;
            self.dispatch(kernel, buffers, prepared.case.workgroups)
        };
        let (first, touched) = dispatch(&prepared.buffers)?;
        let (second, _) = dispatch(&prepared.buffers)?;
        let mut report = |rule, values| {
            let finding = findings.finding(rule, values);
            findings.add(InspectFinding {
                case: Some(prepared.case.clone()),
                adapter: Some(runs.adapter.clone()),
                ..finding
            });
        };
        if let Some((name, at)) = touched {
            report(InspectRule::GuardTouched, format!("byte {at} of `{name}`"));
        }
        if let Some(difference) = first_difference(self.target, &first, &second) {
            let Difference {
                path, left, right, ..
            } = difference;
            let values = format!("{path} is {left} in one run and {right} in another one");
            report(InspectRule::RunsDiffer, values);
            return Ok(None);
        }
        Ok(Some(first))
    }

    /// Dispatches once, and returns the buffers, and the name of a buffer with a changed guard byte and
    /// its position.
    fn dispatch(
        &self,
        kernel: &ForeignKernel,
        buffers: &[Vec<u8>],
        workgroups: [u32; 3],
    ) -> Result<(Outputs, Option<(String, i64)>), KernelFailure> {
        let declared = self.target.buffers.iter();
        let bound = declared
            .clone()
            .zip(buffers)
            .map(|(binding, bytes)| KernelBuffer {
                slot: binding.slot,
                bytes: bytes.clone(),
                uniform: binding.uniform,
            });
        let bound: Vec<KernelBuffer> = bound.collect();
        let left = kernel.run(&bound, workgroups, self.time_limit)?;
        let touched = declared.zip(&left).find_map(|(binding, left)| {
            let at = left.guard_touched?;
            Some((binding.name.clone(), at))
        });
        Ok((left.into_iter().map(|left| left.bytes).collect(), touched))
    }

    fn failed(
        &self,
        adapter: &str,
        failure: &KernelFailure,
        findings: &Findings,
    ) -> InspectFinding {
        let rule = match failure {
            KernelFailure::Lost(_) => InspectRule::DeviceLost,
            KernelFailure::TimeLimit(_) => InspectRule::TimeLimit,
            _ => InspectRule::DeviceRefused,
        };
        let finding = findings.finding(rule, failure.to_string());
        InspectFinding {
            adapter: Some(adapter.to_owned()),
            ..finding
        }
    }
}

/// The features that an entry point needs.
fn needs(target: &Target<'_>) -> Vec<&'static str> {
    let types = target.module.types.iter();
    let scalars = types.filter_map(|(_, ty)| ty.inner.scalar());
    let of_types = scalars.filter_map(|scalar| match (scalar.kind, scalar.width) {
        (ScalarKind::Float, 2) => Some("shader-f16"),
        (ScalarKind::Float, 8) => Some("shader-f64"),
        (ScalarKind::Sint | ScalarKind::Uint, 8) => Some("shader-int64"),
        _ => None,
    });
    let mut needs: Vec<&str> = of_types.collect();
    let has_operations = target.has_subgroup_operations();
    needs.extend((target.knows_subgroups() || has_operations).then_some("subgroup"));
    needs
}

/// A limit of an adapter that the entry point exceeds. wgpu does not check sizes that depend on
/// overrides.
fn beyond(target: &Target<'_>, limits: &Limits, adapter: &str) -> Option<String> {
    let axes = target.workgroup_size.iter().zip(limits.workgroup_size);
    let axes = axes.map(|(size, most)| ("invocations of a workgroup on an axis", *size, most));
    let invocations = (
        "invocations of a workgroup",
        target.invocations(),
        limits.workgroup_invocations,
    );
    let bytes = (
        "bytes of workgroup memory",
        target.workgroup_bytes(),
        limits.workgroup_bytes,
    );
    let buffers = target.buffers.iter().filter(|b| !b.uniform).count() as u32;
    let buffers = ("storage buffers", buffers, limits.storage_buffers);
    let mut all = axes.chain([invocations, bytes, buffers]);
    let (what, has, most) = all.find(|(_, has, most)| has > most)?;
    Some(format!(
        "{has} {what}, and the limit of `{adapter}` is {most}"
    ))
}

/// Reports the first differences between the interpreter and devices, and between devices.
pub(crate) fn compare(
    target: &Target<'_>,
    runs: &InterpreterRuns,
    devices: &[DeviceRuns],
    findings: &mut Findings,
) {
    for (k, case) in runs.cases.iter().enumerate() {
        let interpreter = case.buffers.as_ref().filter(|_| case.is_certain);
        let interpreter = interpreter.map(|buffers| ("the interpreter", buffers));
        let imported = case
            .imported
            .as_ref()
            .map(|buffers| ("the import", buffers));
        let devices = devices.iter().filter_map(|device| {
            let outputs = device.outputs[k].as_ref()?;
            Some((&device.adapter[..], outputs))
        });
        let parties: Vec<(&str, &Outputs)> = interpreter
            .into_iter()
            .chain(imported)
            .chain(devices)
            .collect();
        // Results that the text leaves unspecified may differ between devices too, and have a finding
        // already.
        if parties.len() < 2 || (case.buffers.is_some() && !case.is_certain) {
            continue;
        }
        let Some((rule, values)) = main_difference(target, &parties) else {
            continue;
        };
        let is_extreme = !case.prepared.case.values.are_indices();
        let rule = match rule {
            InspectRule::FloatsDiffer if is_extreme => InspectRule::FloatRounding,
            rule => rule,
        };
        if findings.has(rule) {
            continue;
        }
        let finding = findings.finding(rule, values);
        findings.add(InspectFinding {
            case: Some(case.prepared.case.clone()),
            ..finding
        });
    }
}

/// The most significant difference between parties, and the outlier.
fn main_difference(
    target: &Target<'_>,
    parties: &[(&str, &Outputs)],
) -> Option<(InspectRule, String)> {
    let pairs = (0..parties.len()).flat_map(|a| (a + 1..parties.len()).map(move |b| (a, b)));
    let differences = pairs.filter_map(|(a, b)| {
        let difference = first_difference(target, parties[a].1, parties[b].1)?;
        Some((difference.kind, a, b, difference))
    });
    let differences: Vec<_> = differences.collect();
    let (kind, a, b, worst) = differences.iter().max_by_key(|(kind, ..)| *kind)?;
    let rule = match kind {
        DifferenceKind::Rounding => InspectRule::FloatRounding,
        DifferenceKind::Float => InspectRule::FloatsDiffer,
        DifferenceKind::Words => InspectRule::ResultsDiffer,
    };
    let differs = |k: usize| {
        differences
            .iter()
            .filter(move |(of, a, b, _)| of == kind && (*a == k || *b == k))
    };
    let alone = (0..parties.len()).find(|k| {
        parties.len() > 2
            && differs(*k).count() == parties.len() - 1
            && differences.iter().filter(|d| d.0 == *kind).count() == parties.len() - 1
    });
    let Difference {
        path, left, right, ..
    } = worst;
    let mut values = format!(
        "{path} is {left} for {} and {right} for {}",
        parties[*a].0, parties[*b].0
    );
    if let Some(alone) = alone {
        values += &format!("; {} stands alone", parties[alone].0);
    }
    Some((rule, values))
}
