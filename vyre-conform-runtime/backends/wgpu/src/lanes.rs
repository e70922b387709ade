//! Separate devices for law checks on a software adapter.
//!
//! wgpu holds the locks of a device during a submission, and lavapipe works in that time. Two checks on one device
//! therefore wait for each other although processors are free, so each check gets its own device. Hardware has one
//! queue in any case, and gets one device.

use super::WgpuBackend;
use super::device::Gpu;
use super::discovery::listed;
use super::lavapipe::is_threadless;
use std::ops::Deref;
use std::sync::{Arc, Mutex};
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::BackendError;

/// Devices that no check uses at the moment.
#[derive(Debug, Default)]
pub(super) struct IdleDevices(Mutex<Vec<Arc<Gpu>>>);

/// A device in use until this is dropped.
pub(super) struct CheckDevice<'a> {
    gpu: Arc<Gpu>,
    /// The list that it returns to; `None` for the shared device.
    pool: Option<&'a IdleDevices>,
}

impl Deref for CheckDevice<'_> {
    type Target = Arc<Gpu>;

    fn deref(&self) -> &Self::Target {
        &self.gpu
    }
}

impl Drop for CheckDevice<'_> {
    fn drop(&mut self) {
        // The next check reopens a lost device.
        if let Some(lanes) = self.pool
            && self.gpu.lost().is_none()
        {
            lock(&lanes.0).push(self.gpu.clone());
        }
    }
}

impl WgpuBackend {
    /// The adapter. If lavapipe works on the submitting threads, it is in a separate Vulkan instance, because the
    /// driver holds a lock of its instance while it works. An adapter loaded by path keeps its instance.
    fn adapter_apart(&self) -> wgpu::Adapter {
        let known = self.adapter.get_info();
        let is_same = |adapter: &wgpu::Adapter| adapter.get_info() == known;
        let apart = is_threadless().then(|| listed(known.backend.into()));
        let same = apart.into_iter().flatten().find(is_same);
        same.unwrap_or_else(|| self.adapter.clone())
    }

    /// A device for one check.
    pub(super) fn lane(&self) -> Result<CheckDevice<'_>, BackendError> {
        let shared = self.gpu()?;
        if !shared.software {
            return Ok(CheckDevice {
                gpu: shared,
                pool: None,
            });
        }
        let idle = lock(&self.lanes.0).pop();
        let gpu = match idle {
            Some(gpu) => gpu,
            None => self.open(&self.adapter_apart())?,
        };
        Ok(CheckDevice {
            gpu,
            pool: Some(&self.lanes),
        })
    }
}
