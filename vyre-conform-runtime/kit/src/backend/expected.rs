//! Words that the reference gives.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;
use std::thread;
use vyre_conform_runtime::generate::{Block, Source};
use vyre_conform_runtime::registry::calls::inherited;
use vyre_conform_runtime::registry::{OpRef, base_id, ops};
use vyre_conform_runtime::sync::cores;
use vyre_conform_suite::backend::{BackendError, layout};
use vyre_conform_suite::strategy::quietly;

/// Fewest cases for a thread.
const MIN_CASES_PER_THREAD: usize = 1 << 13;

/// The reference of a registered op.
pub(super) fn reference(id: &str) -> Result<&'static OpRef, BackendError> {
    static OPS: OnceLock<HashMap<&'static str, &'static OpRef>> = OnceLock::new();
    let all = OPS.get_or_init(|| ops().into_iter().map(|def| (def.id, &def.op)).collect());
    all.get(base_id(id)).copied().ok_or_else(|| {
        BackendError::Validation(format!(
            "`{id}` is not registered: a kit has only ops of the library"
        ))
    })
}

/// The results of an op on columns, in the canonical layout.
pub(super) fn results(
    op: &OpRef,
    columns: &[&[u32]],
    cases: usize,
) -> Result<Vec<u32>, BackendError> {
    let mut found = vec![vec![0; cases]; op.signature.result.words()];
    let mut places: Vec<&mut [u32]> = found.iter_mut().map(|column| &mut column[..]).collect();
    quietly(|| op.block(columns, &mut places)).map_err(|panic| BackendError::Panicked {
        inputs: vec![],
        detail: panic.to_string(),
    })?;
    let mut words = vec![];
    layout::interleave(&found, &mut words);
    Ok(words)
}

/// The columns of words in the canonical layout.
pub(super) fn columns(words: &[u32], each: usize) -> Vec<Vec<u32>> {
    let column = |k: usize| words[k..].iter().copied().step_by(each).collect();
    (0..each.min(words.len())).map(column).collect()
}

/// The results of an op on cases of a source.
pub(super) fn of_source(
    op: &OpRef,
    source: &dyn Source,
    cases: Range<u64>,
) -> Result<Vec<u32>, BackendError> {
    let all = in_parallel(cases, |cases| {
        let block = filled(source, &cases);
        let columns: Vec<&[u32]> = block.columns.iter().map(Vec::as_slice).collect();
        Ok(vec![results(op, &columns, block.len())?])
    })?;
    Ok(all.into_iter().next().unwrap_or_default())
}

/// The cases of a source.
pub(super) fn filled(source: &dyn Source, cases: &Range<u64>) -> Block {
    let mut block = Block::new(source.types(), (cases.end - cases.start) as usize);
    source.fill(cases.start, &mut block);
    block
}

/// Lists of words, one after the other from each part of some cases.
type Lists = Result<Vec<Vec<u32>>, BackendError>;

/// The lists that `work` computes for parts of the cases, on every core.
pub(super) fn in_parallel(cases: Range<u64>, work: impl Fn(Range<u64>) -> Lists + Sync) -> Lists {
    let count = cases.end - cases.start;
    let parts = (count as usize / MIN_CASES_PER_THREAD).clamp(1, cores()) as u64;
    let cut = |k: u64| cases.start + count * k / parts;
    let done: Vec<Lists> = thread::scope(|scope| {
        let work = &work;
        let part = |k| scope.spawn(inherited(move || work(cut(k)..cut(k + 1))));
        let running: Vec<_> = (0..parts).map(part).collect();
        let joined = running.into_iter().map(|thread| {
            let joined = thread.join();
            joined.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        });
        joined.collect()
    });
    let mut all: Vec<Vec<u32>> = vec![];
    for lists in done {
        let lists = lists?;
        all.resize(lists.len().max(all.len()), vec![]);
        for (to, from) in all.iter_mut().zip(lists) {
            to.extend(from);
        }
    }
    Ok(all)
}
