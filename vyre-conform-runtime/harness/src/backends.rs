//! Backends of a run: every adapter, registered backends, and the requested profiles of adapters and of the processor.

use super::options::{SettingsError, patience};
use vyre_conform_spec::Profile;
use vyre_conform_suite::backend::{
    AbsentBackend, Backend, is_request, kernel_rust, names, registered, requested,
};
use vyre_conform_wgpu as adapters;
use vyre_conform_wgpu::{SelectError, set_patience};

/// The environment variable that selects backends.
pub use vyre_conform_wgpu::ADAPTER_VARIABLE;

/// The backends of a run.
pub struct Backends {
    /// In order: adapters, registered backends, profiles; the profile of the processor is last.
    pub list: Vec<&'static dyn Backend>,
    /// The missing device and the reason, for messages about an empty list.
    pub reason: Option<String>,
    /// The registered backends that are missing, requested or not.
    pub absent: Vec<AbsentBackend>,
}

/// Reason why the backends of a run cannot be determined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BackendsError {
    /// The time limit for calls of registered backends is malformed.
    #[error(transparent)]
    Patience(#[from] SettingsError),
    /// No backend matches a request, or a requested driver cannot be loaded.
    #[error("{reason}{}{}", and(absent), unlinked(reason))]
    Select {
        /// The reason.
        reason: SelectError,
        /// The missing registered backends; the request may mean one of them.
        absent: Vec<AbsentBackend>,
    },
}

impl From<SelectError> for BackendsError {
    fn from(reason: SelectError) -> Self {
        let absent = vec![];
        Self::Select { reason, absent }
    }
}

impl BackendsError {
    /// The same error for a program that selects backends with this option instead of [`ADAPTER_VARIABLE`].
    #[must_use]
    pub fn asked_by(self, option: &'static str) -> Self {
        match self {
            Self::Select { reason, absent } => Self::Select {
                reason: reason.asked_by(option),
                absent,
            },
            other => other,
        }
    }
}

/// Every adapter, every registered backend that takes part by default, every profile of an adapter, and that of the
/// processor. A registered backend with the slug of another one counts as absent, because evidence could belong to
/// either.
///
/// # Errors
///
/// A requested driver that cannot be loaded, or a malformed time limit.
pub fn all() -> Result<Backends, BackendsError> {
    gathered(None)
}

/// [`all`], with the registered backends that these parts of names request.
///
/// # Errors
///
/// As for [`all`].
pub fn with_requests(wanted: &str) -> Result<Backends, BackendsError> {
    let mut parts = names(wanted);
    parts.retain(|part| is_request(part));
    gathered((!parts.is_empty()).then_some(&parts))
}

/// The backends with the opt-in ones that match these parts of names, or all opt-in ones for `None`.
fn gathered(requests: Option<&[String]>) -> Result<Backends, BackendsError> {
    let found = adapters::loaded()?;
    let patience = patience()?;
    set_patience(patience);
    let mut opened = vec![registered(patience)];
    if let Some(requests) = requests {
        opened.extend(requested(patience, requests));
    }
    let there = || opened.iter().flat_map(|opened| &opened.list);
    let mut list: Vec<&'static dyn Backend> = vec![];
    list.extend(found.list.iter().map(|b| b as &'static dyn Backend));
    let mut slugs: Vec<&str> = list.iter().map(|b| b.identity().slug.as_str()).collect();
    slugs.extend(there().map(|(_, b)| b.identity().slug.as_str()));
    let absent = opened.iter().flat_map(|opened| opened.absent.clone());
    let mut absent: Vec<AbsentBackend> = absent.collect();
    for (name, backend) in there() {
        let slug = &backend.identity().slug;
        match slugs.iter().filter(|other| *other == slug).count() {
            1 => list.push(backend),
            _ => absent.push(AbsentBackend {
                name: (*name).to_owned(),
                reason: format!("two backends have the slug `{slug}`: rename one"),
            }),
        }
    }
    absent.sort();
    list.extend(found.profiles.iter().map(|b| b as &'static dyn Backend));
    list.push(kernel_rust());
    let reasons = found.reason.iter().cloned();
    let reasons: Vec<String> = reasons
        .chain(absent.iter().map(AbsentBackend::to_string))
        .collect();
    Ok(Backends {
        list,
        reason: (!reasons.is_empty()).then(|| reasons.join("; ")),
        absent,
    })
}

/// The backends that match these parts of names, in the syntax of [`ADAPTER_VARIABLE`]; for an empty list, all except
/// profiles. A missing opt-in backend is listed as absent, and the run continues without it.
///
/// # Errors
///
/// As for [`all`], and a part that matches no backend.
pub fn selected(wanted: &str) -> Result<Backends, BackendsError> {
    let Backends {
        list,
        reason,
        absent,
    } = with_requests(wanted)?;
    let identities: Vec<_> = list.iter().map(|b| b.identity()).collect();
    let parts = names(wanted);
    let is_there = |part: &&String| {
        let mut all = identities.iter();
        !is_request(part) || all.any(|id| adapters::is_called(id, part))
    };
    let there: Vec<&str> = parts.iter().filter(is_there).map(|part| &**part).collect();
    let wanted = if there.is_empty() {
        wanted.to_owned()
    } else {
        there.join(",")
    };
    let chosen = adapters::select(&identities, &wanted, reason.as_deref());
    let chosen = match chosen {
        Ok(chosen) => chosen,
        Err(reason) => return Err(BackendsError::Select { reason, absent }),
    };
    Ok(Backends {
        list: chosen.into_iter().map(|k| list[k]).collect(),
        reason,
        absent,
    })
}

/// The list of absent backends, as a suffix of a message.
pub(super) fn and(absent: &[AbsentBackend]) -> String {
    absent.iter().map(|absent| format!("; {absent}")).collect()
}

/// Packages of opt-in backends, by the prefix of the backends' names.
const PACKAGES: [(&str, &str); 4] = [
    ("c11", "vyre-conform-c"),
    ("cuda", "vyre-conform-cuda"),
    ("opencl", "vyre-conform-opencl"),
    ("process", "vyre-conform-process"),
];

/// The lines to add to a crate that requests a backend without linking it.
fn unlinked(reason: &SelectError) -> String {
    let SelectError::NoMatch { wanted, .. } = reason else {
        return String::new();
    };
    let wanted = wanted.to_lowercase();
    let mut packages = PACKAGES.iter();
    match packages.find(|(name, _)| wanted.starts_with(name)) {
        Some((name, package)) if !is_request(name) => format!(
            ". `{name}` is a backend of the package {package}, which is not linked here: put `{package}` beside \
             `vyre-conform-harness` under [dev-dependencies] in Cargo.toml, and `use {} as _;` above `harness!`",
            package.replace('-', "_")
        ),
        _ => String::new(),
    }
}

/// The backends that the environment selects.
///
/// # Errors
///
/// As for [`selected`].
pub fn from_env() -> Result<Backends, BackendsError> {
    selected(&std::env::var(ADAPTER_VARIABLE).unwrap_or_default())
}

/// The backends that the environment selects, with the profiles of these adapters. If it selects none and an adapter
/// exists, opt-in backends are included.
///
/// # Errors
///
/// As for [`selected`].
pub fn listed() -> Result<Backends, BackendsError> {
    let wanted = std::env::var(ADAPTER_VARIABLE).unwrap_or_default();
    let Backends {
        mut list,
        reason,
        mut absent,
    } = selected(&wanted)?;
    let slugs: Vec<String> = list.iter().map(|b| b.identity().slug.clone()).collect();
    for profile in &adapters::loaded()?.profiles {
        let slug = &profile.identity().slug;
        let adapter = Profile::of(slug);
        let taken = adapter.is_some_and(|(adapter, _)| slugs.iter().any(|s| s == adapter));
        if taken && !slugs.contains(slug) {
            list.push(profile);
        }
    }
    if wanted.is_empty() && !list.is_empty() {
        let more = gathered(Some(&[]))?;
        absent = more.absent;
        let on_request = |b: &&'static dyn Backend| is_request(&b.identity().slug);
        list.extend(more.list.into_iter().filter(on_request));
    }
    Ok(Backends {
        list,
        reason,
        absent,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the packages of the backends, which this package does not link.
    #[test]
    fn unlinked_backend_is_named_with_package_and_manifest_lines() {
        let problem = |wanted: &str| {
            let reason = SelectError::NoMatch {
                setting: ADAPTER_VARIABLE,
                wanted: wanted.to_owned(),
                available: "llvmpipe".to_owned(),
            };
            BackendsError::from(reason).to_string()
        };
        for (wanted, package, line) in [
            ("c11", "vyre-conform-c", "use vyre_conform_c as _;"),
            ("C11+native", "vyre-conform-c", "use vyre_conform_c as _;"),
            ("cuda", "vyre-conform-cuda", "use vyre_conform_cuda as _;"),
            (
                "opencl",
                "vyre-conform-opencl",
                "use vyre_conform_opencl as _;",
            ),
        ] {
            let found = problem(wanted);
            assert!(
                found.starts_with("VYRE_ADAPTER: no adapter matches"),
                "{found}"
            );
            assert!(
                found.contains(&format!("put `{package}` beside")),
                "{found}"
            );
            assert!(found.contains(line), "{found}");
        }
        assert!(!problem("nowhere").contains("dev-dependencies"));
    }
}
