//! The text form of LRAT, as in files.

use super::{Lrat, ProofStep};
use std::num::NonZeroI32;

/// The reason why a text is not an LRAT proof. Lines are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotLrat {
    /// The last line has no end, so the text is truncated.
    #[error("line {0} does not end: the proof is cut off")]
    CutOff(usize),
    /// An invalid word.
    #[error("line {line}: `{word}` is not a valid number here")]
    Word {
        /// The line.
        line: usize,
        /// The word, or its beginning.
        word: String,
    },
    /// Something follows the hints.
    #[error("line {0} continues after its hints")]
    Longer(usize),
    /// A hint is negative: the clause need not follow, which this checker does not accept.
    #[error("line {0} is not shown by unit propagation alone (RAT)")]
    Rat(usize),
}

/// The most characters of a word in a message.
const MAX_QUOTED: usize = 32;

/// Parses the proof in a text. Lines that delete clauses do not affect validity and are skipped.
///
/// # Errors
/// The first invalid line.
pub fn read(text: &str) -> Result<Lrat, NotLrat> {
    let mut proof = Lrat::default();
    for (line, whole) in (1..).zip(text.split_inclusive('\n')) {
        let body = whole.strip_suffix('\n').ok_or(NotLrat::CutOff(line))?;
        let mut words = body.split_ascii_whitespace();
        let wrong = |word: &str| NotLrat::Word {
            line,
            word: word.chars().take(MAX_QUOTED).collect(),
        };
        let id = words.next().ok_or(NotLrat::CutOff(line))?;
        let id = id.parse().map_err(|_| wrong(id))?;
        let mut step = ProofStep {
            id,
            clause: vec![],
            hints: vec![],
        };
        let mut rest = words.clone();
        if rest.next() == Some("d") {
            continue;
        }
        loop {
            let word = words.next().ok_or(NotLrat::CutOff(line))?;
            if word == "0" {
                break;
            }
            let literal: NonZeroI32 = word.parse().map_err(|_| wrong(word))?;
            step.clause.push(literal.get());
        }
        loop {
            let word = words.next().ok_or(NotLrat::CutOff(line))?;
            match word {
                "0" => break,
                word if word.starts_with('-') => return Err(NotLrat::Rat(line)),
                word => step.hints.push(word.parse().map_err(|_| wrong(word))?),
            }
        }
        if words.next().is_some() {
            return Err(NotLrat::Longer(line));
        }
        proof.steps.push(step);
    }
    Ok(proof)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the writer of the same form, and the form of LRAT (Cruz-Filipe and others, 2017).
    #[test]
    fn a_proof_is_read_as_it_is_written() {
        let step = |id, clause: &[i32], hints: &[u64]| ProofStep {
            id,
            clause: clause.to_vec(),
            hints: hints.to_vec(),
        };
        let proof = Lrat {
            steps: vec![step(5, &[-1, 2], &[1, 3]), step(6, &[], &[5, 2, 4])],
        };
        let text = proof.text();
        assert_eq!(read(&text), Ok(proof));
        let with_deletion = text.replacen('\n', "\n5 d 1 3 0\n", 1);
        assert_eq!(read(&with_deletion).map(|p| p.steps.len()), Ok(2));
        assert_eq!(read(""), Ok(Lrat::default()));
    }

    /// Oracle: invalid texts, by hand.
    #[test]
    fn invalid_proofs_are_refused() {
        let word = |line, word: &str| NotLrat::Word {
            line,
            word: word.into(),
        };
        for (text, expected) in [
            ("5 1 0 1 0", NotLrat::CutOff(1)),
            ("5 1 0 1 0\n6 0 5", NotLrat::CutOff(2)),
            ("5 1 0 1\n", NotLrat::CutOff(1)),
            ("5 1\n", NotLrat::CutOff(1)),
            ("\n", NotLrat::CutOff(1)),
            ("x 1 0 1 0\n", word(1, "x")),
            ("-5 1 0 1 0\n", word(1, "-5")),
            ("5 1.5 0 1 0\n", word(1, "1.5")),
            ("5 4294967296 0 1 0\n", word(1, "4294967296")),
            ("5 1 0 y 0\n", word(1, "y")),
            ("5 1 0 1 -2 0\n", NotLrat::Rat(1)),
            ("5 1 0 1 0 7\n", NotLrat::Longer(1)),
        ] {
            assert_eq!(read(text), Err(expected), "{text}");
        }
    }
}
