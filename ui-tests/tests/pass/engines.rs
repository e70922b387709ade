//! Engines with every key, and with the fewest.

use std::cmp::Ordering;
use vyre_conform_runtime::dispatch::Launch;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan, Record};
use vyre_conform_runtime::vyre_engine;

/// Returns an empty output, in many words.
#[vyre_engine(
    invariants(
        Deterministic,
        NoOutputLost,
        NoDuplicateOutput,
        OutputOrdered,
        BoundedResources,
        Termination,
        AtomicLinearizable,
        WorkgroupInvariant,
    ),
    reference = nothing,
    inputs = self::inputs,
    corpus = corpus::NOTHING,
    order = Ord::cmp,
    id = "engine::family::nothing",
    version = 2,
    crate = vyre_conform_runtime,
)]
pub fn every_key(_: &Input, workgroup_size: u32) -> Plan {
    few(&Input::default(), workgroup_size)
}

#[doc = concat!("Gives ", "nothing.")]
#[vyre_engine(invariants(Deterministic), inputs = inputs)]
fn few(_input: &Input, _workgroup_size: u32) -> Plan {
    let launch = Launch {
        buffers: vec![],
        steps: vec![],
        read_back: vec![],
    };
    Plan::new(vec![], launch, 0, |_, _| vec![])
}

/// Has a custom order.
#[vyre_engine(invariants(OutputOrdered), inputs = inputs, order = falling)]
#[expect(clippy::needless_lifetimes, reason = "an author may write them")]
fn r#match<'a>(input: &'a Input, workgroup_size: core::primitive::u32) -> Plan {
    few(input, workgroup_size)
}

fn falling(a: &Record, b: &Record) -> Ordering {
    b.cmp(a)
}

fn nothing(_: &Input) -> Output {
    vec![]
}

fn inputs(_: u64) -> Input {
    Input::default()
}

mod corpus {
    use super::{CorpusCase, Input};

    pub(super) const NOTHING: &[CorpusCase] = &[CorpusCase {
        source: "by definition",
        input: Input::default,
        output: Vec::new,
    }];
}
