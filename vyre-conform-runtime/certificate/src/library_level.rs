//! The levels of the whole: the common level of the ops and engines of a track on one backend.
//!
//! A level covers everything that is registered. It is *established* if every op reached it, for L3 also every engine
//! of integers and the random programs, and for L3f and L4f the engines of floats. Only Category C ops whose predicate
//! rejects the backend, and engines that call such ops, are exempt. If some did not reach it, for whatever reason, it
//! is *partial*.

use std::fmt::{Display, Formatter};
use vyre_conform_spec::{EngineKind, Level, Track};
use vyre_conform_suite::backend::{Losses, REQUESTS_PER_LOSS, is_feature_of_op};

/// An op or an engine as a member of a level of the whole.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// Its id.
    pub id: &'a str,
    /// Its standing.
    pub status: MemberStatus<'a>,
}

/// Standing of an op or an engine on a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MemberStatus<'a> {
    /// An op that reached the level of laws of its track.
    Algebraic,
    /// An op that reached the level of parity of its track, or an engine that holds.
    Reached,
    /// Refuted, or not completely run.
    NotReached,
    /// The backend lacks this feature, and no predicate of the op exempts it.
    Unsupported(&'a str),
    /// A Category C op whose hardware feature is absent, or an engine that calls it: exempt.
    Exempt(&'a str),
}

impl<'a> MemberStatus<'a> {
    /// An engine that cannot run only because the backend lacks this.
    pub fn unsupported(what: &'a str) -> Self {
        if is_feature_of_op(what) {
            Self::Exempt(what)
        } else {
            Self::Unsupported(what)
        }
    }
}

/// Counts of the members of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LevelCounts {
    /// Number of members: ops; at L3 also engines and random programs; at L3f and L4f also engines.
    pub members: u64,
    /// Number that reached the level.
    pub reached: u64,
    /// Number of Category C ops whose hardware feature is absent, and of engines that call one.
    pub exempt: u64,
    /// Number that the backend does not support for another reason.
    pub unsupported: u64,
    /// Number of ops, engines and random programs that a filter left out, not included in the others.
    pub left_out: u64,
    /// Number of ops and engines of the library that a certificate does not list, not included in the others. Zero in a
    /// run.
    pub absent: u64,
}

impl LevelCounts {
    /// Number of members that need no further work.
    const fn settled(&self) -> u64 {
        let done = self.reached.saturating_add(self.exempt);
        done.saturating_add(self.unsupported)
    }

    /// True if some members miss the level. If all reached it and it is not established, a whole kind of member is
    /// missing, such as engines.
    const fn is_part(&self) -> bool {
        self.settled() < self.members
            || self.unsupported > 0
            || self.left_out > 0
            || self.absent > 0
    }
}

/// A level of the whole on a backend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelResult {
    /// The level.
    pub level: Level,
    /// Counts of its members.
    pub counts: LevelCounts,
    /// Missing features; empty if the level is established.
    pub missing: Vec<String>,
}

impl LevelResult {
    /// True if every expected member reached it.
    pub fn is_established(&self) -> bool {
        self.missing.is_empty()
    }
}

impl LevelResult {
    /// The level in words, among all levels of its track on the backend.
    pub fn describe(&self, all: &[Self]) -> String {
        let others = all.iter().map(|on| (on.level, on.counts));
        let counts = below(self.level, self.counts, others);
        sentence(
            self.level.name(),
            self.is_established(),
            &counts,
            &self.missing,
        )
    }
}

impl Display for LevelResult {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let name = self.level.name();
        let text = sentence(name, self.is_established(), &self.counts, &self.missing);
        f.write_str(&text)
    }
}

/// The counts of a level that depends on others. If no op reached one of those, nothing reached this one, whatever
/// engines and random programs showed.
pub(crate) fn below(
    level: Level,
    counts: LevelCounts,
    mut others: impl Iterator<Item = (Level, LevelCounts)>,
) -> LevelCounts {
    let rests = |on: Level| match level {
        Level::L3 => on == Level::L1,
        Level::L4 => on == Level::L2,
        Level::L3f | Level::L4f => on == Level::L2f,
        _ => false,
    };
    if others.any(|(on, of)| rests(on) && of.members > 0 && of.reached == 0) {
        LevelCounts {
            reached: 0,
            ..counts
        }
    } else {
        counts
    }
}

pub(crate) const NO_OP: &str = "no op was shown";
pub(crate) const NO_ENGINE: &str = "no engine was shown";
const NO_TENSOR: &str = "no tensor engine was shown";
const NO_COMPOSED: &str = "no composed engine was shown";
pub(crate) const NO_PROGRAM: &str = "no random program was run";

/// Sentences about kinds without any member, which counts do not express. Existing certificates contain them.
const NOTHING: [&str; 5] = [NO_OP, NO_ENGINE, NO_TENSOR, NO_COMPOSED, NO_PROGRAM];

/// Prefix of the sentence that a backend lost too many requests.
const LOST: &str = "the backend is unreliable: ";

/// Adds lost requests to the missing features of every level if they exceed the limit.
pub fn lacking_requests(levels: &mut [LevelResult], losses: Option<Losses>) {
    let Some(refusal) = losses.and_then(|losses| losses.refusal(REQUESTS_PER_LOSS)) else {
        return;
    };
    for level in levels {
        level.missing.push(format!("{LOST}{refusal}"));
    }
}

/// A level in words: `L2f partial: 50 of 116; 66 unsupported`. A level of part of the library is never established.
pub fn sentence(
    level: &str,
    established: bool,
    counts: &LevelCounts,
    missing: &[String],
) -> String {
    let word = match established {
        true if counts.absent == 0 => "established",
        true => "partial",
        false if counts.reached > 0 && counts.is_part() => "partial",
        false => "not established",
    };
    format!("{level} {word}: {}", counted(established, counts, missing))
}

/// The counts of a level in words: `50 of 116; 66 unsupported`. Of the missing features, it lists those that no count
/// expresses.
pub(crate) fn counted(established: bool, counts: &LevelCounts, missing: &[String]) -> String {
    let LevelCounts {
        members,
        reached,
        exempt,
        unsupported,
        left_out,
        absent,
    } = *counts;
    let mut text = format!("{reached} of {members}");
    for (number, what) in [
        (members.saturating_sub(counts.settled()), "short of it"),
        (unsupported, "unsupported"),
        (exempt, "without their hardware feature"),
        (
            left_out,
            "left out by the filter (ops, engines and random programs)",
        ),
        (absent, "of this library absent"),
    ] {
        if number > 0 {
            text += &format!("; {number} {what}");
        }
    }
    let lost = missing.iter().filter(|what| what.starts_with(LOST));
    lost.for_each(|what| text += &format!("; {what}"));
    if !established && !counts.is_part() {
        let nothing = |what: &&String| NOTHING.contains(&what.as_str());
        let besides = missing.iter().filter(nothing);
        besides.for_each(|what| text += &format!("; {what}"));
    }
    text
}

/// The levels of a track: those of its ops; for integers L3, which includes engines and random programs; for floats L3f
/// and L4f if it has engines of that kind.
pub fn library_levels(
    track: Track,
    ops: &[Member<'_>],
    engines: &[(EngineKind, Member<'_>)],
    programs: Option<Member<'_>>,
    left_out: u64,
) -> Vec<LevelResult> {
    let of = |kind: EngineKind| {
        let mine = engines.iter().filter(move |(of, _)| *of == kind);
        mine.map(|(_, member)| *member).collect::<Vec<Member<'_>>>()
    };
    let parity = level(track.parity(), ops, &[], left_out);
    let algebraic = track.algebraic().map(|of| level(of, ops, &[], left_out));
    let l3 = (track == Track::Integer).then(|| {
        let mut others = of(EngineKind::Integer);
        let none = !is_shown(&others);
        others.extend(programs);
        let mut l3 = level(Level::L3, ops, &others, left_out);
        if none {
            l3.missing.push(NO_ENGINE.into());
        }
        if programs.is_none() {
            l3.missing.push(NO_PROGRAM.into());
        }
        l3
    });
    let mut all: Vec<LevelResult> = [Some(parity), algebraic, l3]
        .into_iter()
        .flatten()
        .collect();
    let (tensor, composed) = (of(EngineKind::Tensor), of(EngineKind::Composed));
    if track == Track::Float && !(tensor.is_empty() && composed.is_empty()) {
        let mut l3f = level(Level::L3f, ops, &tensor, left_out);
        let both = [&tensor[..], &composed[..]].concat();
        let mut l4f = level(Level::L4f, ops, &both, left_out);
        if !is_shown(&tensor) {
            l3f.missing.push(NO_TENSOR.into());
            l4f.missing.push(NO_TENSOR.into());
        }
        if !is_shown(&composed) {
            l4f.missing.push(NO_COMPOSED.into());
        }
        all.extend([l3f, l4f]);
    }
    all
}

/// True if some engine is not exempt.
fn is_shown(engines: &[Member<'_>]) -> bool {
    let exempt = |engine: &Member<'_>| matches!(engine.status, MemberStatus::Exempt(_));
    !engines.iter().all(exempt)
}

fn level(level: Level, ops: &[Member<'_>], engines: &[Member<'_>], left_out: u64) -> LevelResult {
    let mut counts = LevelCounts {
        members: (ops.len() + engines.len()) as u64,
        left_out,
        ..LevelCounts::default()
    };
    let laws = matches!(level, Level::L2 | Level::L2f | Level::L3f | Level::L4f);
    let mut missing = vec![];
    let before = match level {
        Level::L3 => "L1: ",
        Level::L3f | Level::L4f => "L2f: ",
        _ => "",
    };
    let ops = ops.iter().map(|op| (op, true, before));
    let mut reached_by_ops = false;
    for (member, is_op, before) in ops.chain(engines.iter().map(|engine| (engine, false, ""))) {
        let id = member.id;
        match member.status {
            MemberStatus::Algebraic => counts.reached += 1,
            MemberStatus::Reached if !(laws && is_op) => counts.reached += 1,
            MemberStatus::Reached | MemberStatus::NotReached => {
                missing.push(format!("{before}{id}"))
            }
            MemberStatus::Unsupported(what) => {
                counts.unsupported += 1;
                missing.push(format!("{before}{id}: the backend lacks {what}"));
            }
            MemberStatus::Exempt(_) => counts.exempt += 1,
        }
        reached_by_ops |= is_op
            && matches!(
                member.status,
                MemberStatus::Algebraic | MemberStatus::Reached
            );
    }
    // A level without expected members has no evidence.
    if missing.is_empty() && !reached_by_ops {
        missing.push(NO_OP.into());
    }
    if left_out > 0 {
        missing.push(format!(
            "{left_out} ops, engines and random programs were left out by the filter"
        ));
    }
    LevelResult {
        level,
        counts,
        missing,
    }
}

#[cfg(test)]
mod tests;
