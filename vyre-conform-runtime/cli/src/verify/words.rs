//! Facts that a verification does not establish, in words.

use crate::loudness::Verbosity;
use std::collections::BTreeMap;
use std::fmt::Write;
use vyre_conform_certificate::certificate::{Certificate, OutcomeName};
use vyre_conform_certificate::escape::plain;
use vyre_conform_certificate::verify::Verification;
use vyre_conform_harness::report::pluralize;

/// Maximal number of listed reasons; the others are counted.
const MAX_LISTED: usize = 8;

/// The facts that are the word of the issuer.
pub(super) fn not_shown(
    verified: &Verification,
    (rerun, proofs): (bool, bool),
    loudness: Verbosity,
) -> String {
    let mut out = String::new();
    let _ = if rerun {
        writeln!(
            out,
            "not covered: what is not run again below; results, device and unsupported parts of it are the \
             issuer's word"
        )
    } else {
        writeln!(
            out,
            "not covered: nothing was run again; results, device and unsupported parts are the issuer's word"
        )
    };
    unlisted(&mut out, verified, loudness);
    proved_or_judged(&mut out, verified, (rerun, proofs));
    kernels(&mut out, verified);
    in_no_time(&mut out, &verified.certificate);
    measured(&mut out, verified);
    left_out(&mut out, verified, loudness);
    unreplayed(&mut out, verified, loudness);
    unsupported(&mut out, verified, loudness);
    out
}

/// Adds ops, engines and filetests of the library that the certificate does not list.
fn unlisted(out: &mut String, verified: &Verification, loudness: Verbosity) {
    if !verified.absent.is_empty() {
        let named = verified.absent.iter().take(loudness.most(MAX_LISTED));
        let named: Vec<&str> = named.map(|of| of.id.as_str()).collect();
        let _ = writeln!(
            out,
            "not about {} of this library, which it does not list: {}{}",
            pluralize(
                verified.absent.len() as u64,
                "op, engine or filetest",
                "ops, engines and filetests"
            ),
            named.join(", "),
            if verified.absent.len() > named.len() {
                ", ..."
            } else {
                ""
            }
        );
    }
}

/// Adds laws that the issuer proved, and mutants that it judged.
fn proved_or_judged(out: &mut String, verified: &Verification, (rerun, proofs): (bool, bool)) {
    let proved = verified.certificate.parts();
    let proved = proved.filter(|part| part.proof.is_some()).count();
    if proved > 0 && !proofs {
        let _ = writeln!(
            out,
            "proved by the issuer's word: {}; --proofs DIR checks kept proofs, --rerun makes some again",
            pluralize(proved as u64, "law", "laws")
        );
    }
    let ops = verified.certificate.evidence.ops.iter();
    let scores = ops.filter_map(|op| op.kills.as_ref());
    let mutants = scores
        .map(|score| score.mutants())
        .fold(0, u64::saturating_add);
    if mutants > 0 {
        let _ = writeln!(
            out,
            "judged by the issuer's word: {}, whose number was counted again{}",
            pluralize(mutants, "mutant", "mutants"),
            if rerun {
                ""
            } else {
                "; --rerun judges some of them again"
            }
        );
    }
}

/// Adds a run that ended in the second in which it began, as short runs do and edited ones may.
fn in_no_time(out: &mut String, certificate: &Certificate) {
    let run = &certificate.run;
    if run.started == run.finished {
        let cases = certificate.parts().map(|part| part.cases);
        let cases = cases.fold(0, u64::saturating_add);
        let _ = writeln!(
            out,
            "timed by the issuer's word: {} within one second, {}",
            pluralize(cases, "case", "cases"),
            plain(&run.started)
        );
    }
}

/// Adds measured rates, and parts whose lack of support follows from the file.
fn measured(out: &mut String, verified: &Verification) {
    let rates = verified.certificate.run.baselines.len();
    if rates > 0 {
        let _ = writeln!(
            out,
            "measured by the issuer's word: {}; their outcomes follow from the stated turns",
            pluralize(rates as u64, "rate", "rates")
        );
    }
    let parts = verified.certificate.parts();
    let unsupported = parts
        .filter(|p| p.outcome == OutcomeName::Unsupported)
        .count();
    let by_word = verified.unverified_reasons.len();
    if unsupported > by_word {
        let _ = writeln!(
            out,
            "unsupported by the ops and the listed features and limits: {}",
            count(unsupported - by_word)
        );
    }
}

/// Adds skipped cases, by reason.
fn left_out(out: &mut String, verified: &Verification, loudness: Verbosity) {
    let most = loudness.most(MAX_LISTED);
    let mut left_out: BTreeMap<&str, (usize, u64)> = BTreeMap::new();
    for (_, why, cases) in &verified.left_out {
        let (parts, all) = left_out.entry(why).or_default();
        (*parts, *all) = (*parts + 1, all.saturating_add(*cases));
    }
    for (why, (parts, cases)) in left_out.iter().take(most) {
        let _ = writeln!(
            out,
            "left out by the issuer's word alone: {} of {}: {}",
            pluralize(*cases, "case", "cases"),
            count(*parts),
            plain(why)
        );
    }
    if left_out.len() > most {
        let _ = writeln!(
            out,
            "left out by the issuer's word alone: for {} more reasons",
            left_out.len() - most
        );
    }
}

/// Adds saved failures that no part replays.
fn unreplayed(out: &mut String, verified: &Verification, loudness: Verbosity) {
    let most = loudness.most(MAX_LISTED);
    for (id, cases) in verified.unreplayed.iter().take(most) {
        let _ = writeln!(
            out,
            "saved failures by the issuer's word alone: {cases} of {}, which no part replays",
            plain(id)
        );
    }
    if verified.unreplayed.len() > most {
        let _ = writeln!(
            out,
            "saved failures by the issuer's word alone: of {} more",
            verified.unreplayed.len() - most
        );
    }
}

/// Adds unsupported parts whose reason is the issuer's word.
fn unsupported(out: &mut String, verified: &Verification, loudness: Verbosity) {
    let most = loudness.most(MAX_LISTED);
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, reason) in &verified.unverified_reasons {
        *reasons.entry(reason).or_default() += 1;
    }
    for (reason, parts) in reasons.iter().take(most) {
        let _ = writeln!(
            out,
            "unsupported by the issuer's word alone: {}: {}",
            count(*parts),
            plain(reason)
        );
    }
    if reasons.len() > most {
        let _ = writeln!(
            out,
            "unsupported by the issuer's word alone: {} more reasons",
            reasons.len() - most
        );
    }
}

/// Adds hand-written kernels: only the results of their texts are compared.
fn kernels(out: &mut String, verified: &Verification) {
    let engines = verified.certificate.evidence.engines.iter();
    let hand_written = engines.filter(|of| of.kernels.iter().any(|of| !of.by_hand.is_empty()));
    for engine in hand_written {
        let texts: Vec<String> = engine.kernels.iter().map(ToString::to_string).collect();
        let _ = writeln!(
            out,
            "shown by results alone: {}, {}; determinism and termination are shown for the program that it replaces",
            plain(&engine.id),
            plain(&texts.join("; "))
        );
    }
    if !verified.unlisted_kernels.is_empty() {
        let _ = writeln!(
            out,
            "not stated: the texts that ran for {}, which have hand-written kernels",
            plain(&verified.unlisted_kernels.join(", "))
        );
    }
}

fn count(parts: usize) -> String {
    pluralize(parts as u64, "part", "parts")
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_certificate::certificate::{EngineEvidence, KernelEvidence, parse};
    use vyre_conform_spec::EngineKind;

    const STORED: &str = include_str!("../../../../tests/tests/certificates/version-2.json");

    fn verified(certificate: Certificate) -> Verification {
        Verification {
            certificate,
            unverified_reasons: vec![],
            unreplayed: vec![],
            left_out: vec![],
            unlisted_kernels: vec![],
            absent: vec![],
            absent_filetests: vec![],
        }
    }

    fn engine(kernel: KernelEvidence) -> EngineEvidence {
        EngineEvidence {
            id: "engine::sum".into(),
            version: 1,
            kind: EngineKind::Integer,
            additions: None,
            kernels: vec![kernel],
            invariants: vec![],
            level: None,
            unsupported: None,
            missing: vec![],
            baselines: vec![],
            cases: 0,
            parts: vec![],
        }
    }

    /// Oracle: hand-written sentences.
    #[test]
    fn facts_of_the_program_alone_are_named() {
        let mut certificate = parse(STORED.as_bytes()).expect("a certificate");
        let sentences = |certificate: &Certificate| {
            let mut out = String::new();
            kernels(&mut out, &verified(certificate.clone()));
            out
        };
        assert_eq!(sentences(&certificate), "");
        let kernel = KernelEvidence {
            program: "sum".into(),
            by_hand: vec!["blake3:00".into()],
            lowered: true,
        };
        let due = format!(
            "shown by results alone: engine::sum, {kernel}; determinism and termination are shown for the program \
             that it replaces\n"
        );
        certificate.evidence.engines = vec![engine(kernel)];
        assert_eq!(sentences(&certificate), due);
        certificate.evidence.engines[0].kernels[0].by_hand.clear();
        assert_eq!(sentences(&certificate), "");
    }

    /// Oracle: hand-written sentences.
    #[test]
    fn a_run_that_took_no_time_is_named() {
        let mut certificate = parse(STORED.as_bytes()).expect("a certificate");
        let sentences = |certificate: &Certificate| {
            let mut out = String::new();
            in_no_time(&mut out, certificate);
            out
        };
        certificate.run.started = "2026-11-20T10:00:00Z".into();
        certificate.run.finished = "2026-11-20T10:00:01Z".into();
        assert_eq!(sentences(&certificate), "");
        certificate.run.finished = certificate.run.started.clone();
        let text = sentences(&certificate);
        assert!(text.starts_with("timed by the issuer's word: "), "{text}");
        let due = " cases within one second, 2026-11-20T10:00:00Z\n";
        assert!(text.ends_with(due), "{text}");
    }
}
