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

/// Whether an op, an engine or a fault is run, by its place among all of them.
pub fn is_taken(place: usize) -> bool {
    sample().is_none_or(|sample| sample.takes(place))
}

impl Sample {
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
