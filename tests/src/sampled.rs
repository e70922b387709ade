//! A rotating sample: with `VYRE_SAMPLE=2/3` every third op and engine is run, from the second on. Continuous
//! integration takes one sample after another, day by day; a run without the variable leaves nothing out. The suite of
//! the library is run in samples, and tests that ask as much of each op or engine.

/// One sample of several that have nothing in common and leave nothing out.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Which, from 0.
    number: usize,
    /// Of how many.
    of: usize,
}

/// The sample that the environment asks for.
///
/// # Panics
/// Where the variable says something else.
pub fn sample() -> Option<Sample> {
    let text = std::env::var("VYRE_SAMPLE").ok()?;
    let sample = parse(&text);
    Some(sample.unwrap_or_else(|| {
        panic!("VYRE_SAMPLE=`{text}`: expected K/N with 1 <= K <= N, such as 1/2")
    }))
}

fn parse(text: &str) -> Option<Sample> {
    let (number, of) = text.split_once('/')?;
    let (number, of) = (number.parse::<usize>().ok()?, of.parse().ok()?);
    let number = number.checked_sub(1).filter(|number| *number < of)?;
    Some(Sample { number, of })
}

/// Whether an op, an engine or a fault is run, by its place among this many. No sample of fewer than there are parts is
/// empty.
pub fn is_taken(place: usize, among: usize) -> bool {
    sample().is_none_or(|sample| sample.among(among).takes(place))
}

impl Sample {
    /// The same in as many parts as there are subjects, at most.
    fn among(self, subjects: usize) -> Self {
        let of = self.of.min(subjects.max(1));
        let number = self.number % of;
        Self { number, of }
    }

    const fn takes(self, place: usize) -> bool {
        place % self.of == self.number
    }

    /// The beginnings of the names of the trials that are left out, those of these subjects in another sample.
    pub fn skipped(self, subjects: &[&str]) -> Vec<String> {
        let others = subjects.iter().enumerate();
        let others = others.filter(|(k, _)| !self.takes(*k));
        let skipped: Vec<_> = others.map(|(_, id)| format!("{id}::")).collect();
        eprintln!(
            "sample {} of {}: {} of {} are left out, so that no level of the whole is established",
            self.number + 1,
            self.of,
            skipped.len(),
            subjects.len()
        );
        skipped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of `is_taken`, on every sample of 24.
    #[test]
    fn every_subject_is_in_a_sample_and_no_sample_is_empty() {
        for subjects in [1, 20, 24, 39, 101] {
            let taken = |k| {
                let of = parse(&format!("{k}/24")).expect("a sample").among(subjects);
                (0..subjects).filter(|place| of.takes(*place)).count()
            };
            let counts: Vec<usize> = (1..=24).map(taken).collect();
            assert!(
                counts.iter().all(|count| *count > 0),
                "{subjects}: {counts:?}"
            );
            assert!(counts.iter().sum::<usize>() >= subjects);
        }
    }
}
