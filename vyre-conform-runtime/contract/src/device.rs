//! Adapters as parties: the kernel's own text, with guard words around every buffer.

use crate::contract::Pass;
use crate::fault::{ContractFault, ContractRule};
use crate::run::{Dispatch, DispatchResult, Interruption, Party};
use std::collections::BTreeMap;
use std::time::Duration;
use vyre_conform_import::{BindingSpace, KernelSource, SourceLanguage};
use vyre_conform_suite::backend::Backend as _;
use vyre_conform_wgpu::{ForeignKernel, KernelBuffer, KernelFailure, KernelInput, KernelRequest};
use vyre_conform_wgpu::{KernelSlot, WgpuBackend};

/// The passes of a contract, compiled for an adapter.
pub(crate) struct Device {
    name: String,
    kernels: Vec<ForeignKernel>,
    time_limit: Duration,
}

impl Device {
    /// Compiles the entry point of every pass.
    ///
    /// # Errors
    /// The fault where the device refuses one.
    pub(crate) fn new(
        backend: &WgpuBackend,
        source: &KernelSource,
        is_changed: bool,
        passes: &[Pass],
        overrides: &BTreeMap<String, f64>,
        time_limit: Duration,
    ) -> Result<Self, Interruption> {
        let name = format!("`{}`", backend.identity().slug);
        let values = overrides.iter().map(|(name, value)| (name.clone(), *value));
        let values: Vec<(String, f64)> = values.collect();
        let text = source.accepted_text();
        let kernels = passes.iter().map(|pass| {
            let loaded = backend.load_kernel(&KernelRequest {
                source: if source.language() == SourceLanguage::Wgsl && !is_changed {
                    KernelInput::Wgsl(&text)
                } else {
                    KernelInput::Module(source.module())
                },
                entry: &pass.entry.name,
                overrides: &values,
            });
            loaded.map_err(|failure| failed(&name, &failure))
        });
        let kernels = kernels.collect::<Result<_, _>>()?;
        Ok(Self {
            name,
            kernels,
            time_limit,
        })
    }
}

impl Party for Device {
    fn name(&self) -> &str {
        &self.name
    }

    fn dispatch(&self, dispatch: Dispatch<'_>) -> Result<DispatchResult, Interruption> {
        let bindings = dispatch.spec.entry.bindings.iter();
        let bound = bindings
            .clone()
            .zip(&dispatch.contents)
            .map(|(binding, bytes)| KernelBuffer {
                slot: KernelSlot {
                    group: binding.group,
                    binding: binding.binding,
                },
                bytes: bytes.clone(),
                uniform: binding.space == BindingSpace::Uniform,
            });
        let bound: Vec<KernelBuffer> = bound.collect();
        let left = self.kernels[dispatch.pass].run(&bound, dispatch.workgroups, self.time_limit);
        let left = left.map_err(|failure| failed(&self.name, &failure))?;
        let touched = bindings.zip(&left).filter_map(|(binding, left)| {
            let at = left.guard_touched?;
            let values = format!("byte {at} of `{}`", binding.name);
            let mut fault = ContractFault::new(ContractRule::GuardTouched, &self.name, values);
            fault.place = binding.place;
            Some(fault)
        });
        let faults = touched.collect();
        let contents = left.into_iter().map(|left| left.bytes).collect();
        Ok(DispatchResult { contents, faults })
    }
}

fn failed(name: &str, failure: &KernelFailure) -> Interruption {
    let rule = match failure {
        KernelFailure::Lost(_) => ContractRule::DeviceLost,
        KernelFailure::TimeLimit(_) => ContractRule::TimeLimit,
        _ => ContractRule::DeviceRefused,
    };
    Interruption::fault(rule, name, failure.to_string())
}
