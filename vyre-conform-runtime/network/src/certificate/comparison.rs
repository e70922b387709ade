//! Comparison of a kept certificate with a new one of the same network.
//!
//! The grammar is strict. The lines of the references are exactly those of the new certificate, in order; pairs of a
//! `machine` line and a `batch` line of one name follow, a machine once; the last line is the digest. Every line ends
//! with a line feed, and no other control character occurs.

use super::{NetworkCertificate, WITHOUT_LINES, digest, invariance};

/// Comparison of a kept certificate with a new one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CertificateComparison {
    /// Number of lines with the same result in the new certificate.
    pub repeated: usize,
    /// Faults of the grammar, and lines with another result.
    pub faults: Vec<String>,
    /// Lines of machines that are absent from the new certificate: the issuer's word.
    pub unconfirmed: Vec<String>,
    /// Lines of machines that are absent from the kept certificate.
    pub unlisted: Vec<String>,
}

impl CertificateComparison {
    /// Compares the text of a kept certificate with a new one.
    pub fn new(kept: &str, again: &NetworkCertificate) -> Self {
        let mut comparison = Self::default();
        match facts(kept) {
            Ok(facts) => {
                let (references, machines) = parts(&facts);
                let (expected, expected_machines) = parts(&again.facts);
                comparison.references(references, expected);
                comparison.machines((references, machines), expected_machines);
            }
            Err(fault) => comparison.faults.push(fault),
        }
        comparison
    }

    fn references(&mut self, kept: &[String], expected: &[String]) {
        for (k, line) in kept.iter().enumerate() {
            match expected.get(k) {
                Some(expected) => self.line(k, line, expected),
                None => self.fault(k, line, "the network has no such line"),
            }
        }
        let missing = expected.iter().skip(kept.len());
        self.faults
            .extend(missing.map(|line| format!("a line is missing: {line}")));
    }

    fn machines(&mut self, (references, kept): (&[String], &[String]), again: &[String]) {
        let has_lines = !references
            .last()
            .is_some_and(|line| line.ends_with(WITHOUT_LINES));
        let mut names = vec![];
        for (k, pair) in (references.len()..).step_by(2).zip(kept.chunks(2)) {
            let Some(result) = MachineResult::parse(pair, has_lines) else {
                let rule = "not the results of a machine and of its batch";
                self.fault(k, &pair[0], rule);
                continue;
            };
            if names.contains(&result.name) {
                self.fault(k, &pair[0], "the machine occurs twice");
                continue;
            }
            names.push(result.name);
            let mut again = again.chunks(2);
            let same = again.find(|again| name(&again[0]) == Some(result.name));
            match same {
                Some(again) => {
                    for (k, (line, again)) in (k..).zip(pair.iter().zip(again)) {
                        self.line(k, line, again);
                    }
                }
                None if result.holds => self.unconfirmed.extend_from_slice(pair),
                None => self.fault(k, &pair[0], "the certificate itself states a difference"),
            }
        }
        for pair in again.chunks(2) {
            if !name(&pair[0]).is_some_and(|name| names.contains(&name)) {
                self.unlisted.extend_from_slice(pair);
            }
        }
    }

    fn line(&mut self, k: usize, line: &str, again: &str) {
        if line == again {
            self.repeated += 1;
        } else {
            self.fault(k, line, &format!("now it is {again}"));
        }
    }

    fn fault(&mut self, k: usize, line: &str, rule: &str) {
        self.faults.push(format!("line {}: {line}: {rule}", k + 1));
    }
}

/// The lines above the digest.
fn facts(text: &str) -> Result<Vec<String>, String> {
    let body = text
        .strip_suffix('\n')
        .ok_or("the last line does not end with a line feed")?;
    let mut lines: Vec<String> = body.split('\n').map(str::to_owned).collect();
    let is_plain = |line: &String| !line.is_empty() && !line.chars().any(char::is_control);
    if let Some(k) = lines.iter().position(|line| !is_plain(line)) {
        let number = k + 1;
        return Err(format!("line {number} is empty or has a control character"));
    }
    let last = lines.pop().unwrap_or_default();
    if last == format!("digest {}", digest(&lines)) {
        Ok(lines)
    } else {
        Err("the digest is not that of the lines before it".to_owned())
    }
}

/// The lines of the references, and those of machines.
fn parts(facts: &[String]) -> (&[String], &[String]) {
    let is_last = |line: &String| line.starts_with("batch references ");
    let end = facts.iter().position(is_last).map(|k| k + 1);
    facts.split_at(end.unwrap_or(facts.len()))
}

/// The name in the line of a machine.
fn name(line: &str) -> Option<&str> {
    let name = line.strip_prefix("machine \"")?.split_once("\" ")?.0;
    (!name.trim().is_empty() && !name.contains(['"', '\\'])).then_some(name)
}

/// The results of a machine.
struct MachineResult<'a> {
    name: &'a str,
    /// It agrees with the references, and its lines do not depend on their batch.
    holds: bool,
}

impl<'a> MachineResult<'a> {
    /// Parses two lines; `has_lines` if the network has a batch.
    fn parse(pair: &'a [String], has_lines: bool) -> Option<Self> {
        let [run, batch] = pair else { return None };
        let name = name(run)?;
        let result = run.strip_prefix(&format!("machine \"{name}\" "))?;
        let verdict = batch.strip_prefix(&format!("batch \"{name}\" "))?;
        let quoted = |text: &str, label: &str| {
            let rest = text.strip_prefix(label);
            rest.is_some_and(|rest| rest.len() > 1 && rest.starts_with('"') && rest.ends_with('"'))
        };
        let agrees = result == "agrees";
        let differs = result == "differs in an output" || quoted(result, "differs first at ");
        if !agrees && !differs && !quoted(result, "fails: ") {
            return None;
        }
        let number = verdict.strip_prefix("varies at line ");
        let varies =
            number.is_some_and(|number| (0..super::BATCH).any(|k| number == k.to_string()));
        let expected = if has_lines {
            invariance()
        } else {
            WITHOUT_LINES.to_owned()
        };
        let is_invariant = verdict == expected;
        if !is_invariant && !(has_lines && (varies || quoted(verdict, "fails: "))) {
            return None;
        }
        Some(Self {
            name,
            holds: agrees && !varies,
        })
    }
}
