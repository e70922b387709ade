//! Random programs without races give the same bytes for every interleaving of invocations from several workgroups.

use super::ops;
use std::time::{Duration, Instant};
use vyre_conform_fuzz::Case;
use vyre_conform_interp::{Options, Order, run_launch, schedules};

/// The number of schedules for each program.
const SCHEDULES: usize = 24;

/// The first schedule under which the program of a seed gives other words than in ascending order, if any.
fn alarm(seed: u64) -> Option<String> {
    let case = Case::random(seed, ops().signatures);
    let valid = case.valid(ops().library).expect("a valid program");
    let launch = case.launch(&valid);
    let programs = [valid];
    let options = |order| Options {
        order,
        steps: 1 << 24,
        ..Options::default()
    };
    let words = |order| run_launch(&programs, &launch, &options(order)).expect("no fault");
    let expected = words(Order::Ascending);
    let drawn = (0..4).map(Order::Concurrent);
    let tried = schedules(&programs, &launch, &options(Order::Ascending), SCHEDULES);
    let tried = tried.expect("no fault").orders;
    let mut orders = drawn.chain(tried);
    let other = orders.find(|order| words(*order) != expected)?;
    Some(format!("seed {seed}: other words in {other}"))
}

/// Oracle: the generator, whose programs share memory only through barriers and commutative atomics.
#[test]
fn right_programs_raise_no_alarm() {
    let alarms: Vec<String> = (0..432).filter_map(alarm).collect();
    assert_eq!(alarms, Vec::<String>::new());
}

/// Oracle: as [`right_programs_raise_no_alarm`]; the test reports its progress on stderr.
#[test]
#[ignore = "a long run: half an hour"]
fn right_programs_raise_no_alarm_for_half_an_hour() {
    let started = Instant::now();
    let mut seed = 1_000_000;
    while started.elapsed() < Duration::from_secs(30 * 60) {
        assert_eq!(alarm(seed), None);
        seed += 1;
    }
    eprintln!("{} programs", seed - 1_000_000);
}
