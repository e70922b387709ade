//! Choice of the parts that a rerun repeats, and its messages about the others.

use super::mutants::UNDECIDED_MUTANTS;
use super::{LeftOut, RerunRequest};
use std::collections::BTreeMap;
use vyre_conform_certificate::certificate::{Certificate, OutcomeName, Part};
use vyre_conform_certificate::escape::plain;
use vyre_conform_fuzz::GENERATOR;
use vyre_conform_harness::report::pluralize;
use vyre_conform_spec::ProofMethod;
use vyre_conform_suite::plan::PartKind;

/// The reason why random programs are not repeated.
const OTHER_GENERATOR: &str = "another version of the generator made these random programs";

/// Parts that are not repeated, by reason.
type LeftOutParts<'c> = BTreeMap<&'static str, Vec<&'c Part>>;

/// The parts that can be repeated, and those that cannot.
pub(super) fn choose(
    certificate: &Certificate,
    with_backend: bool,
    with_solver: bool,
) -> (Vec<&Part>, LeftOutParts<'_>) {
    let programs = certificate.evidence.programs.as_ref();
    let is_of_this_generator = programs.is_none_or(|of| of.generator == GENERATOR);
    let mut parts: Vec<&Part> = vec![];
    let mut left_out = LeftOutParts::new();
    for part in certificate.parts() {
        let is_remade = part.part != PartKind::Programs || is_of_this_generator;
        let why = obstacle(part, with_backend, with_solver);
        match why.or_else(|| (!is_remade).then_some(OTHER_GENERATOR)) {
            None => parts.push(part),
            Some(why) => left_out.entry(why).or_default().push(part),
        }
    }
    (parts, left_out)
}

/// A pseudorandom word of a seed.
pub(super) fn word(seed: u64, n: u64) -> u64 {
    let hash = blake3::hash(&[seed.to_le_bytes(), n.to_le_bytes()].concat());
    u64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("32 bytes"))
}

/// A pseudorandom number of a seed, from 0 up to but not including 1.
pub(super) fn chance(seed: u64, n: u64) -> f64 {
    (word(seed, n) >> 11) as f64 / (1u64 << 53) as f64
}

/// Prints the parts that are not repeated.
pub(super) fn print_left_out(request: &RerunRequest<'_>, left_out: &LeftOutParts<'_>) {
    let tell = request.tell;
    for (why, parts) in left_out {
        tell(&format!("not run again, {why}: {}", count(parts.len())));
        let named = parts.iter().take(request.named);
        named.for_each(|part| tell(&format!("  {}", plain(&part.id))));
        if parts.len() > request.named {
            tell(&format!("  and {} more", parts.len() - request.named));
        }
    }
}

/// Prints the ops with undecided mutants.
pub(super) fn print_undecided(request: &RerunRequest<'_>, undecided: &[String]) {
    let tell = request.tell;
    if !undecided.is_empty() {
        tell(&format!("not judged again, {UNDECIDED_MUTANTS}:"));
        let named = undecided.iter().take(request.named);
        named.for_each(|line| tell(&format!("  {}", plain(line))));
        if undecided.len() > request.named {
            tell(&format!("  and {} more", undecided.len() - request.named));
        }
    }
}

/// Everything that was not repeated, by reason.
pub(super) fn all_left_out(left_out: LeftOutParts<'_>, undecided: Vec<String>) -> Vec<LeftOut> {
    let ids = |parts: Vec<&Part>| parts.into_iter().map(|part| part.id.clone()).collect();
    let left_out = left_out.into_iter().map(|(reason, parts)| LeftOut {
        reason,
        parts: ids(parts),
    });
    let mutants = (!undecided.is_empty()).then_some(LeftOut {
        reason: UNDECIDED_MUTANTS,
        parts: undecided,
    });
    left_out.chain(mutants).collect()
}

pub(super) fn count(parts: usize) -> String {
    pluralize(parts as u64, "part", "parts")
}

/// The reason why a part cannot be repeated here, if any.
fn obstacle(part: &Part, with_backend: bool, with_solver: bool) -> Option<&'static str> {
    match part.outcome {
        // A replay needs the values, which are in the author's crate and not in the certificate.
        _ if part.part == PartKind::Regressions => {
            Some("the saved values are in the crate of the author")
        }
        _ if part.is_undecided() => Some("its issuer could not decide it"),
        OutcomeName::NotRun if part.range.is_none() => Some("its issuer did not run it"),
        _ if part.on_backend() && !with_backend => Some("the backend is not on this machine"),
        _ if needs_solver(part) && !with_solver => Some("no SAT solver is on the PATH"),
        _ => None,
    }
}

/// True for a proved law that only a solver can prove again.
fn needs_solver(part: &Part) -> bool {
    let proof = part.proof.as_ref();
    proof.is_some_and(|proof| {
        let rests =
            |engine: ProofMethod| engine.has_formula() || engine == ProofMethod::Composition;
        proof.engine.has_formula() || proof.components.iter().any(|of| rests(of.engine))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    /// Oracle: hand-written lines.
    #[test]
    fn undecided_mutants_are_listed_up_to_a_number() {
        let lines = RefCell::new(vec![]);
        let request = RerunRequest {
            share: 1.0,
            seed: None,
            require_all: false,
            named: 2,
            tell: &|line| lines.borrow_mut().push(line.to_owned()),
            tell_all: &|_| (),
        };
        print_undecided(&request, &[]);
        assert_eq!(*lines.borrow(), [""; 0]);
        let undecided = [
            "u32::a: 1 mutant undecided there, 0 here",
            "u32::b",
            "u32::c",
        ];
        let undecided = undecided.map(str::to_owned);
        print_undecided(&request, &undecided);
        let due = [
            "not judged again, some of its mutants are undecided, there or here:",
            "  u32::a: 1 mutant undecided there, 0 here",
            "  u32::b",
            "  and 1 more",
        ];
        assert_eq!(*lines.borrow(), due);
        let left = all_left_out(LeftOutParts::new(), undecided.to_vec());
        assert_eq!(left.len(), 1);
        assert_eq!(
            (left[0].reason, &left[0].parts[..]),
            (UNDECIDED_MUTANTS, &undecided[..])
        );
    }
}
