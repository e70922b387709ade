//! The lowerings of the approximate ops: their distance from the reference.

use crate::cases::unary;
use crate::oracle::bits;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use vyre_conform_runtime::registry::{OpDef, ops};
use vyre_conform_runtime::spec::{FloatFormat, Track};
use vyre_conform_runtime::sync::cores;
use vyre_ops::float::soft::approximate;

/// An op, its lowering and its oracle.
struct Approximate {
    id: &'static str,
    ours: fn(u32) -> u32,
    oracle: fn(f32) -> f32,
    /// The greatest distance over all 2^32 inputs.
    measured: u32,
}

const APPROXIMATE: [Approximate; 4] = [
    Approximate {
        id: "f32::rcp_approx",
        ours: approximate::rcp,
        oracle: |a| 1.0 / a,
        measured: 1,
    },
    Approximate {
        id: "f32::rsqrt_approx",
        ours: approximate::rsqrt,
        oracle: core_math::rsqrtf,
        measured: 1,
    },
    Approximate {
        id: "f32::exp_approx",
        ours: approximate::exp,
        oracle: core_math::expf,
        measured: 2,
    },
    Approximate {
        id: "f32::sin_approx",
        ours: approximate::sin,
        oracle: core_math::sinf,
        measured: 1,
    },
];

/// The errors of the results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct ErrorStatistics {
    /// The greatest distance, and an input that has it.
    most: (u32, u32),
    /// The number of inputs whose result is inexact.
    inexact: u64,
    /// An input with an infinite error.
    far: Option<u32>,
}

impl ErrorStatistics {
    fn add(&mut self, a: u32, expected: u32, actual: u32) {
        match FloatFormat::F32.ulps(expected, actual) {
            None => self.far = self.far.or(Some(a)),
            Some(0) => {}
            Some(ulps) => {
                self.inexact += 1;
                if ulps > self.most.0 {
                    self.most = (ulps, a);
                }
            }
        }
    }

    fn merge(mut self, other: Self) -> Self {
        if other.most.0 > self.most.0 {
            self.most = other.most;
        }
        self.inexact += other.inexact;
        self.far = self.far.or(other.far);
        self
    }
}

fn measure_errors(f: &Approximate, inputs: impl Iterator<Item = u32>) -> ErrorStatistics {
    let mut off = ErrorStatistics::default();
    for a in inputs {
        off.add(a, bits((f.oracle)(f32::from_bits(a))), (f.ours)(a));
    }
    off
}

fn declared(id: &str) -> &'static OpDef {
    let mut all = ops().into_iter();
    all.find(|def| def.id == id).expect("registered")
}

/// Oracle: CORE-MATH and the processor; the tolerances that the ops declare. None is stricter than needed, and every
/// lowering is really inexact.
#[test]
fn spread_inputs_are_within_the_declared_tolerance() {
    for f in &APPROXIMATE {
        let def = declared(f.id);
        assert_eq!(def.op.track(), Track::Approximate, "{}", f.id);
        assert_eq!(def.op.tolerance.as_ulps(), Some(f.measured), "{}", f.id);
        let off = measure_errors(f, unary());
        assert_eq!(off.far, None, "{}: {off:x?}", f.id);
        assert!(
            off.most.0 <= f.measured && off.inexact > 0,
            "{}: {off:x?}",
            f.id
        );
    }
}

/// Oracle: the same on every input, 2^32 per function: the greatest distance is the declared one. Run it with
/// `--release`.
#[test]
#[ignore = "a long run: minutes"]
fn the_tolerance_is_the_greatest_distance_of_all_inputs() {
    for f in &APPROXIMATE {
        let next = AtomicU64::new(0);
        let work = || {
            let mut all = ErrorStatistics::default();
            loop {
                let start = next.fetch_add(1 << 20, Ordering::Relaxed);
                if start >= 1 << 32 {
                    return all;
                }
                let inputs = start..start + (1 << 20);
                all = all.merge(measure_errors(f, inputs.map(|a| a as u32)));
            }
        };
        let threads = cores();
        let all = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            let actual = workers.into_iter().map(|w| w.join().expect("no panic"));
            actual.fold(ErrorStatistics::default(), ErrorStatistics::merge)
        });
        println!(
            "{}: {} ulps at {:08x}, {} of 2^32 inexact",
            f.id, all.most.0, all.most.1, all.inexact
        );
        assert_eq!((all.far, all.most.0), (None, f.measured), "{}", f.id);
    }
}

/// Oracle: the definition of the distance: planted results.
#[test]
fn planted_errors_are_measured() {
    let mut off = ErrorStatistics::default();
    off.add(7, 0x3f80_0000, 0x3f80_0003);
    assert_eq!((off.most, off.inexact, off.far), ((3, 7), 1, None));
    // The greatest number in place of an infinity, and the reverse.
    off.add(8, 0x7f80_0000, 0x7f7f_ffff);
    assert_eq!(off.far, Some(8));
    let mut off = ErrorStatistics::default();
    off.add(9, 0x7f7f_ffff, 0x7f80_0000);
    assert_eq!(off.far, Some(9));
}
