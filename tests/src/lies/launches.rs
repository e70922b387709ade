//! Launches that are dispatched wrongly.

use super::{Kind, Lie};
use vyre_conform_runtime::dispatch::{Contents, Launch};

const fn launch(name: &'static str, lie: fn(&mut Launch)) -> Lie {
    let kind = Kind::Launch(lie);
    Lie { name, kind }
}

pub(super) const LIES: &[Lie] = &[
    launch("runs the last step alone", |launch| {
        launch.steps.drain(..launch.steps.len() - 1);
    }),
    launch("runs steps in another order", |launch| {
        launch.steps.reverse()
    }),
    launch("dispatches along x alone", |launch| {
        for step in &mut launch.steps {
            step.workgroups[1] = step.workgroups[1].min(1);
            step.workgroups[2] = step.workgroups[2].min(1);
        }
    }),
    launch("dispatches 1,024 workgroups at most", |launch| {
        for step in &mut launch.steps {
            step.workgroups = step.workgroups.map(|along| along.min(1024));
        }
    }),
    launch("leaves in a buffer what was there", |launch| {
        for buffer in &mut launch.buffers {
            // Large buffers are as slow to fill as to send.
            if let Contents::Zeros(words @ 0..4096) = buffer {
                *buffer = Contents::Words(vec![0xcdcd_cdcd; *words]);
            }
        }
    }),
    launch("reads buffers back in their order", |launch| {
        launch.read_back.sort_unstable()
    }),
];
