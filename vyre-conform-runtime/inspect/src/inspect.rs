//! The stages of an inspection: entry points, cases, interpreter, devices, comparison.

use crate::case::{BufferLength, CaseChoice, MAX_BUFFER_BYTES, MAX_LENGTH};
use crate::device::{BlackBox, DeviceRuns, compare};
use crate::error::{InspectError, near};
use crate::finding::{Findings, InspectedBuffer, InspectedEntry};
use crate::finding::{Inspection, Omission};
use crate::interpret::{InterpreterRuns, interpret};
use crate::output::{CaseResult, check_outputs};
use crate::program::KernelProgram;
use crate::target::{Target, override_key};
use naga::ShaderStage;
use std::time::Duration;
use vyre_conform_import::KernelSource;
use vyre_conform_ir::Library;
use vyre_conform_wgpu::WgpuBackend;

/// Default limit of statements of an invocation.
const BUDGET: u64 = 1 << 18;
/// Default time limit of a dispatch.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// Options of an inspection.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct InspectOptions {
    /// The entry points to inspect; all if empty.
    pub entries: Vec<String>,
    /// Values of overrides, by name or by the number of `@id`.
    pub overrides: Vec<(String, f64)>,
    /// Lengths of runtime-sized arrays; derived from the workgroup size if empty.
    pub lengths: Vec<u32>,
    /// Lengths of the runtime-sized arrays of some buffers, by name.
    pub buffer_lengths: Vec<(String, BufferLength)>,
    /// Values of scalars in front of the data of a buffer, such as sizes in a uniform, by name.
    pub values: Vec<(String, f64)>,
    /// Number of workgroups; derived from the length if `None`.
    pub workgroups: Option<[u32; 3]>,
    /// Seed of random inputs.
    pub seed: u64,
    /// Maximum number of statements of an invocation in the interpreter.
    pub budget: u64,
    /// Time limit of a dispatch.
    pub time_limit: Duration,
    /// True to run kernels on devices that did not end in the interpreter.
    pub dispatch_anyway: bool,
}

impl Default for InspectOptions {
    fn default() -> Self {
        Self {
            entries: vec![],
            overrides: vec![],
            lengths: vec![],
            buffer_lengths: vec![],
            values: vec![],
            workgroups: None,
            seed: 0,
            budget: BUDGET,
            time_limit: TIME_LIMIT,
            dispatch_anyway: false,
        }
    }
}

/// Inspects the compute entry points of a text on the interpreter and on these adapters. Its import as
/// a program calls float ops of `library`.
///
/// # Errors
/// [`InspectError`] if an option names something that the text does not have, or an override has no
/// value.
pub fn inspect(
    source: &KernelSource,
    options: &InspectOptions,
    adapters: &[&WgpuBackend],
    library: &dyn Library,
) -> Result<Inspection, InspectError> {
    let names = entry_names(source, options)?;
    check_overrides(source, options)?;
    let targets = names
        .iter()
        .map(|name| Target::new(source, name, &options.overrides));
    let targets = targets.collect::<Result<Vec<_>, _>>()?;
    check_buffers(&targets, options)?;
    check_values(&targets, options)?;
    let mut inspection = Inspection {
        file: source.file().to_owned(),
        entries: vec![],
        overrides: source.overrides(),
        findings: vec![],
        omissions: vec![],
    };
    for target in &targets {
        let mut inspector = Inspector {
            source,
            options,
            adapters,
            library,
            inspection: &mut inspection,
        };
        inspector.entry(target);
    }
    if adapters.is_empty() {
        inspection.omissions.push(Omission {
            entry: None,
            place: None,
            reason: "no adapter took part: results are the interpreter's alone".to_owned(),
        });
    }
    inspection.findings.sort_by(|a, b| {
        let key = |f: &crate::finding::InspectFinding| (f.level, f.place, f.rule);
        key(a).cmp(&key(b))
    });
    Ok(inspection)
}

fn entry_names(
    source: &KernelSource,
    options: &InspectOptions,
) -> Result<Vec<String>, InspectError> {
    let all = source.module().entry_points.iter();
    let all = all.filter(|entry| entry.stage == ShaderStage::Compute);
    let all: Vec<String> = all.map(|entry| entry.name.clone()).collect();
    if all.is_empty() {
        return Err(InspectError::NoEntryPoint);
    }
    if options.entries.is_empty() {
        return Ok(all);
    }
    for name in &options.entries {
        if !all.contains(name) {
            return Err(InspectError::UnknownEntryPoint {
                name: name.clone(),
                near: near(name, all.iter().map(String::as_str)),
                all,
            });
        }
    }
    Ok(options.entries.clone())
}

fn check_overrides(source: &KernelSource, options: &InspectOptions) -> Result<(), InspectError> {
    let all: Vec<String> = source
        .module()
        .overrides
        .iter()
        .map(|(_, o)| override_key(o))
        .collect();
    match options
        .overrides
        .iter()
        .find(|(name, _)| !all.contains(name))
    {
        None => Ok(()),
        Some((name, _)) => Err(InspectError::UnknownOverride {
            name: name.clone(),
            near: near(name, all.iter().map(String::as_str)),
            all,
        }),
    }
}

fn check_buffers(targets: &[Target<'_>], options: &InspectOptions) -> Result<(), InspectError> {
    let all = || targets.iter().flat_map(|t| &t.buffers).map(|b| &b.name[..]);
    let mut unknown = options.buffer_lengths.iter();
    match unknown.find(|(name, _)| !all().any(|known| known == name)) {
        None => Ok(()),
        Some((name, _)) => Err(InspectError::UnknownBuffer {
            name: name.clone(),
            near: near(name, all()),
            all: all().map(str::to_owned).collect(),
        }),
    }
}

fn check_values(targets: &[Target<'_>], options: &InspectOptions) -> Result<(), InspectError> {
    if options.values.is_empty() {
        return Ok(());
    }
    // A huge array has too many scalars to list.
    let mut all = targets
        .iter()
        .filter(|t| too_large(t).is_none())
        .flat_map(|t| &t.buffers)
        .flat_map(crate::fill::parameters)
        .collect::<Vec<String>>();
    all.dedup();
    let mut stated = options.values.iter();
    match stated.find(|(name, _)| !all.iter().any(|full| crate::fill::is_name_of(name, full))) {
        None => Ok(()),
        Some((name, _)) => Err(InspectError::UnknownScalar {
            name: name.clone(),
            near: near(name, all.iter().map(String::as_str)),
            all,
        }),
    }
}

/// An inspection in progress.
struct Inspector<'i> {
    source: &'i KernelSource,
    options: &'i InspectOptions,
    adapters: &'i [&'i WgpuBackend],
    library: &'i dyn Library,
    inspection: &'i mut Inspection,
}

impl Inspector<'_> {
    fn entry(&mut self, target: &Target<'_>) {
        let mut listed = listed(target);
        let foreign = target.foreign_resources();
        if !foreign.is_empty() {
            let names = foreign.join("`, `");
            self.omit(target, format!(
                "`{names}`: textures, samplers and acceleration structures are not inspected; pass the data in a \
                 storage buffer"
            ));
            self.inspection.entries.push(listed);
            return;
        }
        if let Some(reason) = too_large(target) {
            self.omit(target, reason);
            self.inspection.entries.push(listed);
            return;
        }
        let options = self.options;
        let choice = CaseChoice {
            lengths: &options.lengths,
            buffer_lengths: &options.buffer_lengths,
            seed: options.seed,
            workgroups: options.workgroups,
            values: &options.values,
            ..Default::default()
        };
        let mut findings = Findings::new(&target.name);
        let omissions = &mut self.inspection.omissions;
        let budget = options.budget;
        let mut runs = interpret(
            self.source,
            target,
            &choice,
            budget,
            &mut findings,
            omissions,
        );
        listed.interpreted = runs.ended;
        if runs.all_ended {
            listed.imported = self.imported(target, &mut runs, &mut findings);
        }
        let devices = self.devices(target, &runs, &mut findings);
        compare(target, &runs, &devices, &mut findings);
        outputs(target, &runs, &devices, &mut findings);
        let dispatched = devices.iter().map(|d| (d.adapter.clone(), d.dispatched));
        listed.dispatched = dispatched.collect();
        self.inspection.entries.push(listed);
        self.inspection.findings.append(&mut findings.list);
    }

    fn omit(&mut self, target: &Target<'_>, reason: String) {
        self.inspection.omissions.push(Omission {
            entry: Some(target.name.clone()),
            place: None,
            reason,
        });
    }

    /// Runs the kernel's import on some cases, and returns the number of runs that ended.
    fn imported(
        &mut self,
        target: &Target<'_>,
        runs: &mut InterpreterRuns,
        findings: &mut Findings,
    ) -> u32 {
        let omissions = &mut self.inspection.omissions;
        let Some(imported) = KernelProgram::new(self.source, target, self.library, omissions)
        else {
            return 0;
        };
        let mut ended = 0;
        let cases = runs.cases.iter_mut();
        for case in cases.filter(|case| case.is_harmless && KernelProgram::takes(&case.prepared)) {
            case.imported = imported.run(target, &case.prepared, findings);
            ended += u32::from(case.imported.is_some());
        }
        ended
    }

    /// Runs the kernel on each adapter, unless it does not end.
    fn devices(
        &mut self,
        target: &Target<'_>,
        runs: &InterpreterRuns,
        findings: &mut Findings,
    ) -> Vec<DeviceRuns> {
        if !runs.all_ended && !self.options.dispatch_anyway {
            if !self.adapters.is_empty() {
                let reason = "no adapter was given the kernel, which does not end in some run of the interpreter: \
                              `--dispatch-anyway` dispatches it";
                self.omit(target, reason.to_owned());
            }
            return vec![];
        }
        let black_box = BlackBox {
            source: self.source,
            target,
            time_limit: self.options.time_limit,
            dispatch_anyway: self.options.dispatch_anyway,
        };
        let omissions = &mut self.inspection.omissions;
        let each = self.adapters.iter();
        each.map(|adapter| black_box.run(adapter, runs, findings, omissions))
            .collect()
    }
}

/// A variable that exceeds the size limit of an inspection.
fn too_large(target: &Target<'_>) -> Option<String> {
    let buffers = target.buffers.iter();
    let buffers = buffers.map(|b| (format!("`{}`", b.name), b.least_bytes));
    let workgroup = ("workgroup memory".to_owned(), target.workgroup_bytes());
    let mut all = buffers.chain([workgroup]);
    let (name, bytes) = all.find(|(_, bytes)| *bytes > MAX_BUFFER_BYTES)?;
    Some(format!(
        "{name} has {bytes} bytes; the limit is {MAX_BUFFER_BYTES}: make the array smaller or runtime-sized"
    ))
}

/// Checks the outputs of a kernel: the interpreter's results, or those of the first adapter if there
/// are none.
fn outputs(
    target: &Target<'_>,
    runs: &InterpreterRuns,
    devices: &[DeviceRuns],
    findings: &mut Findings,
) {
    let results = runs.cases.iter().enumerate().filter_map(|(k, case)| {
        let of_device = || devices.iter().find_map(|device| device.outputs[k].as_ref());
        Some(CaseResult {
            case: &case.prepared.case,
            inputs: &case.prepared.buffers,
            outputs: case.buffers.as_ref().or_else(of_device)?,
        })
    });
    check_outputs(target, &results.collect::<Vec<_>>(), findings);
}

fn listed(target: &Target<'_>) -> InspectedEntry {
    let buffers = target.buffers.iter().map(|b| InspectedBuffer {
        group: b.slot.group,
        binding: b.slot.binding,
        name: b.name.clone(),
        ty: b.shape.written(),
        space: if b.uniform { "uniform" } else { "storage" },
        is_read: b.is_read,
        is_written: b.is_written,
        bytes: b.shape.tail().map_or(b.least_bytes, |(offset, _)| offset),
        stride: b.shape.tail().map(|(_, stride)| stride),
    });
    InspectedEntry {
        name: target.name.clone(),
        workgroup_size: target.workgroup_size,
        buffers: buffers.collect(),
        workgroup_bytes: target.workgroup_bytes(),
        interpreted: 0,
        imported: 0,
        dispatched: vec![],
    }
}

/// Maximum length of a runtime-sized array in an inspection.
pub const MAX_INSPECTED_LENGTH: u32 = MAX_LENGTH;
