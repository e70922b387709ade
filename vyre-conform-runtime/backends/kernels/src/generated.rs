//! Cases that the device generates.

use super::digest::{self, DIGEST, ROUND, rounds};
use super::generate::{MAKE, Piece, pieces};
use super::memory::{BorrowedBuffer, Session};
use super::op::KernelOp;
use super::{Device, KernelArgument, KernelBackend};
use std::ops::Range;
use std::sync::Arc;
use vyre_conform_runtime::generate::Source;
use vyre_conform_suite::backend::BackendError;
use vyre_conform_suite::backend::digest::{BLOCK_CASES, Digest};

/// Buffers of operands, each with the words per case.
type Operands<B> = Vec<(BorrowedBuffer<B>, u64)>;

/// Borrows the operands for reading.
fn lent<B>(operands: &Operands<B>) -> Vec<(&BorrowedBuffer<B>, u64)> {
    operands.iter().map(|(loan, step)| (loan, *step)).collect()
}

impl<D: Device> KernelOp<'_, D> {
    /// The pieces of a source that the device generates.
    pub(super) fn pieces(&self, source: &dyn Source) -> Option<Vec<Piece>> {
        let fits = self.backend.makes_inputs && source.types() == self.signature.operands;
        fits.then(|| pieces(source, D::DIALECT)).flatten()
    }

    fn unit(&self, name: &str, text: String) -> Result<Arc<D::Unit>, BackendError> {
        let compile = |text: &str| self.backend.device.compile(name, text);
        self.backend.units.get(text, compile)
    }

    /// Allocates the operands of this many cases.
    fn operands(
        &self,
        session: &Session<'_, D>,
        cases: u64,
    ) -> Result<Operands<D::Buffer>, BackendError> {
        let room = self.signature.operands.iter().map(|ty| {
            let loan = session.borrow(cases as usize * ty.bytes())?;
            Ok((loan, ty.words() as u64))
        });
        room.collect()
    }

    /// Generates the operands of the cases `cases` of a piece.
    fn make(
        &self,
        session: &Session<'_, D>,
        unit: &D::Unit,
        piece: &Piece,
        cases: &Range<u64>,
        operands: &Operands<D::Buffer>,
    ) -> Result<(), BackendError> {
        let count = cases.end - cases.start;
        let buffers = operands
            .iter()
            .map(|(loan, _)| KernelArgument::Buffer(&loan.buffer));
        let mut arguments: Vec<_> = buffers.collect();
        let numbers = [piece.number(cases.start), piece.seed, count];
        arguments.extend(numbers.map(KernelArgument::Wide));
        session.each_case(unit, MAKE, count, &arguments)
    }

    /// The results of cases of the pieces, from number `start` on.
    pub(super) fn generated(
        &self,
        pieces: &[Piece],
        start: u64,
        cases: usize,
    ) -> Result<Vec<u32>, BackendError> {
        let KernelBackend { device, memory, .. } = self.backend;
        let words = self.signature.result.words();
        let mut results = vec![0; cases * words];
        let mut position = start;
        while position < start + cases as u64 {
            let piece = pieces.iter().find(|piece| piece.range.contains(&position));
            let Some(piece) = piece else {
                let what = format!("the source has no case {position}");
                return Err(BackendError::Validation(what));
            };
            let max = position + self.most_cases() as u64;
            let round = position..max.min(piece.range.end).min(start + cases as u64);
            let count = round.end - round.start;
            let unit = self.unit(MAKE, piece.text.clone())?;
            let first = (position - start) as usize * words;
            let into = &mut results[first..][..count as usize * words];
            memory.session(device, |session| {
                let operands = self.operands(session, count)?;
                let out = session.borrow(size_of_val(into))?;
                self.make(session, &unit, piece, &round, &operands)?;
                self.apply_columns(session, &lent(&operands), &out, count)?;
                session.read(&out, into)?;
                session.give_back(operands.into_iter().map(|(loan, _)| loan).chain([out]));
                Ok(())
            })?;
            position = round.end;
        }
        Ok(results)
    }

    /// The digests of the results of the cases `range` of a source of one piece.
    pub(super) fn digested(
        &self,
        piece: &Piece,
        range: Range<u64>,
        key: u64,
    ) -> Result<Vec<Digest>, BackendError> {
        let KernelBackend { device, memory, .. } = self.backend;
        let words = self.signature.result.words();
        let make = self.unit(MAKE, piece.text.clone())?;
        let digest = self.unit(DIGEST, digest::text(words, D::DIALECT))?;
        let first = range.start / BLOCK_CASES;
        let blocks = (range.end.div_ceil(BLOCK_CASES) - first) as usize;
        let mut sums = vec![0; 4 * blocks];
        let max = (range.end - range.start).min(ROUND);
        memory.session(device, |session| {
            let operands = self.operands(session, max)?;
            let out = session.borrow(max as usize * self.signature.result.bytes())?;
            let into = session.zeros(sums.len())?;
            for cases in rounds(range) {
                let count = cases.end - cases.start;
                // Words that no kernel wrote must not show the results of an earlier round.
                device.clear(&session.queue, &out.buffer, 4 * words * count as usize)?;
                self.make(session, &make, piece, &cases, &operands)?;
                self.apply_columns(session, &lent(&operands), &out, count)?;
                let arguments = [
                    KernelArgument::Buffer(&out.buffer),
                    KernelArgument::Buffer(&into.buffer),
                    KernelArgument::Wide(cases.start / BLOCK_CASES - first),
                    KernelArgument::Wide(cases.start),
                    KernelArgument::Wide(key),
                    KernelArgument::Wide(count),
                ];
                session.each_case(&digest, DIGEST, count, &arguments)?;
            }
            session.read(&into, &mut sums)?;
            let loans = operands.into_iter().map(|(loan, _)| loan);
            session.give_back(loans.chain([out, into]));
            Ok(())
        })?;
        let digest = |words: &[u32]| Digest([words[0], words[1], words[2], words[3]]);
        Ok(sums.chunks_exact(4).map(digest).collect())
    }
}
