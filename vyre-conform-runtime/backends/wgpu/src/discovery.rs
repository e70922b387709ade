//! Devices in the lists of drivers, and their identification.

use std::path::PathBuf;

/// A device from a driver's list.
pub(super) struct AdapterCandidate {
    pub(super) adapter: wgpu::Adapter,
    pub(super) info: wgpu::AdapterInfo,
    /// Origin and file of a driver requested by path.
    pub(super) driver: Option<(String, PathBuf)>,
}

impl AdapterCandidate {
    pub(super) fn new(adapter: wgpu::Adapter, driver: Option<(String, PathBuf)>) -> Self {
        Self {
            info: adapter.get_info(),
            adapter,
            driver,
        }
    }

    /// Key of equal devices.
    pub(super) fn model(&self) -> impl PartialEq + use<> {
        let info = self.info.clone();
        (
            info.backend,
            info.vendor,
            info.device,
            info.name,
            info.driver,
            info.driver_info,
        )
    }

    /// Distinguishes it from others of its model: its PCI address, or the file of its driver; empty if neither is
    /// known.
    pub(super) fn place(&self) -> String {
        match &self.driver {
            Some((_, file)) if self.info.device_pci_bus_id.is_empty() => file.display().to_string(),
            _ => self.info.device_pci_bus_id.clone(),
        }
    }
}

/// The current lists of the system's drivers, in a separate instance.
pub(super) fn listed(backends: wgpu::Backends) -> Vec<wgpu::Adapter> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends,
        // Debug information costs naga's SPIR-V writer time quadratic in the text. To find a driver's fault,
        // `WGPU_DEBUG=1` enables it, and `WGPU_VALIDATION=1` enables layers.
        flags: wgpu::InstanceFlags::empty().with_env(),
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    pollster::block_on(instance.enumerate_adapters(backends))
}

/// Indices of devices, given by model and place: one group per model, in the order of their first devices, with one
/// index per place. A device without a place may be any of its model.
pub(super) fn group<M: PartialEq>(devices: &[(M, String)]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (k, (model, place)) in devices.iter().enumerate() {
        let Some(group) = groups.iter_mut().find(|g| devices[g[0]].0 == *model) else {
            groups.push(vec![k]);
            continue;
        };
        let known = |j: &usize| devices[*j].1.is_empty() || devices[*j].1 == *place;
        if !place.is_empty() && !group.iter().any(known) {
            group.push(k);
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of [`group`], hand-written.
    #[test]
    fn equal_devices_in_different_places_are_peers() {
        let device = |model: &str, place: &str| (model.to_owned(), place.to_owned());
        let eight = [
            device("H200", "0000:19:00.0"),
            device("llvmpipe", ""),
            device("H200", "0000:3b:00.0"),
            // The same driver, listed twice.
            device("H200", "0000:19:00.0"),
            device("llvmpipe", ""),
            // The same device without its address.
            device("H200", ""),
            device("A100", "0000:4c:00.0"),
            device("H200", "0001:19:00.0"),
        ];
        assert_eq!(group(&eight), [vec![0, 2, 7], vec![1], vec![6]]);
        // Nothing distinguishes the second from the first.
        assert_eq!(
            group(&[device("x", ""), device("x", "0000:01:00.0")]),
            [[0]]
        );
        assert_eq!(group::<String>(&[]), Vec::<Vec<usize>>::new());
    }
}
