//! Parts of a long test of all ops, engines or faults: with `VYRE_PART=2/48` it checks every 48th, from the second on.
//! Without the variable it checks all. `./x drain` runs each part separately, so that a budget suffices for some.

/// One of several disjoint parts that cover everything.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Its number, counted from 0.
    number: usize,
    /// Number of parts.
    of: usize,
}

/// The variable.
pub const VARIABLE: &str = "VYRE_PART";

/// The part in the environment.
///
/// # Panics
///
/// If the variable is malformed.
fn part() -> Option<Part> {
    let text = std::env::var(VARIABLE).ok()?;
    let part = parse(&text);
    Some(part.unwrap_or_else(|| {
        panic!("{VARIABLE}=`{text}`: expected K/N with 1 <= K <= N, such as 1/2")
    }))
}

fn parse(text: &str) -> Option<Part> {
    let (number, of) = text.split_once('/')?;
    let (number, of) = (number.parse::<usize>().ok()?, of.parse().ok()?);
    let number = number.checked_sub(1).filter(|number| *number < of)?;
    Some(Part { number, of })
}

/// True if this run checks only a part.
pub fn is_partial() -> bool {
    part().is_some()
}

/// True if this run checks the op, engine or fault with this index.
pub fn is_taken(place: usize) -> bool {
    part().is_none_or(|part| part.takes(place))
}

impl Part {
    const fn takes(self, place: usize) -> bool {
        place % self.of == self.number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of [`Part`].
    #[test]
    fn every_place_is_in_one_part() {
        let parts: Vec<Part> = (1..=24).filter_map(|k| parse(&format!("{k}/24"))).collect();
        assert_eq!(parts.len(), 24);
        for place in 0..100 {
            assert_eq!(parts.iter().filter(|part| part.takes(place)).count(), 1);
        }
        for wrong in ["0/3", "4/3", "1", "a/b", ""] {
            assert!(parse(wrong).is_none(), "{wrong}");
        }
    }
}
