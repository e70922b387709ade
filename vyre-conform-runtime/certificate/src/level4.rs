//! Level L4 of a library: L2 and L3 hold, every law is proved for every input, and every baseline is reached.

use super::library_level::{
    LevelCounts, LevelResult, Member, MemberStatus, NO_ENGINE, NO_OP, NO_PROGRAM,
};
use vyre_conform_spec::Level;
use vyre_conform_suite::backend::RateExclusion;

/// Missing feature of an op or an engine for L4 beyond L2 and L3.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum L4Gap {
    /// The feature in words.
    Reason(String),
    /// Its baselines, on a backend that establishes none.
    Rates(RateExclusion),
}

/// An op or an engine with its missing features.
pub type Candidate<'a> = (Member<'a>, Vec<L4Gap>);

/// The number of baselines that are not established, by reason.
#[derive(Default)]
struct BaselineGaps(Vec<(RateExclusion, u64)>);

impl BaselineGaps {
    fn add(&mut self, reason: RateExclusion) {
        match self.0.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, number)) => *number += 1,
            None => self.0.push((reason, 1)),
        }
    }

    /// One line per reason.
    fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(reason, number)| {
            let noun = if *number == 1 {
                "baseline"
            } else {
                "baselines"
            };
            format!("{number} {noun}: {reason}")
        })
    }
}

/// L4 of these ops, engines of integers and random programs.
pub fn level4(
    ops: &[Candidate<'_>],
    engines: &[Candidate<'_>],
    programs: Option<Member<'_>>,
    left_out: u64,
) -> LevelResult {
    let programs: Vec<Candidate<'_>> = programs.into_iter().map(|of| (of, vec![])).collect();
    let mut counts = LevelCounts {
        members: (ops.len() + engines.len() + programs.len()) as u64,
        left_out,
        ..LevelCounts::default()
    };
    let mut missing = vec![];
    let mut rates = BaselineGaps::default();
    let ops_of = ops.iter().map(|of| (of, true));
    let others = engines.iter().chain(&programs).map(|of| (of, false));
    for ((member, lacks), is_op) in ops_of.chain(others) {
        let id = member.id;
        match member.status {
            MemberStatus::Exempt(_) => {
                counts.exempt += 1;
                continue;
            }
            MemberStatus::Unsupported(what) => {
                counts.unsupported += 1;
                missing.push(format!("{id}: the backend lacks {what}"));
                continue;
            }
            MemberStatus::Reached | MemberStatus::NotReached if is_op => {
                missing.push(format!("L2: {id}"))
            }
            MemberStatus::NotReached => missing.push(format!("L3: {id}")),
            MemberStatus::Algebraic | MemberStatus::Reached if lacks.is_empty() => {
                counts.reached += 1
            }
            MemberStatus::Algebraic | MemberStatus::Reached => {}
        }
        for lack in lacks {
            match lack {
                L4Gap::Reason(what) => missing.push(format!("{id}: {what}")),
                L4Gap::Rates(reason) => rates.add(*reason),
            }
        }
    }
    missing.splice(0..0, rates.lines());
    if missing.is_empty() && counts.exempt == ops.len() as u64 {
        missing.push(NO_OP.into());
    }
    missing.extend(omissions(engines, !programs.is_empty(), left_out));
    LevelResult {
        level: Level::L4,
        counts,
        missing,
    }
}

/// The omissions that keep a backend from the level, whatever the results.
fn omissions(engines: &[Candidate<'_>], has_programs: bool, left_out: u64) -> Vec<String> {
    let mut missing = vec![];
    let exempt = |(engine, _): &Candidate<'_>| matches!(engine.status, MemberStatus::Exempt(_));
    if engines.iter().all(exempt) {
        missing.push(NO_ENGINE.into());
    }
    if !has_programs {
        missing.push(NO_PROGRAM.into());
    }
    if left_out > 0 {
        missing.push(format!(
            "{left_out} ops, engines and random programs were left out by the filter"
        ));
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<'a>(id: &'a str, status: MemberStatus<'a>) -> Candidate<'a> {
        (Member { id, status }, vec![])
    }

    /// Oracle: docs/spec/conformance.md#levels: L4 requires L2 and L3 of everything, and the features of the list.
    #[test]
    fn the_level_rests_on_everything() {
        let ops = [
            of("a", MemberStatus::Algebraic),
            of("c", MemberStatus::Exempt("shader-f16")),
        ];
        let engines = [of("e", MemberStatus::Reached)];
        let (programs, _) = of("programs", MemberStatus::Reached);
        let whole = level4(&ops, &engines, Some(programs), 0);
        assert_eq!(
            whole.to_string(),
            "L4 established: 3 of 4; 1 without their hardware feature"
        );
        let short = |ops: &[Candidate<'_>], engines: &[Candidate<'_>], programs, left_out| {
            let found = level4(ops, engines, programs, left_out);
            assert!(!found.is_established());
            (found.to_string(), found.missing)
        };
        let (text, missing) = short(
            &[of("a", MemberStatus::Reached)],
            &engines,
            Some(programs),
            0,
        );
        assert_eq!(text, "L4 partial: 2 of 3; 1 short of it");
        assert_eq!(missing, ["L2: a"]);
        let missing = short(
            &ops,
            &[of("e", MemberStatus::NotReached)],
            Some(programs),
            0,
        )
        .1;
        assert_eq!(missing, ["L3: e"]);
        let missing = short(&ops, &[], Some(programs), 0).1;
        assert_eq!(missing, ["no engine was shown"]);
        let missing = short(&ops, &engines, None, 0).1;
        assert_eq!(missing, ["no random program was run"]);
        assert_eq!(short(&ops, &engines, Some(programs), 2).1.len(), 1);
        let exempt = [of("c", MemberStatus::Exempt("x"))];
        assert_eq!(
            short(&exempt, &engines, Some(programs), 0).1,
            ["no op was shown"]
        );
    }

    /// Oracle: each missing feature is reported; common ones once.
    #[test]
    fn missing_features_are_reported() {
        let software = || L4Gap::Rates(RateExclusion::Software);
        let unproved = L4Gap::Reason("law `commutative` is not proved".into());
        let ops = [
            (
                of("a", MemberStatus::Algebraic).0,
                vec![unproved, software()],
            ),
            (of("b", MemberStatus::Algebraic).0, vec![software()]),
        ];
        let engines = [of("e", MemberStatus::Reached)];
        let (programs, _) = of("programs", MemberStatus::Reached);
        let found = level4(&ops, &engines, Some(programs), 0);
        assert_eq!(found.to_string(), "L4 partial: 2 of 4; 2 short of it");
        assert_eq!(
            found.missing,
            [
                "2 baselines: a software adapter establishes no baseline",
                "a: law `commutative` is not proved"
            ]
        );
    }
}
