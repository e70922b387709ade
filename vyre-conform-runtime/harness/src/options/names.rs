//! Variables that would be ignored: unknown names, and values that are not UTF-8.

use super::SettingsError;
use std::ffi::OsString;
use strsim::levenshtein;

/// A variable of the environment, for pages and tools that list variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// An example of a value.
    pub example: &'static str,
    /// Its meaning, as Markdown with links relative to the root of the repository.
    pub meaning: &'static str,
}

const fn variable(name: &'static str, example: &'static str, meaning: &'static str) -> Variable {
    Variable {
        name,
        example,
        meaning,
    }
}

/// All variables that a run reads. They generate `docs/settings.md`.
pub const VARIABLES: &[Variable] = &[
    variable(
        "VYRE_ADAPTER",
        "llvmpipe,nvidia",
        "adapters to use, by part of their name (default: all distinct ones). Profiles of native floats by name: \
         `llvmpipe+native`, `llvmpipe+wgsl`, `c11+native`, `cuda+native`; the lowering functions on the processor: \
         `cpu+kernel-rust`; the [C compiler, OpenCL and CUDA](docs/book/backends.md): `c11`, `opencl`, `cuda`; \
         [programs](docs/book/backends.md#out-of-process) that are backends: `process-name`",
    ),
    variable(
        "VYRE_CASE",
        "'0x1, 0x2'",
        "only this input (with `--exact <trial>`); `uniform 0x1` and `literal 0x1` pass a value in that way",
    ),
    variable(
        "VYRE_CASES",
        "1e8",
        "witnesses per law and parity check, at most 2^50",
    ),
    variable(
        "VYRE_CC",
        "/path/to/cc",
        "the C compiler of the backend `c11`; `cc` by default",
    ),
    variable(
        "VYRE_CC_CHECKED",
        "1",
        "`c11` is `c11-checked`, whose code is checked for undefined behaviour and wrong addresses while it \
         runs",
    ),
    variable(
        "VYRE_CUDA_DEVICE",
        "1",
        "the GPU of the backend `cuda`, by its number or by a part of its name; the first by default",
    ),
    variable(
        "VYRE_DIGESTS",
        "folder",
        "keeps the digests of references on every input, and on 10^9 witnesses or more, for later runs",
    ),
    variable(
        "VYRE_ENGINE_INPUTS",
        "16",
        "generated inputs of every engine; `--engine-inputs` of the binary",
    ),
    variable(
        "VYRE_EVIDENCE",
        "exhaustive_u16,exhaustive_full",
        "additional domains for laws; `exhaustive_full` also compares every input of an op with at most 2^32 \
         of them on each adapter",
    ),
    variable(
        "VYRE_ICD",
        "/path/to/driver",
        "a Vulkan driver (library or ICD file) loaded by path, without a loader",
    ),
    variable(
        "VYRE_LIMIT",
        "60s",
        "the time limit of one call of an op's function, or of a function of an engine (`plan`, `inputs`, \
         `reference`, `decode`, `histories`, `order`). After it the calling thread is abandoned: the function \
         is reported with its input, the trial fails, trials that would call the function are not run, and \
         all others continue. The abandoned call occupies a core until the process ends",
    ),
    variable(
        "VYRE_OPENCL",
        "/path/to/libOpenCL.so.1",
        "the loader of the backend `opencl`; the system's by default",
    ),
    variable(
        "VYRE_OPENCL_DEVICE",
        "pocl",
        "its device, by a part of the name of its platform or of its own; the first GPU, or else the first \
         device, by default",
    ),
    variable(
        "VYRE_PATIENCE",
        "120s",
        "the time limit of one call of a registered backend, of one submission of an adapter (a driver may compile a \
         shader in it), and (nine tenths of it) of one answer of a program that is a backend. After it the backend is \
         abandoned: the rest of its trials fail with the reason; the trials of others do not wait",
    ),
    variable(
        "VYRE_PROGRAMS",
        "256",
        "random programs of every backend, which L3 requires; `--programs` of the binary",
    ),
    variable(
        "VYRE_REQUESTS_PER_LOSS",
        "10000",
        "the number of requests for each one that an [out-of-process backend](docs/book/backends.md#out-of-process) \
         may lose: a run with more losses fails. Levels of a certificate always rest on 10,000",
    ),
    variable(
        "VYRE_REQUIRE_ADAPTERS",
        "a,b",
        "each of these must be present, and in a run without a filter every parity trial must run on it; the \
         summary counts them",
    ),
    variable(
        "VYRE_REQUIRE_GPU",
        "1",
        "a missing adapter is a failure instead of ignored trials; `./x test` sets it. The tests of this \
         repository fail without an adapter",
    ),
    variable("VYRE_SEED", "0x5eed", "the seed of the witnesses"),
    variable(
        "VYRE_SHARD_COUNT",
        "4",
        "the number of shards for `--shard auto` outside of batch systems \
         ([certificates](docs/spec/certificates.md))",
    ),
    variable("VYRE_SHARD_INDEX", "0", "the number of this shard, from 0"),
    variable(
        "VYRE_STILL_RUNNING",
        "60",
        "seconds after which a running trial is named on stderr, and again whenever they have doubled",
    ),
    variable(
        "VYRE_VERDICTS",
        "folder",
        "the [store of verdicts](docs/book/suite.md#held-trials): trials that passed with the same key do not run \
         again (default: the user's cache folder). `off`: every trial runs, and nothing is kept",
    ),
];

/// Prefix of variables that name a backend by their suffix.
const BACKENDS: &str = "VYRE_BACKEND_";

/// Variables of this project's tests and builds. They may be set for a whole `cargo test`, which also runs op
/// libraries.
const OWN: &[&str] = &[
    "VYRE_BLESS",
    "VYRE_BODIES",
    "VYRE_BODY",
    "VYRE_CONFORM_FINGERPRINT",
    "VYRE_PART",
    "VYRE_REQUIRE_CADICAL",
    "VYRE_REQUIRE_CHROMIUM",
    "VYRE_REQUIRE_CUDA",
    "VYRE_REQUIRE_LAVAPIPE",
    "VYRE_REQUIRE_ONNX",
    "VYRE_REQUIRE_OPENCL",
    "VYRE_REQUIRE_PYTHON",
    "VYRE_REQUIRE_SLURM",
    "VYRE_REQUIRE_SSH_KEYGEN",
    "VYRE_REQUIRE_TINT",
    "VYRE_REQUIRE_TWO_ADAPTERS",
    "VYRE_REQUIRE_Z3",
    "VYRE_RUSTC",
    "VYRE_SCREENSHOTS",
    "VYRE_TEST_QUIETLY",
    "VYRE_TEST_VERDICTS_FOLDER",
    "VYRE_TINT",
];

/// Maximal edit distance of a misspelt setting.
const MAX_DISTANCE: usize = 2;

/// The first set variable that no run reads.
pub(super) fn ignored(
    mut set: impl Iterator<Item = (OsString, OsString)>,
) -> Option<SettingsError> {
    set.find_map(|(name, value)| {
        let name = name.to_str().filter(|name| name.starts_with("VYRE_"))?;
        let away = |known: &&str| levenshtein(known, name);
        let known = names().min_by_key(away)?;
        let (name, expected) = match away(&known) {
            0 if value.to_str().is_some() => return None,
            0 => (known, "text in UTF-8"),
            _ if OWN.contains(&name) || name.starts_with(BACKENDS) => return None,
            // The program ends with this message. Short names must match in some letters.
            wrong @ 1..=MAX_DISTANCE if wrong < known.len() - "VYRE_".len() => {
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

fn names() -> impl Iterator<Item = &'static str> {
    VARIABLES.iter().map(|variable| variable.name)
}

fn meant(known: &str) -> String {
    format!("unknown setting; did you mean {known}?")
}

fn unknown() -> String {
    format!(
        "unknown setting: unset it. The settings are {}, and {BACKENDS}NAME",
        names().collect::<Vec<_>>().join(", ")
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
    fn unknown_setting_is_refused() {
        for (name, meant) in [
            ("VYRE_CSES", "VYRE_CASES"),
            ("VYRE_REQUIRE_GPUS", "VYRE_REQUIRE_GPU"),
            ("VYRE_ADAPTOR", "VYRE_ADAPTER"),
        ] {
            let expected = format!("{name}=`1`: unknown setting; did you mean {meant}?");
            assert_eq!(said(name, "1".into()), Some(expected));
        }
        // Names of other programs are ignored.
        let others = ["CASES", "PATH", "VYRE_BACKEND_MINE"];
        let own = OWN.iter().copied();
        for name in names().chain(own).chain(others) {
            assert_eq!(said(name, "1".into()), None, "{name}");
        }
    }

    /// Oracle: the table in docs/settings.md, which lacks these names.
    #[test]
    fn a_name_far_from_every_setting_is_refused_with_the_list() {
        for name in ["VYRE_LAW_CASES", "VYRE_WITNESSES", "VYRE_", "VYRE_PATH"] {
            let said = said(name, "3".into()).unwrap_or_else(|| panic!("{name} is ignored"));
            let begins = format!("{name}=`3`: unknown setting");
            assert!(said.starts_with(&begins), "{said}");
            assert!(names().all(|known| said.contains(known)), "{said}");
        }
    }

    /// Oracle: the same; a value that is not UTF-8 was taken for one that is not set.
    #[cfg(unix)]
    #[test]
    fn non_utf8_value_is_refused() {
        use std::os::unix::ffi::OsStringExt;
        let value = OsString::from_vec(vec![0xff]);
        let said = said("VYRE_REQUIRE_GPU", value).expect("refused");
        assert!(said.ends_with("text in UTF-8"), "{said}");
    }
}
