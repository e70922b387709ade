//! Places of a certificate at which edits are accepted, with the reason why each is harmless.

const FACTS: &str =
    "a fact of the run, outside of the evidence, which `verify` says is the issuer's word";
const TURNS: &str =
    "a time of one turn, a fact of the run, by which the median and the verdict stay what they are";
const REFUSED: &str = "how many mutants the declaration refuses, at most all: the issuer's word, which the command \
                       `verify` says, and `--rerun` judges again";
const PROVED: &str = "what stands behind a proof: the issuer's word, which the command `verify` says; `--proofs` and \
                      `--rerun` check it";
const WHO: &str = "who the device is, and what it has: the issuer's word, which `verify` says, and a rerun compares";
const FOUND: &str =
    "what a device gave where it failed: the issuer's word, and the part stays refuted";
const LESS: &str = "an example less of what stays refuted";
const COUNT: &str = "how many cases failed, or ran until one did: the part stays refuted";
const WORDS: &str = "words about what stays refuted";
const UNUSED: &str = "a setting of what the filter leaves out";
const SAME: &str = "another text of a filter that takes the same parts, which are named";
const SAVED: &str = "saved failures that no part replays: the issuer's word, which `verify` says";
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
    ("/evidence/ops/*/kills/refused", REFUSED),
    ("/evidence/ops/*/parts/*/proof/cnf", PROVED),
    ("/evidence/ops/*/parts/*/proof/lrat", PROVED),
    ("/evidence/ops/*/parts/*/proof/solvers", PROVED),
    ("/evidence/ops/*/parts/*/proof/solvers/*", PROVED),
    ("/evidence/backend/kind", WHO),
    ("/evidence/backend/device", WHO),
    ("/evidence/backend/driver", WHO),
    ("/evidence/backend/features", WHO),
    ("/evidence/backend/features/*", WHO),
    ("/evidence/backend/limits", WHO),
    ("/evidence/backend/limits/*", WHO),
    // The only setting that may be absent.
    ("/evidence/settings", KINDS),
    ("/evidence/settings/seed", SEED),
    ("/evidence/settings/engine_inputs", UNUSED),
    ("/evidence/settings/programs", UNUSED),
    ("/evidence/settings/filter", SAME),
    ("/evidence/ops/*/parts/*/counterexample/inputs", FOUND),
    (
        "/evidence/programs/parts/*/counterexample/program/word/word",
        FOUND,
    ),
    ("/evidence/regressions/*/cases", SAVED),
    ("/evidence/ops/*/parts/*", LESS),
    ("/evidence/ops/*/parts/*/cases", COUNT),
    ("/evidence/ops/*/parts/*/failures", COUNT),
    ("/evidence/ops/*/parts/*/reason", WORDS),
    ("/evidence/ops/*/parts/*/counterexample/case", FOUND),
    ("/evidence/ops/*/parts/*/counterexample/expected", LESS),
    ("/evidence/ops/*/parts/*/counterexample/found", FOUND),
    ("/evidence/ops/*/parts/*/counterexample/found/*", FOUND),
    (
        "/evidence/ops/*/parts/*/counterexample/inputs/*/words/*",
        FOUND,
    ),
    ("/evidence/programs/parts/*/failures", COUNT),
    (
        "/evidence/programs/parts/*/counterexample/program/why",
        WORDS,
    ),
    (
        "/evidence/programs/parts/*/counterexample/program/word",
        LESS,
    ),
    (
        "/evidence/programs/parts/*/counterexample/program/word/found",
        FOUND,
    ),
    (
        "/evidence/programs/parts/*/counterexample/filetest/why",
        WORDS,
    ),
    (
        "/evidence/programs/parts/*/counterexample/filetest/word",
        LESS,
    ),
    (
        "/evidence/programs/parts/*/counterexample/filetest/word/word",
        FOUND,
    ),
    (
        "/evidence/programs/parts/*/counterexample/filetest/word/found",
        FOUND,
    ),
    ("/evidence/settings/filetests", UNUSED),
    ("/evidence/settings/wgsl", UNUSED),
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
