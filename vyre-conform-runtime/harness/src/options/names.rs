//! Variables that would be ignored: a name that is not a setting, and a value that is not UTF-8.

use super::SettingsError;
use std::ffi::OsString;
use strsim::levenshtein;

/// Every variable that a run looks at.
const VARIABLES: &[&str] = &[
    "VYRE_ADAPTER",
    "VYRE_CASE",
    "VYRE_CASES",
    "VYRE_CC",
    "VYRE_CC_CHECKED",
    "VYRE_CUDA_DEVICE",
    "VYRE_DIGESTS",
    "VYRE_ENGINE_INPUTS",
    "VYRE_EVIDENCE",
    "VYRE_ICD",
    "VYRE_LIMIT",
    "VYRE_OPENCL",
    "VYRE_OPENCL_DEVICE",
    "VYRE_PATIENCE",
    "VYRE_PROGRAMS",
    "VYRE_REQUIRE_ADAPTERS",
    "VYRE_REQUIRE_GPU",
    "VYRE_SEED",
    "VYRE_SHARD_COUNT",
    "VYRE_SHARD_INDEX",
    "VYRE_STILL_RUNNING",
];

/// How variables begin that name a backend by the rest of their names.
const BACKENDS: &str = "VYRE_BACKEND_";

/// Variables of this project's own tests and builds. They may be set for a whole `cargo test`, in which op libraries
/// run as well.
const OWN: &[&str] = &[
    "VYRE_BLESS",
    "VYRE_BODY",
    "VYRE_REQUIRE_CADICAL",
    "VYRE_REQUIRE_CHROMIUM",
    "VYRE_REQUIRE_CUDA",
    "VYRE_REQUIRE_LAVAPIPE",
    "VYRE_REQUIRE_OPENCL",
    "VYRE_REQUIRE_PYTHON",
    "VYRE_REQUIRE_SLURM",
    "VYRE_REQUIRE_SSH_KEYGEN",
    "VYRE_REQUIRE_TINT",
    "VYRE_REQUIRE_TWO_ADAPTERS",
    "VYRE_REQUIRE_Z3",
    "VYRE_RUSTC",
    "VYRE_SAMPLE",
    "VYRE_SCREENSHOTS",
    "VYRE_TEST_QUIETLY",
    "VYRE_TINT",
];

/// How many letters a misspelt name may have wrong for a setting to be what was meant.
const NEAR: usize = 2;

/// The first variable that is set and that no run reads.
pub(super) fn ignored(
    mut set: impl Iterator<Item = (OsString, OsString)>,
) -> Option<SettingsError> {
    set.find_map(|(name, value)| {
        let name = name.to_str().filter(|name| name.starts_with("VYRE_"))?;
        let away = |known: &&str| levenshtein(known, name);
        let known = VARIABLES.iter().copied().min_by_key(away)?;
        let (name, expected) = match away(&known) {
            0 if value.to_str().is_some() => return None,
            0 => (known, "text in UTF-8"),
            _ if OWN.contains(&name) || name.starts_with(BACKENDS) => return None,
            // The program ends with this message. Of a short name some letters have to be right.
            wrong @ 1..=NEAR if wrong < known.len() - "VYRE_".len() => {
                (leaked(name.to_owned()), leaked(meant(known)))
            }
            _ => (leaked(name.to_owned()), leaked(unknown())),
        };
        let value = value.to_string_lossy().into_owned();
        Some(SettingsError {
            name,
            value,
            expected,
        })
    })
}

fn meant(known: &str) -> String {
    format!("there is no such setting; did you mean {known}?")
}

fn unknown() -> String {
    format!(
        "there is no such setting, so that it would be ignored; unset it. The settings are {}, and {BACKENDS}NAME",
        VARIABLES.join(", ")
    )
}

fn leaked(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(name: &str, value: OsString) -> Option<String> {
        ignored([(name.into(), value)].into_iter()).map(|error| error.to_string())
    }

    /// Oracle: the table in docs/settings.md, and names that this project's own tests use.
    #[test]
    fn a_setting_that_would_be_ignored_is_refused() {
        for (name, meant) in [
            ("VYRE_CSES", "VYRE_CASES"),
            ("VYRE_REQUIRE_GPUS", "VYRE_REQUIRE_GPU"),
            ("VYRE_ADAPTOR", "VYRE_ADAPTER"),
        ] {
            let due = format!("{name}=`1`: there is no such setting; did you mean {meant}?");
            assert_eq!(said(name, "1".into()), Some(due));
        }
        // Names of other programs are nobody's business here.
        let others = ["CASES", "PATH", "VYRE_BACKEND_MINE"];
        for name in VARIABLES.iter().chain(OWN).chain(&others) {
            assert_eq!(said(name, "1".into()), None, "{name}");
        }
    }

    /// Oracle: the table in docs/settings.md, which has no such names: whoever sets one expects something of it.
    #[test]
    fn a_name_far_from_every_setting_is_refused_with_the_list() {
        for name in ["VYRE_LAW_CASES", "VYRE_WITNESSES", "VYRE_", "VYRE_PATH"] {
            let said = said(name, "3".into()).unwrap_or_else(|| panic!("{name} is ignored"));
            let begins =
                format!("{name}=`3`: there is no such setting, so that it would be ignored");
            assert!(said.starts_with(&begins), "{said}");
            assert!(VARIABLES.iter().all(|known| said.contains(known)), "{said}");
        }
    }

    /// Oracle: the same; a value that is not UTF-8 was taken for one that is not set.
    #[cfg(unix)]
    #[test]
    fn a_value_that_is_no_text_is_refused() {
        use std::os::unix::ffi::OsStringExt;
        let value = OsString::from_vec(vec![0xff]);
        let said = said("VYRE_REQUIRE_GPU", value).expect("refused");
        assert!(said.ends_with("text in UTF-8"), "{said}");
    }
}
