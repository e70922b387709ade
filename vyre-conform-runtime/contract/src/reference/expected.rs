//! The words that a reference states for a case.

use super::sum::ExactSum;
use super::{Reference, is_compared};
use crate::case::Case;
use crate::contract::{ContractBuffer, Pass};
use crate::interpreter::Interpreter;
use crate::layout::BufferScalar;
use crate::manifest::{Column, Equality};
use crate::run::{Interruption, run};
use std::panic::{AssertUnwindSafe, catch_unwind};
use vyre_conform_import::ScalarType;
use vyre_conform_runtime::engine::{EngineDef, Input};
use vyre_conform_runtime::registry::OpDef;

/// An output, and the bits that its scalars must hold: `None` for a scalar that the reference leaves open.
type OutputBits = (usize, Vec<Option<u64>>);
/// The expected bits of each output.
pub(crate) type Expected = Vec<OutputBits>;

impl Reference {
    /// The equality of an output in a case: a sum in any order has a bound of its own.
    pub(crate) fn equality(&self, buffers: &[ContractBuffer], case: &Case, k: usize) -> Equality {
        match (self, buffers[k].output.unwrap_or(Equality::Exact)) {
            (Self::Sum { of, .. }, Equality::OrderFree) => {
                let scalars = case.scalars(&buffers[*of], *of);
                let kind = case
                    .scalars(&buffers[k], k)
                    .first()
                    .map_or(ScalarType::F32, |s| s.kind);
                ExactSum::new(&scalars, &case.contents[*of]).bound(kind)
            }
            (_, equality) => equality,
        }
    }

    /// The expected contents of the outputs of a case.
    ///
    /// # Errors
    /// The reference panics, gives too many words, does not end, or is itself at fault.
    pub(crate) fn expected(
        &self,
        buffers: &[ContractBuffer],
        case: &Case,
        interpreter: Option<&Interpreter>,
    ) -> Result<Expected, String> {
        let of = Statement { buffers, case };
        match self {
            Self::None => Ok(vec![]),
            Self::Engine {
                def,
                columns,
                outputs,
            } => of.engine(def, columns, outputs),
            Self::Op {
                def,
                operands,
                output,
            } => of.op(def, operands, *output),
            Self::Sum { of: values, output } => Ok(vec![of.sum(*values, *output)]),
            Self::Kernel { passes, .. } => of.kernel(passes, interpreter),
            Self::Files(files) => files
                .iter()
                .map(|(k, path, bytes)| of.file(*k, path, bytes))
                .collect(),
        }
    }
}

/// The statement of a reference about a case.
struct Statement<'s> {
    buffers: &'s [ContractBuffer],
    case: &'s Case,
}

impl Statement<'_> {
    fn scalars(&self, k: usize) -> Vec<BufferScalar> {
        self.case.scalars(&self.buffers[k], k)
    }

    /// The words of an input.
    fn column(&self, k: usize) -> Vec<u32> {
        let all = self.scalars(k);
        let bits = all.iter().map(|s| s.bits(&self.case.contents[k]));
        bits.map(|bits| bits as u32).collect()
    }

    /// The words of an output as the reference gives them.
    fn stated(&self, k: usize, words: Vec<u32>) -> Result<OutputBits, String> {
        let (name, scalars) = (&self.buffers[k].name, self.scalars(k).len());
        if words.len() > scalars {
            let given = words.len();
            return Err(format!(
                "the reference gives {given} words, and `{name}` holds {scalars}"
            ));
        }
        let mut bits: Vec<_> = words.into_iter().map(|word| Some(word.into())).collect();
        bits.resize(scalars, None);
        Ok((k, bits))
    }

    fn engine(
        &self,
        def: &EngineDef,
        columns: &[Column],
        outputs: &[(usize, usize)],
    ) -> Result<Expected, String> {
        let columns = columns.iter().map(|of| match of {
            Column::Buffer(name) => {
                let k = self.buffers.iter().position(|b| b.name == *name);
                Ok(k.map_or(vec![], |k| self.column(k)))
            }
            Column::Words(values) => {
                let names = self.case.id.names();
                let words = values.iter().map(|value| Ok(value.value(&names)? as u32));
                words.collect::<Result<_, String>>()
            }
        });
        let columns = columns.collect::<Result<_, _>>()?;
        let input = Input { columns };
        let (id, reference) = (def.id, def.reference.ok_or("the engine has no reference")?);
        let records = catch_unwind(AssertUnwindSafe(|| reference(&input)));
        let records = records.map_err(|_| {
            format!("the reference of `{id}` panics: `columns` do not have the form of its input")
        })?;
        let each = outputs.iter().map(|(k, word)| {
            let words = records.iter().map(|record| record.get(*word).copied());
            let words: Option<Vec<u32>> = words.collect();
            let words =
                words.ok_or_else(|| format!("the records of `{id}` have no word {word}"))?;
            self.stated(*k, words)
        });
        each.collect()
    }

    fn op(&self, def: &OpDef, operands: &[usize], output: usize) -> Result<Expected, String> {
        let columns: Vec<Vec<u32>> = operands.iter().map(|k| self.column(*k)).collect();
        let length = columns.iter().map(Vec::len).min().unwrap_or(0);
        let columns: Vec<&[u32]> = columns.iter().map(|c| &c[..length]).collect();
        let mut words = vec![0; length];
        def.op.block(&columns, &mut [&mut words]);
        Ok(vec![self.stated(output, words)?])
    }

    /// The exact sum in the first element; the others are not stated.
    fn sum(&self, of: usize, output: usize) -> OutputBits {
        let sum = ExactSum::new(&self.scalars(of), &self.case.contents[of]);
        let all = self.scalars(output);
        let mut bits = vec![None; all.len()];
        if let (Some(place), Some(scalar)) = (bits.first_mut(), all.first()) {
            *place = scalar.bits_of(sum.value).ok();
        }
        (output, bits)
    }

    fn kernel(
        &self,
        passes: &[Pass],
        interpreter: Option<&Interpreter>,
    ) -> Result<Expected, String> {
        let interpreter = interpreter.ok_or("the reference kernel is not imported")?;
        let contents = self.case.contents.clone();
        let left = run(self.buffers, passes, self.case, contents, interpreter);
        let left = left.map_err(|interruption| match interruption {
            Interruption::Fault(fault) => format!("the reference kernel: {fault}"),
            Interruption::Limit(why) => format!("the reference kernel: {why}"),
        })?;
        if let Some(fault) = left.faults.first() {
            return Err(format!("the reference kernel: {fault}"));
        }
        let outputs = (0..self.buffers.len()).filter(|k| is_compared(&self.buffers[*k]));
        let each = outputs.map(|k| {
            let all = self.scalars(k);
            let bits = all.iter().map(|s| Some(s.bits(&left.contents[k])));
            (k, bits.collect())
        });
        Ok(each.collect())
    }

    fn file(&self, k: usize, path: &str, bytes: &[u8]) -> Result<OutputBits, String> {
        let all = self.scalars(k);
        let needed = all.last().map_or(0, |s| s.offset + s.kind.bytes() as usize);
        if bytes.len() != needed {
            let (name, n, found) = (&self.buffers[k].name, self.case.id.n, bytes.len());
            return Err(format!(
                "`{path}` has {found} bytes, and `{name}` at n = {n} has {needed}"
            ));
        }
        Ok((k, all.iter().map(|s| Some(s.bits(bytes))).collect()))
    }
}
