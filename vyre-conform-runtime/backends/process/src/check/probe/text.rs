//! Texts of probes: a program followed by its launches with expected words.
//!
//! A launch begins with `; workgroups`, along x, y and z. `; words` has the words of a buffer that the host binds,
//! ascending by binding, and `; gives` the expected words of one that is read back, in the same order. Words are
//! hexadecimal, and `7*20` is 7, 32 times.

use vyre_conform_ir::{Program, parse};

/// A program with its launches.
pub(super) struct Probe {
    pub(super) program: Program,
    pub(super) runs: Vec<Run>,
}

/// A launch, and its expected words.
#[derive(Default)]
pub(super) struct Run {
    pub(super) workgroups: [u32; 3],
    pub(super) words: Vec<Vec<u32>>,
    pub(super) gives: Vec<Vec<u32>>,
}

impl Probe {
    /// Parses a text.
    ///
    /// # Panics
    ///
    /// If the text is malformed: the texts are part of this package, and a test parses all of them.
    pub(super) fn parse(text: &str) -> Self {
        let program = parse::program(text).unwrap_or_else(|error| panic!("{error}"));
        let mut runs: Vec<Run> = vec![];
        for line in text.lines().filter_map(|line| line.strip_prefix("; ")) {
            let (what, rest) = line.split_once(' ').unwrap_or((line, ""));
            match (what, runs.last_mut()) {
                ("workgroups", _) => {
                    let along = words(rest).try_into().expect("three numbers");
                    runs.push(Run {
                        workgroups: along,
                        ..Run::default()
                    });
                }
                ("words", Some(run)) => run.words.push(words(rest)),
                ("gives", Some(run)) => run.gives.push(words(rest)),
                _ => panic!("`{line}` is not a line of a launch"),
            }
        }
        Self { program, runs }
    }
}

fn words(text: &str) -> Vec<u32> {
    let word = |text: &str| u32::from_str_radix(text, 16).expect("a word in hexadecimal");
    let sample = text
        .split_whitespace()
        .flat_map(|part| match part.split_once('*') {
            Some((value, times)) => vec![word(value); word(times) as usize],
            None => vec![word(part)],
        });
    sample.collect()
}
