//! Which backends take part: every adapter, what other crates registered, and the profiles of adapters and of the
//! processor that are named.

use super::options::{SettingsError, patience};
use vyre_conform_spec::Profile;
use vyre_conform_suite::backend::{
    AbsentBackend, Backend, is_request, kernel_rust, names, registered, requested,
};
use vyre_conform_wgpu as adapters;
use vyre_conform_wgpu::{SelectError, set_patience};

/// The environment variable that selects among them.
pub use vyre_conform_wgpu::ADAPTER_VARIABLE;

/// The backends of a run.
pub struct Backends {
    /// In order: adapters, then registered ones, then profiles, of which that of the processor is the last.
    pub list: Vec<&'static dyn Backend>,
    /// What is not there, and why: what is said where the list is empty.
    pub reason: Option<String>,
    /// The registered backends that are not there, whether or not they were asked for.
    pub absent: Vec<AbsentBackend>,
}

/// The reason why it is not known which backends take part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BackendsError {
    /// The time that a call of a registered backend may take cannot be understood.
    #[error(transparent)]
    Patience(#[from] SettingsError),
    /// No backend is called as one is asked for, or a driver that is asked for cannot be loaded.
    #[error("{why}{}{}", and(absent), unlinked(why))]
    Select {
        /// The reason.
        why: SelectError,
        /// The registered backends that are not there: one of them may be meant.
        absent: Vec<AbsentBackend>,
    },
}

impl From<SelectError> for BackendsError {
    fn from(why: SelectError) -> Self {
        let absent = vec![];
        Self::Select { why, absent }
    }
}

impl BackendsError {
    /// The same for a program in which backends are asked for by this option instead of [`ADAPTER_VARIABLE`].
    #[must_use]
    pub fn asked_by(self, option: &'static str) -> Self {
        match self {
            Self::Select { why, absent } => Self::Select {
                why: why.asked_by(option),
                absent,
            },
            other => other,
        }
    }
}

/// Every adapter, every registered backend that takes part in every run, every profile of an adapter, and that of the
/// processor. A registered backend whose slug another one has as well is absent: evidence about it would be evidence
/// about either.
///
/// # Errors
/// A driver that was asked for and cannot be loaded; a patience that is not a duration.
pub fn all() -> Result<Backends, BackendsError> {
    gathered(None)
}

/// All of these, and the registered backends that take part only where they are asked for, if one of these parts of
/// names asks for one.
///
/// # Errors
/// Those of [`all`].
pub fn asked(wanted: &str) -> Result<Backends, BackendsError> {
    let mut parts = names(wanted);
    parts.retain(|part| is_request(part));
    gathered((!parts.is_empty()).then_some(&parts))
}

/// With those that take part where they are asked for which these parts of names ask for; with all of them for no part.
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
                reason: format!(
                    "another backend is called `{slug}` as well: give one another slug"
                ),
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

/// The backends with these parts of names, as [`ADAPTER_VARIABLE`] lists them; for an empty list all but the
/// profiles. A registered backend that takes part where it is asked for, and is not there, is absent, and the others go
/// on without it.
///
/// # Errors
/// Those of [`all`], and a part that no backend has.
pub fn selected(wanted: &str) -> Result<Backends, BackendsError> {
    let Backends {
        list,
        reason,
        absent,
    } = asked(wanted)?;
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
        Err(why) => return Err(BackendsError::Select { why, absent }),
    };
    Ok(Backends {
        list: chosen.into_iter().map(|k| list[k]).collect(),
        reason,
        absent,
    })
}

/// What is known to be absent, behind the complaint that something is not there.
pub(super) fn and(absent: &[AbsentBackend]) -> String {
    absent.iter().map(|absent| format!("; {absent}")).collect()
}

/// The packages of backends that a crate links by itself, by how the names of these begin.
const PACKAGES: [(&str, &str); 4] = [
    ("c11", "vyre-conform-c"),
    ("cuda", "vyre-conform-cuda"),
    ("opencl", "vyre-conform-opencl"),
    ("process", "vyre-conform-process"),
];

/// The lines that a crate lacks where it asks for a backend that it does not link.
fn unlinked(why: &SelectError) -> String {
    let SelectError::NoMatch { wanted, .. } = why else {
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
/// Those of [`selected`].
pub fn from_env() -> Result<Backends, BackendsError> {
    selected(&std::env::var(ADAPTER_VARIABLE).unwrap_or_default())
}

/// The backends that the environment selects, and the profiles of these adapters; where it selects nothing and an
/// adapter is there, what takes part where it is asked for as well.
///
/// # Errors
/// Those of [`selected`].
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
    fn a_backend_that_is_not_linked_is_named_with_its_package_and_lines() {
        let told = |wanted: &str| {
            let why = SelectError::NoMatch {
                setting: ADAPTER_VARIABLE,
                wanted: wanted.to_owned(),
                available: "llvmpipe".to_owned(),
            };
            BackendsError::from(why).to_string()
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
            let found = told(wanted);
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
        assert!(!told("nowhere").contains("dev-dependencies"));
    }
}
