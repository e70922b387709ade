//! Runs of a launch in several orders.

use super::Race;
use crate::program::{Options, Order, ProgramFault, report_launch};
use vyre_conform_ir::dispatch::Launch;
use vyre_conform_ir::valid::ValidProgram;

/// The findings from several orders of one launch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Races {
    /// The races, each pair of places once.
    pub races: Vec<Race>,
    /// For every other order, the first word of each buffer that differs from the ascending order.
    pub differences: Vec<OrderDifference>,
}

impl Races {
    /// True if nothing was found.
    pub fn is_empty(&self) -> bool {
        self.races.is_empty() && self.differences.is_empty()
    }
}

/// A word that depends on the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "word {word} of buffer {buffer} is {expected:#010x} in ascending order and {actual:#010x} in \
     {order}"
)]
pub struct OrderDifference {
    /// The order with a different word.
    pub order: Order,
    /// Index into [`Launch::read_back`].
    pub buffer: usize,
    /// The word of the buffer.
    pub word: usize,
    /// The word in ascending order.
    pub expected: u32,
    /// The word in this one.
    pub actual: u32,
}

/// Runs a launch in ascending order and in `orders` others, two thirds of them interleaved, detects
/// races in every run whose workgroups are not mixed, and compares the words read back. A program
/// without races may still have differences: words that store results of atomic steps.
///
/// # Errors
/// The errors of [`run_launch`](crate::run_launch), in any of the orders.
pub fn races(
    programs: &[ValidProgram],
    launch: &Launch,
    orders: usize,
) -> Result<Races, ProgramFault> {
    let run = |order| {
        let options = Options {
            order,
            races: true,
            ..Options::default()
        };
        report_launch(programs, launch, &options)
    };
    let first = run(Order::Ascending)?;
    let mut all = Races {
        races: first.races,
        differences: vec![],
    };
    for seed in 0..orders as u64 {
        let order = match seed % 3 {
            0 => Order::Interleaved(seed),
            1 => Order::Concurrent(seed),
            _ => Order::Seeded(seed),
        };
        let report = run(order)?;
        for race in report.races {
            if !all.races.iter().any(|entry| same_places(entry, &race)) {
                all.races.push(race);
            }
        }
        let differing = (0..).zip(first.words.iter().zip(&report.words));
        all.differences
            .extend(differing.filter_map(|(buffer, (expected, actual))| {
                let word = expected.iter().zip(actual).position(|(a, b)| a != b)?;
                Some(OrderDifference {
                    order,
                    buffer,
                    word,
                    expected: expected[word],
                    actual: actual[word],
                })
            }));
    }
    Ok(all)
}

/// True if two races have the same buffer and the same two places, in either order.
fn same_places(a: &Race, b: &Race) -> bool {
    let places = |race: &Race| {
        let mut places = [
            (race.first.kind, race.first.place.clone()),
            (race.second.kind, race.second.place.clone()),
        ];
        places.sort();
        (race.step, race.buffer.clone(), places)
    };
    places(a) == places(b)
}
