//! Places of a certificate at which edits are accepted, with the reason why each is harmless.

const FACTS: &str =
    "a fact of the run, outside of the evidence, which `verify` says is the issuer's word";
const TURNS: &str =
    "a time of one turn, a fact of the run, by which the median and the verdict stay what they are";
const MUTANTS: &str = "how many mutants the declaration refuses, at most all: the issuer's word, which the command \
                       `verify` says, and `--rerun` judges again";
const PROOFS: &str = "what stands behind a proof: the issuer's word, which the command `verify` says; `--proofs` and \
                      `--rerun` check it";
const DEVICE: &str = "who the device is, and what it has: the issuer's word, which `verify` says, and a rerun compares";
const DEVICE_OUTPUT: &str =
    "what a device gave where it failed: the issuer's word, and the part stays refuted";
const FEWER_EXAMPLES: &str = "an example less of what stays refuted";
const COUNT: &str = "how many cases failed, or ran until one did: the part stays refuted";
const WORDS: &str = "words about what stays refuted";
const UNUSED_SETTING: &str = "a setting of what the filter leaves out";
const EQUIVALENT_FILTER: &str =
    "another text of a filter that takes the same parts, which are named";
const SAVED_FAILURES: &str =
    "saved failures that no part replays: the issuer's word, which `verify` says";
const SEED: &str =
    "another seed, of which no part that ran depends on what is in the file: the issuer's word";

const KINDS: &str = "that engines count for the level of their kind, where no engine is named: the levels of ops alone \
                     are the same by the rule before";

/// Places in a file at which edits are accepted, with the reason. `*` matches any number and any name.
pub const HARMLESS: &[(&str, &str)] = &[
    ("/run/started", FACTS),
    ("/run/finished", FACTS),
    ("/run/host", FACTS),
    ("/run/threads", FACTS),
    ("/run/rates", FACTS),
    ("/run/rates/*", FACTS),
    ("/run/baselines/*/turns/*/*", TURNS),
    ("/run/proofs", FACTS),
    ("/run/proofs/*", FACTS),
    ("/evidence/ops/*/kills/refused", MUTANTS),
    ("/evidence/ops/*/parts/*/proof/cnf", PROOFS),
    ("/evidence/ops/*/parts/*/proof/lrat", PROOFS),
    ("/evidence/ops/*/parts/*/proof/solvers", PROOFS),
    ("/evidence/ops/*/parts/*/proof/solvers/*", PROOFS),
    ("/evidence/backend/kind", DEVICE),
    ("/evidence/backend/device", DEVICE),
    ("/evidence/backend/driver", DEVICE),
    ("/evidence/backend/features", DEVICE),
    ("/evidence/backend/features/*", DEVICE),
    ("/evidence/backend/limits", DEVICE),
    ("/evidence/backend/limits/*", DEVICE),
    // The only setting that may be absent.
    ("/evidence/settings", KINDS),
    ("/evidence/settings/seed", SEED),
    ("/evidence/settings/engine_inputs", UNUSED_SETTING),
    ("/evidence/settings/programs", UNUSED_SETTING),
    ("/evidence/settings/filter", EQUIVALENT_FILTER),
    (
        "/evidence/ops/*/parts/*/counterexample/inputs",
        DEVICE_OUTPUT,
    ),
    (
        "/evidence/programs/parts/*/counterexample/program/word/word",
        DEVICE_OUTPUT,
    ),
    ("/evidence/regressions/*/cases", SAVED_FAILURES),
    ("/evidence/ops/*/parts/*", FEWER_EXAMPLES),
    ("/evidence/ops/*/parts/*/cases", COUNT),
    ("/evidence/ops/*/parts/*/failures", COUNT),
    ("/evidence/ops/*/parts/*/reason", WORDS),
    ("/evidence/ops/*/parts/*/counterexample/case", DEVICE_OUTPUT),
    (
        "/evidence/ops/*/parts/*/counterexample/expected",
        FEWER_EXAMPLES,
    ),
    (
        "/evidence/ops/*/parts/*/counterexample/found",
        DEVICE_OUTPUT,
    ),
    (
        "/evidence/ops/*/parts/*/counterexample/found/*",
        DEVICE_OUTPUT,
    ),
    (
        "/evidence/ops/*/parts/*/counterexample/inputs/*/words/*",
        DEVICE_OUTPUT,
    ),
    ("/evidence/programs/parts/*/failures", COUNT),
    (
        "/evidence/programs/parts/*/counterexample/program/why",
        WORDS,
    ),
    (
        "/evidence/programs/parts/*/counterexample/program/word",
        FEWER_EXAMPLES,
    ),
    (
        "/evidence/programs/parts/*/counterexample/program/word/found",
        DEVICE_OUTPUT,
    ),
    (
        "/evidence/programs/parts/*/counterexample/filetest/why",
        WORDS,
    ),
    (
        "/evidence/programs/parts/*/counterexample/filetest/word",
        FEWER_EXAMPLES,
    ),
    (
        "/evidence/programs/parts/*/counterexample/filetest/word/word",
        DEVICE_OUTPUT,
    ),
    (
        "/evidence/programs/parts/*/counterexample/filetest/word/found",
        DEVICE_OUTPUT,
    ),
    ("/evidence/settings/filetests", UNUSED_SETTING),
    ("/evidence/settings/wgsl", UNUSED_SETTING),
];

/// The place of an edit in the syntax of the table.
pub fn pattern(path: &str) -> String {
    let mut out = String::new();
    let mut before = "";
    for name in path.split('/').skip(1) {
        let any = name.bytes().all(|b| b.is_ascii_digit())
            || matches!(before, "limits" | "rates" | "baselines" | "proofs");
        out.push('/');
        out.push_str(if any { "*" } else { name });
        before = name;
    }
    out
}
