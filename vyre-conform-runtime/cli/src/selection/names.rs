//! Selection of backends by a list of names, and messages about unknown names.

use crate::exit::Failure;
use std::collections::BTreeSet;
use vyre_conform_harness::backends::{
    ADAPTER_VARIABLE, Backends, BackendsError, from_env, listed, with_requests,
};
use vyre_conform_harness::report::warn;
use vyre_conform_suite::backend::{
    AbsentBackend, Backend, Profile, is_request, kernel_rust, names, requests,
};
use vyre_conform_wgpu::{SelectError, is_called};

/// The value of `--adapter` for everything on this machine.
const ALL: &str = "all";
/// The option that selects backends.
const OPTION: &str = "--adapter";

/// The available backends.
struct AvailableBackends {
    list: Vec<&'static dyn Backend>,
    absent: Vec<AbsentBackend>,
}

/// The backends that match a list of names and a part of a kind, at least one, or the reason why this machine has none.
///
/// # Errors
///
/// If there are adapters, and one of the names, or the kind, matches none.
pub(super) fn chosen(
    wanted: &str,
    kind: Option<&str>,
) -> Result<(Vec<&'static dyn Backend>, Option<String>), Failure> {
    let parts = names(wanted);
    if parts.is_empty() && !wanted.trim().is_empty() {
        return Err(Failure::usage(SelectError::Empty {
            setting: OPTION,
            wanted: wanted.to_owned(),
        }));
    }
    let of_environment = std::env::var_os(ADAPTER_VARIABLE).is_some();
    let Backends {
        list,
        reason,
        absent,
    } = if of_environment {
        from_env()?
    } else {
        within(&parts, wanted).map_err(|error| error.asked_by(OPTION))?
    };
    if list.is_empty() {
        return Ok((vec![], reason.or_else(|| Some("no GPU adapter".into()))));
    }
    let there = AvailableBackends { list, absent };
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    for part in &parts {
        let found = there.called(part, of_environment);
        if found.is_empty() && part != ALL {
            return Err(if of_environment {
                Failure::nothing(format!(
                    "{ADAPTER_VARIABLE} selects no adapter called `{part}`; available: {}: unset {ADAPTER_VARIABLE}, \
                     or name one of these",
                    there.describe()
                ))
            } else {
                there.without(part)
            });
        }
        taken.extend(found);
    }
    if parts.is_empty() {
        taken = (0..there.list.len()).collect();
    }
    let of_kind = |k: &usize| {
        let own = there.list[*k].identity().kind.to_lowercase();
        kind.is_none_or(|kind| own.contains(&kind.to_lowercase()))
    };
    let found: Vec<_> = (taken.iter().filter(|k| of_kind(k)))
        .map(|k| there.list[*k])
        .collect();
    match (kind, found.is_empty()) {
        (Some(kind), true) => Err(there.no_kind(kind, &taken)),
        (None, true) => Ok((vec![], Some("no GPU adapter".into()))),
        (_, false) => Ok((found, None)),
    }
}

/// The backends to choose from if the environment selects none: the default ones, and on request profiles and opt-in
/// backends.
fn within(parts: &[String], wanted: &str) -> Result<Backends, BackendsError> {
    let by_name = |part: &String| Profile::is_asked_for(part) || is_request(part);
    let mut found = if parts.iter().any(|part| part == ALL) {
        let found = listed()?;
        for absent in &found.absent {
            warn(absent);
        }
        found
    } else {
        from_env()?
    };
    if parts.iter().any(by_name) {
        let more = with_requests(wanted)?;
        let slugs: BTreeSet<&str> = (found.list.iter())
            .map(|b| b.identity().slug.as_str())
            .collect();
        let is_new = |b: &&'static dyn Backend| !slugs.contains(b.identity().slug.as_str());
        let new: Vec<_> = more.list.into_iter().filter(is_new).collect();
        found.list.extend(new);
        found.absent = more.absent;
    }
    Ok(found)
}

impl AvailableBackends {
    /// The indices that a part of a name matches. [`ALL`] selects everything that the environment left.
    fn called(&self, part: &str, of_environment: bool) -> Vec<usize> {
        let takes = |b: &dyn Backend| match part {
            ALL => of_environment || b.identity().profile().is_none(),
            _ => is_called(b.identity(), part),
        };
        let all = 0..self.list.len();
        all.filter(|k| takes(self.list[*k])).collect()
    }

    /// Each by name, with its device and driver.
    fn describe(&self) -> String {
        let descriptions = self.list.iter().map(|b| {
            let id = b.identity();
            format!("{} ({}, {})", id.slug, id.device, id.driver)
        });
        descriptions.collect::<Vec<_>>().join("; ")
    }

    /// The error for a kind that none of these backends has.
    fn no_kind(&self, kind: &str, taken: &BTreeSet<usize>) -> Failure {
        let kinds: BTreeSet<&str> = (taken.iter())
            .map(|k| &*self.list[*k].identity().kind)
            .collect();
        let kinds: Vec<&str> = kinds.into_iter().collect();
        Failure::nothing(format!(
            "--backend: no kind contains `{kind}`; the selected adapters have these kinds: {}",
            kinds.join(", ")
        ))
    }

    /// The error for an unknown name, with the available and similar names.
    fn without(&self, part: &str) -> Failure {
        let failure = Failure::from(BackendsError::Select {
            reason: SelectError::NoMatch {
                setting: OPTION,
                wanted: part.to_owned(),
                available: self.describe(),
            },
            absent: self.absent.clone(),
        });
        let processor = kernel_rust().identity().slug.as_str();
        let by_name: Vec<String> = (requests().into_iter().chain([processor.to_owned()]))
            .map(|name| format!("`{name}`"))
            .collect();
        let mut hints = vec![format!(
            "select {} and profiles by their full names; `adapters` lists them",
            by_name.join(", ")
        )];
        let mut kinds = self.list.iter().map(|b| b.identity().kind.to_lowercase());
        if kinds.any(|kind| kind.contains(part)) {
            hints.push(format!(
                "`{part}` is part of a kind: select it by `--backend {part}`"
            ));
        }
        hints.extend(alias(part).map(str::to_owned));
        let hints: String = hints.iter().map(|hint| format!(". {hint}")).collect();
        failure.adding(&hints)
    }
}

/// The name here of a device with another name elsewhere, or the origin of a backend out of process.
fn alias(part: &str) -> Option<&'static str> {
    match part {
        "lavapipe" | "lvp" => Some("Mesa's lavapipe is called `llvmpipe` here"),
        part if part.starts_with("process") => Some(
            "To add a backend out of process, set an environment variable to its command, such as \
             VYRE_BACKEND_MINE=\"python3 mine.py\"",
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there() -> AvailableBackends {
        AvailableBackends {
            list: vec![kernel_rust()],
            absent: vec![],
        }
    }

    /// Oracle: the names by which people look for adapters: those of kinds, and of Mesa's driver for the processor.
    #[test]
    fn missing_adapter_is_named_with_existing_adapters() {
        let problem = |part: &str| {
            let failure = there().without(part);
            assert_eq!(failure.status, crate::exit::Status::Nothing);
            failure.message
        };
        let kind = kernel_rust().identity().kind.to_lowercase();
        for (part, expected) in [
            (
                "nowhere",
                "--adapter: no adapter matches `nowhere`; available: cpu+kernel-rust (",
            ),
            (&kind, &format!("`--backend {kind}`")),
            ("lavapipe", "called `llvmpipe` here"),
            ("process-python", "VYRE_BACKEND_MINE="),
        ] {
            assert!(
                problem(part).contains(expected),
                "{part}: {}",
                problem(part)
            );
        }
        assert!(!problem("nowhere").contains("--backend"));
    }

    /// Oracle: the documentation of `--adapter`: names of the processor's profile, which is everywhere, in every form
    /// of a list.
    #[test]
    fn a_list_has_every_name() {
        if std::env::var_os(ADAPTER_VARIABLE).is_some() {
            return;
        }
        let slugs = |wanted: &str| {
            let (found, _) = chosen(wanted, None).unwrap_or_else(|e| panic!("{}", e.message));
            let slugs = found.iter().map(|b| b.identity().slug.clone());
            slugs.collect::<Vec<_>>()
        };
        for wanted in [
            "cpu+kernel-rust",
            "CPU+kernel-rust,cpu+kernel",
            " cpu+kernel-rust , ,",
        ] {
            assert_eq!(slugs(wanted), ["cpu+kernel-rust"], "{wanted}");
        }
        let of = |wanted: &str, kind: Option<&str>| chosen(wanted, kind).err().expect("refused");
        let missing = of("cpu+kernel-rust,cpu+nothing", None);
        assert!(
            missing.message.contains("`cpu+nothing`"),
            "{}",
            missing.message
        );
        assert_eq!(of(", ,", None).status, crate::exit::Status::Usage);
        let kind = of("cpu+kernel-rust", Some("metal")).message;
        assert!(kind.contains("`metal`"), "{kind}");
    }
}
