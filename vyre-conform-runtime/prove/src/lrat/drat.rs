//! The binary form of DRAT, as solvers write it.

use crate::cnf::Literal;

/// One line of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Adds a clause that follows.
    Add(Vec<Literal>),
    /// Deletes a clause that is no longer needed.
    Delete(Vec<Literal>),
}

/// The reason why bytes are not a DRAT proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoProof {
    /// A line begins with a byte other than `a` or `d`.
    #[error("the proof has byte {byte:#04x} at {at}, where a line begins: it is not binary DRAT")]
    Tag {
        /// The byte.
        byte: u8,
        /// Its offset.
        at: usize,
    },
    /// The bytes end within a line.
    #[error("the proof is cut off after {0} bytes")]
    Cut(usize),
    /// A number is too large.
    #[error("the proof has a literal at {0} outside of the formula")]
    Literal(usize),
}

/// Parses a proof over this many variables.
///
/// # Errors
/// The first fault.
pub fn read(bytes: &[u8], variables: u32) -> Result<Vec<Line>, NoProof> {
    let mut lines = vec![];
    let mut position = 0;
    while position < bytes.len() {
        let byte = bytes[position];
        if !matches!(byte, b'a' | b'd') {
            return Err(NoProof::Tag { byte, at: position });
        }
        position += 1;
        let mut clause = vec![];
        loop {
            let first = position;
            let number = number(bytes, &mut position)?;
            let variable = number >> 1;
            if number == 0 {
                break;
            }
            if variable == 0 || variable > u64::from(variables) {
                return Err(NoProof::Literal(first));
            }
            let variable = variable as Literal;
            clause.push(if number & 1 == 1 { -variable } else { variable });
        }
        lines.push(match byte {
            b'a' => Line::Add(clause),
            _ => Line::Delete(clause),
        });
    }
    Ok(lines)
}

/// A number of seven bits per byte, lowest first.
fn number(bytes: &[u8], position: &mut usize) -> Result<u64, NoProof> {
    let mut number = 0;
    for shift in (0..35).step_by(7) {
        let byte = *bytes.get(*position).ok_or(NoProof::Cut(bytes.len()))?;
        *position += 1;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(NoProof::Literal(*position))
}
