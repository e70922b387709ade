//! Which backends take part: every adapter, what other crates registered, and the profiles of adapters and of the
//! processor that are named.

use crate::backend::wgpu as adapters;
use crate::backend::{Backend, kernel_rust, registered};
use crate::spec::adapter_and_profile;

/// The environment variable that selects among them.
pub use crate::backend::wgpu::ADAPTER_VARIABLE;

/// The backends of a run.
pub struct Backends {
    /// In order: adapters, then registered ones, then profiles, of which that of the processor is the last.
    pub list: Vec<&'static dyn Backend>,
    /// What is not there, and why.
    pub reason: Option<String>,
}

/// Every adapter, every registered backend, every profile of an adapter, and that of the processor.
///
/// # Errors
/// A driver that was asked for and cannot be loaded; two backends of one name.
pub fn all() -> Result<Backends, String> {
    let found = adapters::loaded().map_err(|e| e.to_string())?;
    let mut list: Vec<&'static dyn Backend> = vec![];
    list.extend(found.list.iter().map(|b| b as &'static dyn Backend));
    list.extend(registered().list.iter().map(|backend| &**backend));
    list.extend(found.profiles.iter().map(|b| b as &'static dyn Backend));
    list.push(kernel_rust());
    for (k, backend) in list.iter().enumerate() {
        let slug = &backend.identity().slug;
        if list[..k].iter().any(|b| b.identity().slug == *slug) {
            return Err(format!(
                "two backends are called `{slug}`: give one another slug"
            ));
        }
    }
    let reasons = found.reason.iter().chain(&registered().absent);
    let reasons: Vec<&str> = reasons.map(String::as_str).collect();
    Ok(Backends {
        list,
        reason: (!reasons.is_empty()).then(|| reasons.join("; ")),
    })
}

/// The backends with these parts of names, as [`ADAPTER_VARIABLE`] lists them; for an empty list all but the
/// profiles.
///
/// # Errors
/// Those of [`all`], and a part that no backend has.
pub fn selected(wanted: &str) -> Result<Backends, String> {
    let Backends { list, reason } = all()?;
    let identities: Vec<_> = list.iter().map(|b| b.identity()).collect();
    let chosen = adapters::select(&identities, wanted, reason.as_deref());
    let chosen = chosen.map_err(|e| e.to_string())?;
    Ok(Backends {
        list: chosen.into_iter().map(|k| list[k]).collect(),
        reason,
    })
}

/// The backends that the environment selects.
///
/// # Errors
/// Those of [`selected`].
pub fn from_env() -> Result<Backends, String> {
    selected(&std::env::var(ADAPTER_VARIABLE).unwrap_or_default())
}

/// The backends that the environment selects, and the profiles of these adapters.
///
/// # Errors
/// Those of [`selected`].
pub fn listed() -> Result<Backends, String> {
    let Backends { mut list, reason } = from_env()?;
    let slugs: Vec<String> = list.iter().map(|b| b.identity().slug.clone()).collect();
    for profile in &adapters::loaded().map_err(|e| e.to_string())?.profiles {
        let slug = &profile.identity().slug;
        let adapter = adapter_and_profile(slug);
        let taken = adapter.is_some_and(|(adapter, _)| slugs.iter().any(|s| s == adapter));
        if taken && !slugs.contains(slug) {
            list.push(profile);
        }
    }
    Ok(Backends { list, reason })
}
