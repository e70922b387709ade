//! Adapters of the machine, and their selection.

use super::WgpuBackend;
use super::device::FEATURES;
use super::discovery::{AdapterCandidate, group, listed};
use super::icd;
use std::sync::OnceLock;
use vyre_conform_suite::backend::{Backend, INPUT_GENERATION, Identity, Profile, adapter_slug};

/// Environment variable that selects adapters: comma-separated, case-insensitive parts of a slug, device or driver
/// name; `all`, the default, selects every distinct adapter. A profile of an adapter takes part only if a part of its
/// slug that includes the [mark](Profile::is_asked_for) is named: `llvmpipe+native`, or `+wgsl` for those of all
/// adapters.
pub const ADAPTER_VARIABLE: &str = "VYRE_ADAPTER";
/// Environment variable that names driver libraries or ICD manifests to load into this process, as
/// a path list.
pub const ICD_VARIABLE: &str = "VYRE_ICD";

/// The adapters of this machine.
#[derive(Debug)]
pub struct Adapters {
    /// Every distinct adapter, in the order of the drivers' lists.
    pub list: Vec<WgpuBackend>,
    /// The adapters in the profiles of native floats, which run only on request.
    pub profiles: Vec<WgpuBackend>,
    /// Reason for an empty list.
    pub reason: Option<String>,
    /// Drivers requested by path that could not be loaded, with reasons.
    failed: Vec<String>,
}

/// Reason why the selection failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectError {
    /// A part of the selection matches no adapter.
    #[error("{setting}: no adapter matches `{wanted}`; available: {available}")]
    NoMatch {
        /// The setting with the selection.
        setting: &'static str,
        /// The part.
        wanted: String,
        /// All adapters, or the reason why there are none.
        available: String,
    },
    /// The selection contains only commas.
    #[error(
        "{setting}=`{wanted}` names no adapter: write parts of names, separated by commas, or \
         leave it unset for all"
    )]
    Empty {
        /// The setting with the selection.
        setting: &'static str,
        /// The selection.
        wanted: String,
    },
    /// A requested driver could not be loaded.
    #[error("{ICD_VARIABLE}: {0}")]
    Driver(String),
}

impl SelectError {
    /// The error for a selection by this option instead of [`ADAPTER_VARIABLE`].
    #[must_use]
    pub fn asked_by(mut self, option: &'static str) -> Self {
        match &mut self {
            Self::NoMatch { setting, .. } | Self::Empty { setting, .. } => *setting = option,
            Self::Driver(_) => {}
        }
        self
    }
}

/// Every distinct adapter of this machine, enumerated once per process. An empty list has a reason; it is a state to
/// report, never a pass.
///
/// Two devices are one adapter if vendor, device, driver with version, and interface are equal. Equal devices with
/// different known places (PCI addresses, or driver files of [`ICD_VARIABLE`] for devices without address) are
/// [peers](Backend::peers); a device that is listed twice, or indistinguishable from another, occurs once.
pub fn adapters() -> &'static Adapters {
    static ADAPTERS: OnceLock<Adapters> = OnceLock::new();
    ADAPTERS.get_or_init(enumerate)
}

/// The adapters that [`ADAPTER_VARIABLE`] selects.
///
/// # Errors
///
/// [`SelectError`] if a part of the selection matches nothing, or if a driver named in [`ICD_VARIABLE`] could not be
/// loaded. Without any adapter and without a selection the result is empty; [`Adapters::reason`] explains it.
pub fn selected() -> Result<Vec<&'static WgpuBackend>, SelectError> {
    let candidates = loaded()?;
    let requested = std::env::var(ADAPTER_VARIABLE).unwrap_or_default();
    let all: Vec<&'static WgpuBackend> =
        candidates.list.iter().chain(&candidates.profiles).collect();
    let identities: Vec<&Identity> = all.iter().map(|b| b.identity()).collect();
    let chosen = select(&identities, &requested, candidates.reason.as_deref())?;
    Ok(chosen.into_iter().map(|k| all[k]).collect())
}

/// The selected adapters, for a test that needs one. An empty selection fails, so that a test without work does not
/// pass.
///
/// # Panics
///
/// If the selection is invalid, or if there is no adapter.
pub fn required() -> Vec<&'static WgpuBackend> {
    let candidates = selected().unwrap_or_else(|e| panic!("{e}"));
    let reason = || adapters().reason.as_deref().unwrap_or("none selected");
    assert!(
        !candidates.is_empty(),
        "this test needs an adapter, such as Mesa's lavapipe: {}",
        reason()
    );
    candidates
}

/// Every distinct adapter, unless a requested driver could not be loaded.
pub fn loaded() -> Result<&'static Adapters, SelectError> {
    let all = adapters();
    if all.failed.is_empty() {
        Ok(all)
    } else {
        Err(SelectError::Driver(all.failed.join("; ")))
    }
}

/// Positions of the backends that `wanted` selects, ascending.
pub fn select(
    adapters: &[&Identity],
    wanted: &str,
    reason: Option<&str>,
) -> Result<Vec<usize>, SelectError> {
    let parts = vyre_conform_suite::backend::names(wanted);
    if parts.is_empty() && !wanted.trim().is_empty() {
        return Err(SelectError::Empty {
            setting: ADAPTER_VARIABLE,
            wanted: wanted.to_owned(),
        });
    }
    let positions = 0..adapters.len();
    if parts.is_empty() {
        return Ok(positions
            .filter(|k| adapters[*k].profile().is_none())
            .collect());
    }
    let mut chosen = Vec::new();
    for part in &parts {
        let takes = |k: &usize| match part.as_str() {
            "all" => adapters[*k].profile().is_none(),
            _ => is_called(adapters[*k], part),
        };
        let candidates: Vec<usize> = positions.clone().filter(takes).collect();
        if candidates.is_empty() && part == "all" {
            continue;
        }
        if candidates.is_empty() {
            let names: Vec<String> = adapters
                .iter()
                .map(|id| format!("{} ({}, {})", id.slug, id.device, id.driver))
                .collect();
            return Err(SelectError::NoMatch {
                setting: ADAPTER_VARIABLE,
                wanted: part.to_owned(),
                available: {
                    let no_adapter = adapters.iter().all(|id| id.profile().is_some());
                    let reason = no_adapter.then(|| reason.unwrap_or("none").to_owned());
                    let all: Vec<String> = reason.into_iter().chain(names).collect();
                    all.join("; ")
                },
            });
        }
        chosen.extend(candidates);
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

/// True if this part of a name, in lower case, matches the backend.
pub fn is_called(backend: &Identity, part: &str) -> bool {
    let contains = |name: &String| name.to_lowercase().contains(part);
    match backend.profile() {
        Some(_) => Profile::is_asked_for(part) && contains(&backend.slug),
        None => [&backend.slug, &backend.device, &backend.driver]
            .into_iter()
            .any(contains),
    }
}

fn enumerate() -> Adapters {
    let mut candidates: Vec<AdapterCandidate> = Vec::new();
    let mut failed = Vec::new();
    for path in std::env::var_os(ICD_VARIABLE)
        .iter()
        .flat_map(std::env::split_paths)
        .filter(|path| !path.as_os_str().is_empty())
    {
        match icd::load(&path) {
            Ok(driver) => {
                let origin = (driver.origin.clone(), driver.library.clone());
                let all = driver.adapters().into_iter();
                candidates.extend(all.map(|a| AdapterCandidate::new(a, Some(origin.clone()))));
            }
            Err(error) => failed.push(error),
        }
    }
    // Interfaces that the platform lacks are not compiled and list nothing.
    let backends =
        wgpu::Backends::VULKAN | wgpu::Backends::GL | wgpu::Backends::METAL | wgpu::Backends::DX12;
    candidates.extend(
        listed(backends)
            .into_iter()
            .map(|a| AdapterCandidate::new(a, None)),
    );
    candidates.retain(|device| can_compute(&device.adapter));
    let keys: Vec<_> = candidates.iter().map(|f| (f.model(), f.place())).collect();
    let groups = group(&keys);
    let mut list: Vec<WgpuBackend> = Vec::new();
    for group in groups {
        let first = &candidates[group[0]];
        let origin = first.driver.as_ref().map(|(origin, _)| origin.as_str());
        let mut identity = identity(&first.adapter, &first.info, origin);
        let same = |b: &WgpuBackend| b.identity.slug.split('#').next() == Some(&identity.slug);
        let ties = list.iter().filter(|b| same(b)).count();
        if ties > 0 {
            identity.slug = format!("{}#{}", identity.slug, ties + 1);
        }
        let mut devices = group.iter().map(|k| {
            let device = &candidates[*k];
            WgpuBackend::new(identity.clone(), device.adapter.clone(), device.place())
        });
        list.extend(devices.next().map(|first| WgpuBackend {
            peers: devices.collect(),
            ..first
        }));
    }
    Adapters {
        reason: list.is_empty().then(|| NONE.to_owned()),
        failed,
        profiles: list.iter().flat_map(WgpuBackend::profiles).collect(),
        list,
    }
}

/// The kind of the adapters of an interface.
fn kind(interface: wgpu::Backend) -> &'static str {
    match interface {
        wgpu::Backend::Gl => "wgpu-gl",
        wgpu::Backend::Metal => "wgpu-metal",
        wgpu::Backend::Dx12 => "wgpu-dx12",
        _ => "wgpu-vulkan",
    }
}

/// The message for a machine without adapters, with the remedy.
const NONE: &str = if cfg!(target_vendor = "apple") {
    "no GPU with Metal was found, and no Vulkan driver: install MoltenVK, or name it in VYRE_ICD"
} else if cfg!(windows) {
    "no GPU with DirectX 12 was found, and no Vulkan driver: install the driver of the GPU, or name one in VYRE_ICD"
} else {
    "no Vulkan driver was found: install one (Debian and Ubuntu: mesa-vulkan-drivers), or \
     name one in VYRE_ICD"
};

/// True if the adapter runs compute shaders of the required workgroup size.
fn can_compute(adapter: &wgpu::Adapter) -> bool {
    let flags = adapter.get_downlevel_capabilities().flags;
    flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS)
        && adapter.limits().max_compute_invocations_per_workgroup >= 64
}

fn identity(adapter: &wgpu::Adapter, info: &wgpu::AdapterInfo, origin: Option<&str>) -> Identity {
    let kind = kind(info.backend);
    let limits = adapter.limits();
    let mut driver = format!("{} {}", info.driver, info.driver_info)
        .trim()
        .to_owned();
    if let Some(origin) = origin {
        driver = format!("{driver} [{origin}]");
    }
    Identity {
        kind: kind.to_owned(),
        slug: adapter_slug(&info.name, kind),
        device: info.name.clone(),
        driver,
        features: features(adapter, info),
        limits: [
            ("max_buffer_size", limits.max_buffer_size),
            (
                "max_compute_invocations_per_workgroup",
                limits.max_compute_invocations_per_workgroup.into(),
            ),
            (
                "max_compute_workgroup_size_x",
                limits.max_compute_workgroup_size_x.into(),
            ),
            (
                "max_compute_workgroup_storage_size",
                limits.max_compute_workgroup_storage_size.into(),
            ),
            (
                "max_compute_workgroups_per_dimension",
                limits.max_compute_workgroups_per_dimension.into(),
            ),
            (
                "max_storage_buffer_binding_size",
                limits.max_storage_buffer_binding_size,
            ),
            ("subgroup_max_size", info.subgroup_max_size.into()),
            ("subgroup_min_size", info.subgroup_min_size.into()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec(),
    }
}

/// Names of the adapter's features, sorted.
fn features(adapter: &wgpu::Adapter, info: &wgpu::AdapterInfo) -> Vec<String> {
    let contains = |(_, feature): &&(&str, wgpu::Features)| adapter.features().contains(*feature);
    let mut names: Vec<String> = FEATURES
        .iter()
        .filter(contains)
        .map(|(name, _)| (*name).to_owned())
        .collect();
    if info.device_type != wgpu::DeviceType::Cpu {
        names.push(INPUT_GENERATION.to_owned());
    }
    names.sort();
    names
}

#[cfg(test)]
mod tests;
