//! Differences between two certificates, most important first.

use super::document::Certificate;
use super::evidence::{Evidence, LevelEvidence, RetiredCase, SavedFailures};
use super::part::OutcomeName;
use super::part::Part;
use std::collections::{BTreeMap, BTreeSet};
use vyre_conform_spec::{Level, Track};
use vyre_conform_suite::plan::PROGRAMS;

/// Number of ops and engines of the library that a level requires and a certificate does not list.
type UnlistedCount<'a> = &'a dyn Fn(Level) -> u64;

/// One line per difference; empty for equal evidence. Levels count the ops and engines that each certificate lists.
pub fn diff(a: &Certificate, b: &Certificate) -> Vec<String> {
    diff_in_library([a, b], [&|_| 0, &|_| 0])
}

/// [`diff`] with the numbers of unlisted ops and engines of a library, by the level that requires them.
pub fn diff_in_library([a, b]: [&Certificate; 2], absent: [UnlistedCount<'_>; 2]) -> Vec<String> {
    if a.due_digest() == b.due_digest() {
        return vec![];
    }
    let (a, b) = (&a.evidence, &b.evidence);
    let mut out = vec![];
    head(a, b, &mut out);
    levels_of_the_whole([(a, absent[0]), (b, absent[1])], &mut out);
    levels(a, b, &mut out);
    let (x, y) = (parts(a), parts(b));
    for id in x.keys().chain(y.keys()).collect::<BTreeSet<_>>() {
        match (x.get(id), y.get(id)) {
            (Some(x), None) => out.push(only(id, x, "first")),
            (None, Some(y)) => out.push(only(id, y, "second")),
            (Some(x), Some(y)) => part(id, x, y, &mut out),
            (None, None) => {}
        }
    }
    let kernels = |e: &Evidence| -> BTreeSet<String> {
        let engines = e.engines.iter();
        let all = engines.flat_map(|of| of.kernels.iter().map(move |k| format!("{}: {k}", of.id)));
        all.collect()
    };
    let (x, y) = (kernels(a), kernels(b));
    let first = x.difference(&y);
    out.extend(first.map(|s| format!("kernels only in the first: {s}")));
    let second = y.difference(&x);
    out.extend(second.map(|s| format!("kernels only in the second: {s}")));
    let expressions = |e: &Evidence| e.profile.expressions.clone().unwrap_or("none".into());
    let (x, y) = (expressions(a), expressions(b));
    if x != y {
        out.push(format!("digest of native expressions: {x} -> {y}"));
    }
    let skipped = |e: &Evidence| -> BTreeSet<String> {
        e.skipped
            .iter()
            .map(|s| format!("{} ({})", s.id, s.reason))
            .collect()
    };
    let (x, y) = (skipped(a), skipped(b));
    out.extend(
        x.difference(&y)
            .map(|s| format!("skipped only in the first: {s}")),
    );
    out.extend(
        y.difference(&x)
            .map(|s| format!("skipped only in the second: {s}")),
    );
    if out.is_empty() {
        out.push(
            "the digests differ in something that is not listed here; compare the texts".into(),
        );
    }
    out
}

/// Levels by name: the certificates may have different tracks.
fn levels_of_the_whole(both: [(&Evidence, UnlistedCount<'_>); 2], out: &mut Vec<String>) {
    let all = |(e, absent): (&Evidence, UnlistedCount<'_>)| -> BTreeMap<String, String> {
        let levels = e.levels.iter();
        let sentence = |l: &LevelEvidence| l.describe(std::slice::from_ref(l), absent(l.level));
        levels
            .map(|l| (l.level.name().to_owned(), sentence(l)))
            .collect()
    };
    let [x, y] = both.map(all);
    for name in x.keys().chain(y.keys()).collect::<BTreeSet<_>>() {
        match (x.get(name), y.get(name)) {
            (Some(x), Some(y)) if x != y => out.push(format!("level {x} -> {y}")),
            (Some(x), None) => out.push(format!("level {x}: only in the first")),
            (None, Some(y)) => out.push(format!("level {y}: only in the second")),
            _ => {}
        }
    }
}

/// Parts by id, with one placeholder for the slug of either backend, so that parts of two backends compare.
fn parts(e: &Evidence) -> BTreeMap<String, &Part> {
    let slug = e.backend.slug.as_str();
    let general = |owner: &str, part: &Part| {
        // The name of the op or engine is independent of the backend.
        let own = part.id.strip_prefix(owner).unwrap_or_default();
        let mut names: Vec<&str> = own.split("::").collect();
        let place = names.iter().rposition(|name| *name == slug);
        match place.filter(|_| part.on_backend()) {
            Some(k) => {
                names[k] = "<backend>";
                [owner, &names.join("::")].concat()
            }
            None => part.id.clone(),
        }
    };
    let ops = e.ops.iter().map(|op| (&*op.id, &op.parts));
    let engines = e.engines.iter().map(|engine| (&*engine.id, &engine.parts));
    let programs = e.programs.iter().map(|of| (PROGRAMS, &of.parts));
    let all = ops.chain(engines).chain(programs);
    let all = all.flat_map(|(owner, parts)| parts.iter().map(move |part| (owner, part)));
    all.map(|(owner, part)| (general(owner, part), part))
        .collect()
}

fn head(a: &Evidence, b: &Evidence, out: &mut Vec<String>) {
    let mut line = |what: &str, a: &str, b: &str| {
        if a != b {
            out.push(format!("{what}: {a} -> {b}"));
        }
    };
    let mut heads = Heads {
        a,
        b,
        line: &mut line,
    };
    heads.suite_and_backend();
    heads.cases();
    heads.selection();
}

/// The heads of two certificates.
struct Heads<'a> {
    a: &'a Evidence,
    b: &'a Evidence,
    /// Reports a field with its two values, if they differ.
    line: &'a mut dyn FnMut(&str, &str, &str),
}

impl Heads<'_> {
    /// The suite, the texts and the backend.
    fn suite_and_backend(&mut self) {
        let (a, b) = (self.a, self.b);
        let line = &mut *self.line;
        line("suite version", &a.suite_version, &b.suite_version);
        line("spec digest", &a.spec_digest, &b.spec_digest);
        line("registry digest", &a.registry_digest, &b.registry_digest);
        line("track", &a.track, &b.track);
        line("backend kind", &a.backend.kind, &b.backend.kind);
        line("backend", &a.backend.slug, &b.backend.slug);
        line("device", &a.backend.device, &b.backend.device);
        line("driver", &a.backend.driver, &b.backend.driver);
        line(
            "features",
            &a.backend.features.join(", "),
            &b.backend.features.join(", "),
        );
        let limits = |e: &Evidence| {
            let all = e
                .backend
                .limits
                .iter()
                .map(|(name, value)| format!("{name} {value}"));
            all.collect::<Vec<_>>().join(", ")
        };
        line("limits", &limits(a), &limits(b));
        let lost = |e: &Evidence| match e.losses {
            Some(of) => format!("{} of {}", of.lost, of.requests),
            None => "none".into(),
        };
        line("lost requests", &lost(a), &lost(b));
    }

    /// The cases, programs and files that the runs were asked for.
    fn cases(&mut self) {
        let (a, b) = (self.a, self.b);
        let line = &mut *self.line;
        line("seed", &a.settings.seed, &b.settings.seed);
        let count = |e: &Evidence| e.settings.witnesses.to_string();
        line("witnesses", &count(a), &count(b));
        line(
            "domains",
            &a.settings.domains.join(", "),
            &b.settings.domains.join(", "),
        );
        let inputs = |e: &Evidence| e.settings.engine_inputs.to_string();
        line("inputs of engines", &inputs(a), &inputs(b));
        let programs = |e: &Evidence| e.settings.programs.to_string();
        line("random programs", &programs(a), &programs(b));
        let agreed = |e: &Evidence| match &e.programs {
            Some(of) => format!(
                "{} of {} from seed {}, generator {}",
                of.agreed, of.count, of.seed, of.generator
            ),
            None => "none".into(),
        };
        line("random programs that agree", &agreed(a), &agreed(b));
        let files = |e: &Evidence| match &e.settings.filetests {
            Some(of) => format!("{} files, {}", of.files.len(), of.digest),
            None => "none".into(),
        };
        line("filetests", &files(a), &files(b));
        let shaders = |e: &Evidence| match &e.settings.wgsl {
            Some(of) => format!("{} shaders, {}", of.names.len(), of.digest),
            None => "none".into(),
        };
        line("shaders", &shaders(a), &shaders(b));
    }

    /// The selected ops and the saved failures.
    fn selection(&mut self) {
        let (a, b) = (self.a, self.b);
        let line = &mut *self.line;
        let filter = |e: &Evidence| e.settings.filter.clone().unwrap_or("none".into());
        line("filter", &filter(a), &filter(b));
        // Older certificates have no digests of retired cases.
        let have_contents = |e: &Evidence| {
            let mut retired = e.regressions.iter().flat_map(|saved| &saved.retired);
            retired.all(|case| case.contents.is_some())
        };
        let compares_contents = have_contents(a) && have_contents(b);
        let of_op = |s: &SavedFailures| {
            let of_case = |r: &RetiredCase| {
                let contents = r.contents.as_deref().filter(|_| compares_contents);
                let contents = contents.map_or_else(String::new, |digest| format!(" {digest}"));
                format!("{}{contents} {}, found by {}", r.case, r.reason, r.found_by)
            };
            let retired = s.retired.iter().map(of_case);
            let retired: Vec<String> = retired.collect();
            format!("{} of {} (retired: {})", s.cases, s.op, retired.join("; "))
        };
        let saved = |e: &Evidence| {
            e.regressions
                .iter()
                .map(of_op)
                .collect::<Vec<_>>()
                .join(", ")
        };
        line("saved failures", &saved(a), &saved(b));
        let track = |e: &Evidence| e.settings.track.map_or("all", Track::name);
        line("tracks", track(a), track(b));
        line(
            "float profile",
            a.profile.floats.name(),
            b.profile.floats.name(),
        );
        let shards = |e: &Evidence| e.shards.to_string();
        line("shards", &shards(a), &shards(b));
    }
}

fn levels(a: &Evidence, b: &Evidence, out: &mut Vec<String>) {
    let all = |e: &Evidence| -> BTreeMap<String, (u32, String, String)> {
        let word = |level: Option<Level>, unsupported: &Option<String>| match unsupported {
            Some(what) => format!("unsupported ({what})"),
            None => level.map_or("not established", Level::name).to_owned(),
        };
        let ops = e.ops.iter().map(|o| {
            let row = (o.version, word(o.level, &o.unsupported), o.grade.clone());
            (o.id.clone(), row)
        });
        let engines = e.engines.iter().map(|o| {
            let row = (o.version, word(o.level, &o.unsupported), String::new());
            (o.id.clone(), row)
        });
        ops.chain(engines).collect()
    };
    let (x, y) = (all(a), all(b));
    for id in x.keys().chain(y.keys()).collect::<BTreeSet<_>>() {
        match (x.get(id), y.get(id)) {
            (Some(x), Some(y)) => {
                for (what, x, y) in [
                    ("version", &x.0.to_string(), &y.0.to_string()),
                    ("level", &x.1, &y.1),
                    ("grade", &x.2, &y.2),
                ] {
                    if x != y {
                        out.push(format!("{id}: {what} {x} -> {y}"));
                    }
                }
            }
            (Some(_), None) => out.push(format!("{id}: only in the first")),
            _ => out.push(format!("{id}: only in the second")),
        }
    }
}

/// A part of one certificate alone. A refutation is named: its op may have been omitted on purpose.
fn only(id: &str, part: &Part, place: &str) -> String {
    let refuted = match part.outcome {
        OutcomeName::Failed => ", which refutes it",
        _ => "",
    };
    format!("part {id}: only in the {place}{refuted}")
}

fn part(id: &str, x: &Part, y: &Part, out: &mut Vec<String>) {
    if x.outcome != y.outcome {
        out.push(format!(
            "part {id}: {} -> {}",
            x.outcome.words(),
            y.outcome.words()
        ));
    }
    if (x.cases, x.failures) != (y.cases, y.failures) {
        out.push(format!(
            "part {id}: {} cases with {} failures -> {} cases with {} failures",
            x.cases, x.failures, y.cases, y.failures
        ));
    }
    if x.by_digest != y.by_digest {
        let word = |part: &Part| part.by_digest.map_or("none".into(), |n| n.to_string());
        out.push(format!(
            "part {id}: cases compared by digest: {} -> {}",
            word(x),
            word(y)
        ));
    }
    if x.counterexample != y.counterexample {
        out.push(format!("part {id}: another counterexample"));
    } else if x.reason != y.reason {
        out.push(format!("part {id}: another reason"));
    }
}
