//! Ops over columns.

use super::literals::Literals;
use super::memory::{BorrowedBuffer, Session};
use super::{Device, KernelArgument, KernelBackend};
use std::ops::Range;
use std::sync::Arc;
use vyre_conform_ir::OpSource;
use vyre_conform_ir::value::Value;
use vyre_conform_lower_c::{CASES, FIXED, LITERAL, op_unit};
use vyre_conform_runtime::generate::Source;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_suite::backend::digest::Digest;
use vyre_conform_suite::backend::{BackendError, LoadedOp, OpCode, Operand, check_operands};

/// Maximal cases of one dispatch.
const MAX_CASES: usize = 1 << 22;

/// A compiled op.
pub(super) struct KernelOp<'a, D: Device> {
    pub(super) backend: &'a KernelBackend<D>,
    id: String,
    pub(super) signature: Signature,
    /// The kernels without a literal.
    unit: Arc<D::Unit>,
    literals: Literals,
}

/// A kernel with its optional argument in front of the operands.
struct KernelChoice<'k, U> {
    unit: &'k U,
    kernel: &'static str,
    which: Option<u32>,
}

impl<'a, D: Device> KernelOp<'a, D> {
    pub(super) fn new(
        backend: &'a KernelBackend<D>,
        op: &OpCode<'_>,
        source: OpSource<'_>,
    ) -> Result<Self, BackendError> {
        let text = op_unit(source, &op.signature, op.name, D::DIALECT);
        let compile = |text: &str| backend.device.compile(op.id, text);
        Ok(Self {
            backend,
            id: op.id.to_owned(),
            signature: op.signature,
            literals: Literals::new(source, op.name, text.len()),
            unit: backend.units.get(text, compile)?,
        })
    }

    /// Maximal cases of one dispatch within the limits of the device.
    pub(super) fn most_cases(&self) -> usize {
        let types = self.signature.operands.iter();
        let bytes = types.chain([&self.signature.result]).map(|ty| ty.bytes());
        let widest = bytes.max().unwrap_or(4) as u64;
        let within = self.backend.device.limits().storage_bytes / 2 / widest;
        within.clamp(1, MAX_CASES as u64) as usize
    }

    /// The unit of a literal operand, and the literal's index in it.
    fn literal(&self, operand: usize, value: Value) -> Result<(Arc<D::Unit>, u32), BackendError> {
        let backend = self.backend;
        let (text, which) = self
            .literals
            .text(operand, value, &self.signature, D::DIALECT);
        let compile = |text: &str| backend.device.compile(&self.id, text);
        Ok((backend.units.get(text, compile)?, which))
    }

    /// Runs the cases `at..at + results / words` of the operands.
    fn round(
        &self,
        chosen: &KernelChoice<'_, D::Unit>,
        operands: &[Operand<'_>],
        position: usize,
        results: &mut [u32],
    ) -> Result<(), BackendError> {
        let KernelBackend { device, memory, .. } = self.backend;
        let cases = results.len() / self.signature.result.words();
        memory.session(device, |session| {
            let each = operands.iter().zip(self.signature.operands);
            let operand_words = each.map(|(operand, ty)| match operand {
                Operand::Storage(words) => {
                    let words = &words[position * ty.words()..][..cases * ty.words()];
                    Ok((session.filled(words)?, ty.words() as u64))
                }
                Operand::Uniform(value) | Operand::Literal(value) => {
                    Ok((session.filled(value.words())?, 0))
                }
            });
            let operand_words = operand_words.collect::<Result<Vec<_>, BackendError>>()?;
            let out = session.borrow(4 * results.len())?;
            let lent: Vec<_> = operand_words
                .iter()
                .map(|(loan, step)| (loan, *step))
                .collect();
            self.apply(session, chosen, &lent, &out, cases as u64)?;
            session.read(&out, results)?;
            session.give_back(operand_words.into_iter().map(|(loan, _)| loan).chain([out]));
            Ok(())
        })
    }

    /// Runs cases with operands on the device, each with its words per case.
    fn apply(
        &self,
        session: &Session<'_, D>,
        chosen: &KernelChoice<'_, D::Unit>,
        bindings: &[(&BorrowedBuffer<D::Buffer>, u64)],
        out: &BorrowedBuffer<D::Buffer>,
        cases: u64,
    ) -> Result<(), BackendError> {
        let mut arguments = vec![];
        arguments.extend(chosen.which.map(KernelArgument::Word));
        for (loan, step) in bindings {
            arguments.push(KernelArgument::Buffer(&loan.buffer));
            if chosen.kernel != CASES {
                arguments.push(KernelArgument::Wide(*step));
            }
        }
        arguments.push(KernelArgument::Buffer(&out.buffer));
        arguments.push(KernelArgument::Wide(cases));
        session.each_case(chosen.unit, chosen.kernel, cases, &arguments)
    }

    /// Runs cases with every operand in storage.
    pub(super) fn apply_columns(
        &self,
        session: &Session<'_, D>,
        bindings: &[(&BorrowedBuffer<D::Buffer>, u64)],
        out: &BorrowedBuffer<D::Buffer>,
        cases: u64,
    ) -> Result<(), BackendError> {
        let chosen = KernelChoice {
            unit: self.unit.as_ref(),
            kernel: CASES,
            which: None,
        };
        self.apply(session, &chosen, bindings, out, cases)
    }
}

impl<D: Device> LoadedOp for KernelOp<'_, D> {
    fn signature(&self) -> Signature {
        self.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        check_operands(&self.id, &self.signature, operands, cases)?;
        let literal = operands.iter().enumerate().find_map(|(k, operand)| {
            let Operand::Literal(value) = operand else {
                return None;
            };
            Some((k, *value))
        });
        let literal = match literal {
            Some((k, value)) => Some(self.literal(k, value)?),
            None => None,
        };
        let is_column = |operand: &Operand<'_>| matches!(operand, Operand::Storage(_));
        let chosen = match &literal {
            Some((unit, which)) => KernelChoice {
                unit: unit.as_ref(),
                kernel: LITERAL,
                which: Some(*which),
            },
            None => KernelChoice {
                unit: self.unit.as_ref(),
                kernel: if operands.iter().all(is_column) {
                    CASES
                } else {
                    FIXED
                },
                which: None,
            },
        };
        let words = self.signature.result.words();
        let mut results = vec![0; cases * words];
        let max = self.most_cases();
        for (k, round) in results.chunks_mut(max * words).enumerate() {
            self.round(&chosen, operands, k * max, round)?;
        }
        Ok(results)
    }

    fn expect_fixed(&self, operand: usize, values: &[Value]) {
        self.literals.expect(operand, values);
    }

    fn generates(&self, source: &dyn Source) -> bool {
        self.pieces(source).is_some()
    }

    fn run_generated(
        &self,
        source: &dyn Source,
        start: u64,
        cases: usize,
    ) -> Option<Result<Vec<u32>, BackendError>> {
        let pieces = self.pieces(source)?;
        Some(self.generated(&pieces, start, cases))
    }

    fn digests_of(&self, source: &dyn Source) -> bool {
        self.pieces(source).is_some_and(|pieces| pieces.len() == 1)
    }

    fn digests(
        &self,
        source: &dyn Source,
        range: Range<u64>,
        key: u64,
    ) -> Result<Vec<Digest>, BackendError> {
        match self.pieces(source).as_deref() {
            Some([piece]) => self.digested(piece, range, key),
            _ => {
                let what = format!("`{}` cannot make these cases on the device", self.id);
                Err(BackendError::Validation(what))
            }
        }
    }
}
