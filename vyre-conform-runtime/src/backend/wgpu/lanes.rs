//! Devices that law checks of a software adapter have for themselves.
//!
//! wgpu holds the locks of a device while a submission is handed over, and lavapipe works in that time, holding a lock
//! of its Vulkan instance. Two checks on one device therefore wait for each other though there are processors for
//! both: with a device for each, the laws and parity of the 32-bit ops took 28 s in place of 35 on two processors, and
//! with an instance for each the laws of all integer ops 24 s in place of 30 (2026-11-22). Hardware has one queue in
//! any case, and gets one device.

use super::WgpuBackend;
use super::device::{Gpu, lock};
use super::found::listed;
use super::icd;
use crate::backend::BackendError;
use std::ops::Deref;
use std::sync::{Arc, Mutex};

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
    /// The same adapter in a Vulkan instance of its own, for which a driver on the processor has locks and threads of
    /// its own; the known one where the drivers do not list it any more.
    fn adapter_apart(&self) -> wgpu::Adapter {
        let all = match &self.driver {
            Some(file) => icd::load(file).map_or(vec![], |driver| driver.adapters()),
            None => listed(),
        };
        let known = self.adapter.get_info();
        let same = all.into_iter().find(|adapter| adapter.get_info() == known);
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
