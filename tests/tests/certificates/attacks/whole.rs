//! Settings, shards, losses, the backend's identity, and the run.

use super::Attack;
use std::collections::BTreeMap;
use vyre_conform_certificate::certificate::{
    Evidence, Filetests, LossEvidence, RateMeasurement, SavedFailures, SkipKind, SkippedPart,
};
use vyre_conform_runtime::spec::{Level, Track};

fn files(e: &mut Evidence) -> &mut Filetests {
    e.settings.filetests.as_mut().expect("files")
}

/// Settings, shards, losses, and the backend's identity.
pub(super) const WHOLE_ATTACKS: &[(&str, Attack)] = &[
    ("empty suite version", |e, _| e.suite_version.clear()),
    ("empty track", |e, _| e.track.clear()),
    ("no requests, one lost", |e, _| {
        e.losses = Some(LossEvidence {
            requests: 0,
            lost: 1,
        })
    }),
    ("none lost of ten", |e, _| {
        e.losses = Some(LossEvidence {
            requests: 10,
            lost: 0,
        })
    }),
    ("more lost than sent", |e, _| {
        e.losses = Some(LossEvidence {
            requests: 10,
            lost: 11,
        })
    }),
    ("losses of a backend in process", |e, _| {
        e.losses = Some(LossEvidence {
            requests: 1_000_000,
            lost: 1,
        });
    }),
    ("share of losses that ends a run", |e, _| {
        e.losses = Some(LossEvidence {
            requests: 100,
            lost: 99,
        });
    }),
    ("two kinds in one", |e, _| {
        e.backend.kind = "wgpu-vulkan+native+native".into()
    }),
    ("no kind", |e, _| e.backend.kind.clear()),
    ("a kind that no suite opens", |e, _| {
        e.backend.kind = "wgpu-vulkan ".into()
    }),
    ("device of several lines", |e, _| {
        e.backend.device = "Stand\nL4 established".into()
    }),
    ("unsorted features", |e, _| {
        e.backend.features = vec!["z".into(), "a".into()]
    }),
    ("an empty feature", |e, _| {
        e.backend.features.insert(0, String::new())
    }),
    ("seed without digits", |e, _| e.settings.seed = "0x".into()),
    ("seed of 17 digits", |e, _| {
        e.settings.seed = "0x1ffffffffffffffff".into()
    }),
    ("no witnesses", |e, _| e.settings.witnesses = 0),
    ("fewer witnesses", |e, _| e.settings.witnesses -= 1),
    ("no inputs of engines", |e, _| e.settings.engine_inputs = 0),
    ("no random programs", |e, _| e.settings.programs = 0),
    ("twice as many random programs", |e, _| {
        e.settings.programs *= 2
    }),
    ("a filter that takes everything", |e, _| {
        e.settings.filter = Some(String::new())
    }),
    ("a filter of one op", |e, _| {
        e.settings.filter = Some("cert::flip".into())
    }),
    ("track of floats", |e, _| {
        e.settings.track = Some(Track::Float)
    }),
    ("asked for proofs", |e, _| e.settings.prove = true),
    ("asked for mutants", |e, _| e.settings.mutate = true),
    ("asked for baselines", |e, _| e.settings.baselines = true),
    ("a domain twice", |e, _| {
        e.settings.domains = vec!["exhaustive_u16".into(), "exhaustive_u16".into()];
    }),
    ("a domain that did not run", |e, _| {
        e.settings.domains = vec!["exhaustive_u16".into()]
    }),
    ("no file of programs asked for", |e, _| {
        e.settings.filetests = None
    }),
    ("the files in another order", |e, _| {
        files(e).files.reverse()
    }),
    ("a file twice", |e, _| {
        let first = files(e).files[0].clone();
        files(e).files.insert(0, first);
    }),
    ("files without a name", |e, _| files(e).files.clear()),
    ("shard of none", |e, _| e.shards.of = 0),
    ("no shard", |e, _| e.shards.have.clear()),
    ("both shards of two", |e, _| {
        (e.shards.of, e.shards.have) = (2, vec![1, 2]);
    }),
    ("one shard of two", |e, _| {
        (e.shards.of, e.shards.have) = (2, vec![1]);
    }),
    ("2^64 shards", |e, _| e.shards.of = u64::MAX),
    ("a level missing", |e, _| drop(e.levels.pop())),
    ("levels exchanged", |e, _| e.levels.reverse()),
    ("exempt ops", |e, _| e.levels[0].exempt = 1),
    ("a level of more", |e, _| e.levels[1].of += 1),
    ("a level of a track that did not run", |e, _| {
        let mut level = e.levels[0].clone();
        level.level = Level::L1a;
        e.levels.push(level);
    }),
    ("a level partial no more", |e, _| {
        e.levels.iter_mut().for_each(|level| level.left_out = 0)
    }),
    ("skipped for no reason", |e, _| {
        e.skipped.push(SkippedPart {
            id: "cert::nothing".into(),
            kind: SkipKind::Unsupported,
            reason: String::new(),
        });
    }),
    ("an op skipped that ran", |e, _| {
        e.skipped.push(SkippedPart {
            id: "cert::flip".into(),
            kind: SkipKind::Filtered,
            reason: "the filter leaves it out".into(),
        });
    }),
    ("saved failures of no op", |e, _| {
        e.regressions = vec![SavedFailures {
            op: "cert::none".into(),
            cases: 1,
            retired: vec![],
        }];
    }),
    ("no saved failures, listed", |e, _| {
        e.regressions = vec![SavedFailures {
            op: "cert::sum".into(),
            cases: 0,
            retired: vec![],
        }];
    }),
];

/// Attacks on the facts of the run.
pub(super) const RUN_ATTACKS: &[(&str, Attack)] = &[
    ("ends before it begins", |_, run| {
        std::mem::swap(&mut run.started, &mut run.finished)
    }),
    ("a month 13", |_, run| {
        run.started = "2025-13-01T00:00:00Z".into()
    }),
    ("no time", |_, run| run.started.clear()),
    ("a host of several lines", |_, run| run.host = "a\nb".into()),
    ("no thread", |_, run| run.threads = 0),
    ("rates of nobody", |_, run| {
        _ = run.rates.insert("moon".into(), 1)
    }),
    ("time of a proof that is not there", |_, run| {
        run.proofs
            .insert("cert::sum::law::commutative::proved".into(), 1);
    }),
    ("measured without a baseline", |_, run| {
        let found = RateMeasurement {
            turns: vec![[1_000_000, 1_000_000]; 7],
            rate: 1000,
        };
        run.baselines = BTreeMap::from([("cert::sum copy".to_owned(), found)]);
    }),
];
