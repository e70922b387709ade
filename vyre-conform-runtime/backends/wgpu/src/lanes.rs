//! Devices that law checks of a software adapter have for themselves.
//!
//! wgpu holds the locks of a device while a submission is handed over, and lavapipe works in that time. Two checks
//! on one device therefore wait for each other though there are processors for both: with a device for each, the laws
//! and parity of the 32-bit ops took 28 s in place of 35 on two processors (2026-11-22). Hardware has one queue in any
//! case, and gets one device.

use super::WgpuBackend;
use super::device::Gpu;
use super::discovery::listed;
use super::lavapipe::is_threadless;
use std::ops::Deref;
use std::sync::{Arc, Mutex};
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::BackendError;

/// The devices that no check has at the moment.
#[derive(Debug, Default)]
pub(super) struct Lanes(Mutex<Vec<Arc<Gpu>>>);

/// A device, until this is dropped.
pub(super) struct Lane<'a> {
    gpu: Arc<Gpu>,
    /// Where it goes back to; nowhere where it is the one that everything shares.
    home: Option<&'a Lanes>,
}

impl Deref for Lane<'_> {
    type Target = Arc<Gpu>;

    fn deref(&self) -> &Self::Target {
        &self.gpu
    }
}

impl Drop for Lane<'_> {
    fn drop(&mut self) {
        // A lost device is opened anew by the next check.
        if let Some(lanes) = self.home
            && self.gpu.lost().is_none()
        {
            lock(&lanes.0).push(self.gpu.clone());
        }
    }
}

impl WgpuBackend {
    /// The adapter; where lavapipe works on the threads that submit, in a Vulkan instance of its own, because the
    /// driver holds a lock of its instance while it works. One that was loaded by path stays in the one it has.
    fn adapter_apart(&self) -> wgpu::Adapter {
        let known = self.adapter.get_info();
        let is_same = |adapter: &wgpu::Adapter| adapter.get_info() == known;
        let apart = is_threadless().then(|| listed(known.backend.into()));
        let same = apart.into_iter().flatten().find(is_same);
        same.unwrap_or_else(|| self.adapter.clone())
    }

    /// A device for one check.
    pub(super) fn lane(&self) -> Result<Lane<'_>, BackendError> {
        let shared = self.gpu()?;
        if !shared.software {
            return Ok(Lane {
                gpu: shared,
                home: None,
            });
        }
        let idle = lock(&self.lanes.0).pop();
        let gpu = match idle {
            Some(gpu) => gpu,
            None => self.open(&self.adapter_apart())?,
        };
        Ok(Lane {
            gpu,
            home: Some(&self.lanes),
        })
    }
}
