//! Level L4 of a library: L2 and L3 hold, every law is proved for every input, and every baseline is reached.

use super::whole::{Counts, Member, NO_ENGINE, NO_OP, NO_PROGRAM, Reach, Stands};
use vyre_conform_spec::Level;
use vyre_conform_suite::backend::NoRates;

/// Missing feature of an op or an engine for L4 beyond L2 and L3.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lack {
    /// The feature in words.
    Told(String),
    /// Its baselines, on a backend that establishes none.
    Rates(NoRates),
}

/// An op or an engine with its missing features.
pub type Candidate<'a> = (Member<'a>, Vec<Lack>);

/// The number of baselines that are not established, by reason.
#[derive(Default)]
struct BaselineGaps(Vec<(NoRates, u64)>);

impl BaselineGaps {
    fn add(&mut self, reason: NoRates) {
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
pub fn fourth(
    ops: &[Candidate<'_>],
    engines: &[Candidate<'_>],
    programs: Option<Member<'_>>,
    left_out: u64,
) -> Reach {
    let programs: Vec<Candidate<'_>> = programs.into_iter().map(|of| (of, vec![])).collect();
    let mut counts = Counts {
        of: (ops.len() + engines.len() + programs.len()) as u64,
        left_out,
        ..Counts::default()
    };
    let mut missing = vec![];
    let mut rates = BaselineGaps::default();
    let ops_of = ops.iter().map(|of| (of, true));
    let others = engines.iter().chain(&programs).map(|of| (of, false));
    for ((member, lacks), is_op) in ops_of.chain(others) {
        let id = member.id;
        match member.stands {
            Stands::Exempt(_) => {
                counts.exempt += 1;
                continue;
            }
            Stands::Unsupported(what) => {
                counts.unsupported += 1;
                missing.push(format!("{id}: the backend lacks {what}"));
                continue;
            }
            Stands::Reached | Stands::Short if is_op => missing.push(format!("L2: {id}")),
            Stands::Short => missing.push(format!("L3: {id}")),
            Stands::Algebraic | Stands::Reached if lacks.is_empty() => counts.reached += 1,
            Stands::Algebraic | Stands::Reached => {}
        }
        for lack in lacks {
            match lack {
                Lack::Told(what) => missing.push(format!("{id}: {what}")),
                Lack::Rates(reason) => rates.add(*reason),
            }
        }
    }
    missing.splice(0..0, rates.lines());
    if missing.is_empty() && counts.exempt == ops.len() as u64 {
        missing.push(NO_OP.into());
    }
    missing.extend(omissions(engines, !programs.is_empty(), left_out));
    Reach {
        level: Level::L4,
        counts,
        missing,
    }
}

/// The omissions that keep a backend from the level, whatever the results.
fn omissions(engines: &[Candidate<'_>], has_programs: bool, left_out: u64) -> Vec<String> {
    let mut missing = vec![];
    let exempt = |(engine, _): &Candidate<'_>| matches!(engine.stands, Stands::Exempt(_));
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

    fn of<'a>(id: &'a str, stands: Stands<'a>) -> Candidate<'a> {
        (Member { id, stands }, vec![])
    }

    /// Oracle: docs/spec/conformance.md#levels: L4 requires L2 and L3 of everything, and the features of the list.
    #[test]
    fn the_level_rests_on_everything() {
        let ops = [
            of("a", Stands::Algebraic),
            of("c", Stands::Exempt("shader-f16")),
        ];
        let engines = [of("e", Stands::Reached)];
        let (programs, _) = of("programs", Stands::Reached);
        let whole = fourth(&ops, &engines, Some(programs), 0);
        assert_eq!(
            whole.to_string(),
            "L4 established: 3 of 4; 1 without their hardware feature"
        );
        let short = |ops: &[Candidate<'_>], engines: &[Candidate<'_>], programs, left_out| {
            let found = fourth(ops, engines, programs, left_out);
            assert!(!found.is_established());
            (found.to_string(), found.missing)
        };
        let (text, missing) = short(&[of("a", Stands::Reached)], &engines, Some(programs), 0);
        assert_eq!(text, "L4 partial: 2 of 3; 1 short of it");
        assert_eq!(missing, ["L2: a"]);
        let missing = short(&ops, &[of("e", Stands::Short)], Some(programs), 0).1;
        assert_eq!(missing, ["L3: e"]);
        let missing = short(&ops, &[], Some(programs), 0).1;
        assert_eq!(missing, ["no engine was shown"]);
        let missing = short(&ops, &engines, None, 0).1;
        assert_eq!(missing, ["no random program was run"]);
        assert_eq!(short(&ops, &engines, Some(programs), 2).1.len(), 1);
        let exempt = [of("c", Stands::Exempt("x"))];
        assert_eq!(
            short(&exempt, &engines, Some(programs), 0).1,
            ["no op was shown"]
        );
    }

    /// Oracle: each missing feature is reported; common ones once.
    #[test]
    fn missing_features_are_reported() {
        let software = || Lack::Rates(NoRates::Software);
        let unproved = Lack::Told("law `commutative` is not proved".into());
        let ops = [
            (of("a", Stands::Algebraic).0, vec![unproved, software()]),
            (of("b", Stands::Algebraic).0, vec![software()]),
        ];
        let engines = [of("e", Stands::Reached)];
        let (programs, _) = of("programs", Stands::Reached);
        let found = fourth(&ops, &engines, Some(programs), 0);
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
