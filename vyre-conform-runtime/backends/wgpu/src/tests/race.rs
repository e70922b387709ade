//! Races: their turns, and the agreement of the results.

use super::{ADD, devices, op};
use std::sync::Arc;
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::valid::{Limits, validate_program};
use vyre_conform_ir::{Axis, Expr, Kernel, Type};
use vyre_conform_runtime::registry::op_ref;
use vyre_conform_suite::backend::{Backend, BackendError, RateExclusion, SpeedComparison};

/// A sum, except for operands that are both 7.
const WRONG_ADD: &str = "fn add(a: u32, b: u32) -> u32 { return a + b + u32(a == 7u && b == 7u); }";

/// Oracle: the documentation of `Backend::race`; a fault that is planted in one of the two.
#[test]
fn two_functions_take_turns() {
    let add = op_ref(|a: u32, b: u32| a.wrapping_add(b));
    let twice = op_ref(|a: u64| a << 1);
    let wide = "fn twice(a: vec2<u32>) -> vec2<u32> {
        return vec2<u32>(a.x << 1u, (a.y << 1u) | (a.x >> 31u));
    }";
    let words: Arc<[u32]> = (0..4096).collect();
    for device in devices() {
        let race = |item, other, operands: usize| {
            let race = SpeedComparison::Ops {
                op: item,
                other,
                operands: vec![words.clone(); operands],
            };
            device.race(&race, 5)
        };
        let own = || op(&add, "add", ADD);
        for (other, agrees) in [
            (Some(own()), true),
            (None, true),
            (Some(op(&add, "add", WRONG_ADD)), false),
        ] {
            let actual = race(own(), other, 2).expect("turns");
            assert_eq!((actual.nanoseconds.len(), actual.agree), (5, agrees));
            assert!(
                actual
                    .nanoseconds
                    .iter()
                    .flatten()
                    .all(|elapsed| *elapsed > 0)
            );
        }
        let actual = race(op(&twice, "twice", wide), None, 1).expect("turns");
        assert_eq!((actual.nanoseconds.len(), actual.agree), (5, true));
        let refused = race(own(), None, 1);
        assert!(matches!(refused, Err(BackendError::Validation(_))));
        let slug = &device.identity().slug;
        let software = ["llvmpipe", "swiftshader"]
            .iter()
            .any(|name| slug.starts_with(name));
        assert_eq!(
            device.rate_exclusion(),
            software.then_some(RateExclusion::Software)
        );
    }
}

/// Oracle: the documentation of `SpeedComparison::Launches`, and hand-written doubled words.
#[test]
fn a_launch_takes_turns_with_a_copy() {
    let mut k = Kernel::new("double", [64, 1, 1]);
    let words = k.read_write("words", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.store(words, i, words.at(i) + words.at(i));
    let valid = validate_program(k.finish(), &(), &Limits::WEBGPU).expect("a valid program");
    let launch = Launch {
        buffers: vec![Contents::Words((0..256).collect())],
        steps: vec![Step {
            program: 0,
            workgroups: [4, 1, 1],
            buffers: vec![0],
        }],
        read_back: vec![0],
    };
    for device in devices() {
        let race = |texts| {
            let programs = std::slice::from_ref(&valid);
            let race = SpeedComparison::Launches {
                programs,
                texts,
                launch: &launch,
                order_dependent: &[],
            };
            device.race(&race, 5)
        };
        let actual = race(None).expect("turns");
        assert_eq!((actual.nanoseconds.len(), actual.agree), (5, true));
        assert!(
            actual
                .nanoseconds
                .iter()
                .flatten()
                .all(|elapsed| *elapsed > 0)
        );
        let doubled: Vec<u32> = (0..256).map(|i| 2 * i).collect();
        assert_eq!(actual.words, [doubled]);
        let too_few = race(Some(vec![]));
        assert!(matches!(too_few, Err(BackendError::Validation(_))));
    }
}
