//! Devices as drivers list them, and which of them are one.

use std::path::PathBuf;

/// A device as it was found.
pub(super) struct AdapterCandidate {
    pub(super) adapter: wgpu::Adapter,
    pub(super) info: wgpu::AdapterInfo,
    /// Origin and file of a driver that was asked for by path.
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

    /// What equal devices have in common.
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

    /// What tells it from others of its model: its PCI address, or the file of its driver; empty where
    /// neither is known.
    pub(super) fn place(&self) -> String {
        match &self.driver {
            Some((_, file)) if self.info.device_pci_bus_id.is_empty() => file.display().to_string(),
            _ => self.info.device_pci_bus_id.clone(),
        }
    }
}

/// What the drivers that the system knows list now, in an instance of its own.
pub(super) fn listed(backends: wgpu::Backends) -> Vec<wgpu::Adapter> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends,
        // Debug information costs naga's SPIR-V writer time that grows with the square of the text. Who
        // looks for a fault of a driver turns it on by `WGPU_DEBUG=1`, and layers by `WGPU_VALIDATION=1`.
        flags: wgpu::InstanceFlags::empty().with_env(),
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    pollster::block_on(instance.enumerate_adapters(backends))
}

/// Positions of devices, given by model and place: one group a model, in the order of their first
/// devices, with one position a place. A device without a place may be any other one of its model.
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

    /// Oracle: the documentation of [`group`], by hand.
    #[test]
    fn equal_devices_in_different_places_are_peers() {
        let device = |model: &str, place: &str| (model.to_owned(), place.to_owned());
        let eight = [
            device("H200", "0000:19:00.0"),
            device("llvmpipe", ""),
            device("H200", "0000:3b:00.0"),
            // The same driver listed twice.
            device("H200", "0000:19:00.0"),
            device("llvmpipe", ""),
            // The same device without its address.
            device("H200", ""),
            device("A100", "0000:4c:00.0"),
            device("H200", "0001:19:00.0"),
        ];
        assert_eq!(group(&eight), [vec![0, 2, 7], vec![1], vec![6]]);
        // Nothing tells the second from the first.
        assert_eq!(
            group(&[device("x", ""), device("x", "0000:01:00.0")]),
            [[0]]
        );
        assert_eq!(group::<String>(&[]), Vec::<Vec<usize>>::new());
    }
}
