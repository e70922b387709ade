//! Parity: the backend's words compared with the CPU reference's, case by case.
//!
//! Cases stream through two batches: while the backend runs one, another thread generates the next one and evaluates
//! the reference on it, so memory use is independent of the number of cases.

use super::{BackendError, LoadedOp, Operand, ParityError, SourceCases, layout};
use crate::failing::{CaseFault, FailingCase, PanicReport, Tally};
use crate::strategy::{first_panic, quietly};
use std::ops::Range;
use std::sync::mpsc::{self, Receiver, SyncSender};
use vyre_conform_ir::type_names;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{Block, Source};
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_runtime::registry::calls::inherited;

/// Cases per batch: near the peak of a software adapter, and small enough for its caches.
const BATCH: usize = 1 << 18;
/// Cases per batch if the backend generates them, so that only results are transferred.
const BATCH_GENERATED: usize = 1 << 20;

/// Runs the cases `range` of `source` on the backend with every operand in storage and compares with `reference`. A
/// backend that generates the cases faster does so; the reference always gets the host's.
///
/// # Errors
///
/// Errors of the backend, and [`BackendError::ShortOutput`] for a wrong number of words; the other cases then have no
/// result. A reference that panics is [`ParityError::ReferencePanicked`].
pub fn parity(
    loaded: &dyn LoadedOp,
    reference: &OpRef,
    source: &dyn Source,
    range: Range<u64>,
) -> Result<Tally, ParityError> {
    parity_fixed(loaded, reference, source, range, &[])
}

/// [`parity()`] with some operands replaced by one value for all cases: `fixed[k]` replaces operand k if it is
/// [`Operand::Uniform`] or [`Operand::Literal`]; [`Operand::Storage`] and missing entries leave the operand to the
/// source.
pub fn parity_fixed(
    loaded: &dyn LoadedOp,
    reference: &OpRef,
    source: &dyn Source,
    range: Range<u64>,
    fixed: &[Operand<'_>],
) -> Result<Tally, ParityError> {
    check_types(loaded, reference, source)?;
    // A backend may generate cases for digests only; larger batches of sent cases would exceed caches.
    let is_made = fixed.is_empty()
        && loaded.generates(source)
        && loaded.run_generated(source, range.start, 0).is_some();
    let made_by = if is_made {
        Maker::Backend(source)
    } else {
        Maker::Host(source)
    };
    let most = if is_made { BATCH_GENERATED } else { BATCH };
    let prepare = |batch: &mut Batch, start: u64| {
        let len = (range.end - start).min(most as u64) as usize;
        batch.prepare(reference, source, fixed, start, len)
    };
    let mut tally = Tally::default();
    if range.end.saturating_sub(range.start) <= most as u64 {
        if !range.is_empty() {
            let mut batch = Batch::default();
            prepare(&mut batch, range.start)?;
            batch.compare(loaded, reference, made_by, fixed, &mut tally)?;
        }
        return Ok(tally);
    }
    std::thread::scope(|scope| {
        let (to_device, ready) = mpsc::sync_channel::<Result<Batch, ParityError>>(1);
        let (give_back, free) = mpsc::sync_channel::<Batch>(2);
        for _ in 0..2 {
            give_back.send(Batch::default()).expect("room for two");
        }
        let range = range.clone();
        let preparing = scope.spawn(inherited(move || {
            prepare_all(range.step_by(most), prepare, &free, &to_device);
        }));
        while let Ok(batch) = ready.recv() {
            let mut batch = batch?;
            batch.compare(loaded, reference, made_by, fixed, &mut tally)?;
            let _ = give_back.send(batch);
        }
        // Only a source can have panicked here; its message must not be lost with its thread.
        preparing
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        Ok(tally)
    })
}

/// Checks that backend, reference and source have the same operands.
fn check_types(
    loaded: &dyn LoadedOp,
    reference: &OpRef,
    source: &dyn Source,
) -> Result<(), ParityError> {
    let signature = reference.signature;
    if loaded.signature() != signature {
        return Err(BackendError::Validation(format!(
            "the backend loaded an op {}, but the reference is {signature}",
            loaded.signature()
        ))
        .into());
    }
    if source.types() != signature.operands {
        return Err(BackendError::Validation(format!(
            "the source makes cases of ({}), the op takes ({})",
            type_names(source.types()),
            type_names(signature.operands)
        ))
        .into());
    }
    Ok(())
}

/// Prepares free batches and sends them to the device, until an error.
fn prepare_all(
    starts: impl Iterator<Item = u64>,
    prepare: impl Fn(&mut Batch, u64) -> Result<(), ParityError>,
    free: &Receiver<Batch>,
    to_device: &SyncSender<Result<Batch, ParityError>>,
) {
    for start in starts {
        // Either end closes only after the other side stopped with an error.
        let Ok(mut batch) = free.recv() else { return };
        let prepared = prepare(&mut batch, start).map(|()| batch);
        let last = prepared.is_err();
        if to_device.send(prepared).is_err() || last {
            return;
        }
    }
}

/// The side that generates the cases of a source.
#[derive(Clone, Copy)]
enum Maker<'s> {
    Backend(&'s dyn Source),
    Host(&'s dyn Source),
}

/// A batch of cases in transit.
#[derive(Default)]
pub(super) struct Batch {
    start: u64,
    /// The operands as columns, for the reference and for reports.
    block: Block,
    /// The operands of more than one word in the canonical layout; empty for the others, whose column is already in
    /// that layout.
    canonical: Vec<Vec<u32>>,
    /// The reference's results in the canonical layout.
    expected: Vec<u32>,
    /// The reference's results as columns, if they have more than one word.
    columns: Vec<Vec<u32>>,
    /// The backend's results.
    found: Vec<u32>,
}

impl Batch {
    /// The reference's results in the canonical layout.
    pub(super) fn expected(&self) -> &[u32] {
        &self.expected
    }

    /// Generates `len` cases from number `start` on and evaluates the reference on them.
    pub(super) fn prepare(
        &mut self,
        reference: &OpRef,
        source: &dyn Source,
        fixed: &[Operand<'_>],
        start: u64,
        len: usize,
    ) -> Result<(), ParityError> {
        let types = reference.signature.operands;
        self.start = start;
        if self.block.len() != len {
            self.block = Block::new(types, len);
        }
        source.fill(start, &mut self.block);
        self.canonical.resize(types.len(), Vec::new());
        let mut column = 0;
        for (k, ty) in types.iter().enumerate() {
            let columns = &mut self.block.columns[column..column + ty.words()];
            column += ty.words();
            match fixed.get(k) {
                Some(Operand::Uniform(value) | Operand::Literal(value)) => {
                    for (column, word) in columns.iter_mut().zip(value.words()) {
                        column.fill(*word);
                    }
                }
                _ if ty.words() > 1 => layout::interleave(columns, &mut self.canonical[k]),
                _ => {}
            }
        }
        let operands: Vec<&[u32]> = self.block.columns.iter().map(Vec::as_slice).collect();
        let result = reference.signature.result;
        let evaluated = if result.words() == 1 {
            self.expected.resize(len, 0);
            let out = &mut [&mut self.expected[..]];
            quietly(|| reference.block(&operands, out))
        } else {
            self.columns.resize(result.words(), Vec::new());
            self.columns.iter_mut().for_each(|c| c.resize(len, 0));
            let mut out: Vec<&mut [u32]> = self.columns.iter_mut().map(|c| &mut c[..]).collect();
            let evaluated = quietly(|| reference.block(&operands, &mut out));
            layout::interleave(&self.columns, &mut self.expected);
            evaluated
        };
        evaluated.map_err(|panic| self.panicked(reference, panic))
    }

    /// The panic of the reference with its case.
    fn panicked(&self, reference: &OpRef, panic: PanicReport) -> ParityError {
        let first = first_panic(reference, &self.block);
        let (case, inputs, panic) = first.unwrap_or((0, vec![], panic));
        ParityError::ReferencePanicked {
            case: self.start + case as u64,
            inputs,
            detail: panic.to_string(),
        }
    }

    fn compare(
        &mut self,
        loaded: &dyn LoadedOp,
        reference: &OpRef,
        made_by: Maker<'_>,
        fixed: &[Operand<'_>],
        tally: &mut Tally,
    ) -> Result<(), BackendError> {
        let types = loaded.signature().operands;
        let mut column = 0;
        let mut operands = Vec::with_capacity(types.len());
        for (k, ty) in types.iter().enumerate() {
            operands.push(match fixed.get(k) {
                Some(Operand::Uniform(value)) => Operand::Uniform(*value),
                Some(Operand::Literal(value)) => Operand::Literal(*value),
                _ if ty.words() > 1 => Operand::Storage(&self.canonical[k]),
                _ => Operand::Storage(&self.block.columns[column]),
            });
            column += ty.words();
        }
        let cases = self.block.len();
        let generated = match made_by {
            Maker::Backend(source) => loaded.run_generated(source, self.start, cases),
            Maker::Host(_) => None,
        };
        let mut found = std::mem::take(&mut self.found);
        let (Maker::Backend(source) | Maker::Host(source)) = made_by;
        let of = SourceCases {
            source,
            start: self.start,
        };
        match generated {
            Some(generated) => found = generated?,
            None => loaded.run_cases(of, &operands, cases, &mut found)?,
        }
        if found.len() != self.expected.len() {
            return Err(BackendError::ShortOutput {
                expected: self.expected.len(),
                found: found.len(),
            });
        }
        tally.cases += cases as u64;
        if found != self.expected {
            self.add_failures(reference, fixed, &found, tally);
        }
        self.found = found;
        Ok(())
    }

    /// Adds the cases whose words are not acceptable.
    fn add_failures(
        &self,
        reference: &OpRef,
        fixed: &[Operand<'_>],
        found: &[u32],
        tally: &mut Tally,
    ) {
        let result = reference.signature.result;
        let words = result.words();
        let pairs = found.chunks(words).zip(self.expected.chunks(words));
        for (case, (found, expected)) in pairs.enumerate() {
            if !reference.accepts(expected, found) {
                tally.failures += 1;
                tally.first.get_or_insert_with(|| FailingCase {
                    case: self.start + case as u64,
                    inputs: layout::case_values(
                        reference.signature.operands,
                        &self.block.columns,
                        case,
                    ),
                    passing_modes: fixed.iter().map(Operand::passing).collect(),
                    fault: CaseFault::wrong_result(
                        Value::from_words(result, expected),
                        found.to_vec(),
                    ),
                });
            }
        }
    }
}
