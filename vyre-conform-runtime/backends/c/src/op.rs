//! Compiled ops.

use super::module::Module;
use std::sync::Arc;
use vyre_conform_lower_c::{CASES, FIXED};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_suite::backend::{BackendError, LoadedOp, Operand, check_operands};

/// [`CASES`].
type Cases = unsafe extern "C" fn(*const *const u32, *mut u32, u64);
/// [`FIXED`].
type FixedFn = unsafe extern "C" fn(*const *const u32, *const u64, *mut u32, u64);

/// A compiled op. A literal is passed like a uniform, as one value for all cases.
pub(super) struct COp {
    module: Arc<Module>,
    id: String,
    signature: Signature,
    cases: Cases,
    fixed: FixedFn,
}

impl COp {
    pub(super) fn new(
        module: Arc<Module>,
        id: &str,
        signature: Signature,
    ) -> Result<Self, BackendError> {
        let missing = |e: libloading::Error| BackendError::Other(format!("`{id}`: {e}"));
        // SAFETY: the unit has both functions with these types, and the module is kept with them.
        let (cases, fixed) = unsafe {
            (
                module.symbol::<Cases>(CASES),
                module.symbol::<FixedFn>(FIXED),
            )
        };
        Ok(Self {
            cases: cases.map_err(missing)?,
            fixed: fixed.map_err(missing)?,
            module,
            id: id.to_owned(),
            signature,
        })
    }
}

impl LoadedOp for COp {
    fn signature(&self) -> Signature {
        self.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let mut results = vec![];
        self.run_into(operands, cases, &mut results)?;
        Ok(results)
    }

    fn run_into(
        &self,
        operands: &[Operand<'_>],
        cases: usize,
        results: &mut Vec<u32>,
    ) -> Result<(), BackendError> {
        check_operands(&self.id, &self.signature, operands, cases)?;
        let expected = cases * self.signature.result.words();
        // Previous contents must not appear as results.
        results.clear();
        results.resize(expected + self.module.slack(), 0);
        let each = operands.iter().zip(self.signature.operands);
        let (pointers, steps): (Vec<*const u32>, Vec<u64>) = each
            .map(|(operand, ty)| match operand {
                Operand::Storage(words) => (words.as_ptr(), ty.words() as u64),
                Operand::Uniform(value) | Operand::Literal(value) => (value.words().as_ptr(), 0),
            })
            .unzip();
        let results_at = results.as_mut_ptr();
        let top = 0;
        // SAFETY: the memory outlives the calls below, which this function makes.
        let memory = unsafe {
            self.module.with_memory(&top, |memory| {
                memory.add(&pointers);
                memory.add(&steps);
                memory.add_at(results_at.cast_const().cast(), 4 * expected);
                for operand in operands {
                    memory.add(match operand {
                        Operand::Storage(words) => words,
                        Operand::Uniform(value) | Operand::Literal(value) => value.words(),
                    });
                }
            })
        };
        // SAFETY: the code above checked that each operand has words for every case, or one value if its step is 0, and
        // that the results have theirs. The functions access nothing else and keep no pointer.
        unsafe {
            if steps.contains(&0) {
                (self.fixed)(pointers.as_ptr(), steps.as_ptr(), results_at, cases as u64)
            } else {
                (self.cases)(pointers.as_ptr(), results_at, cases as u64)
            }
        }
        drop(memory);
        self.module.is_defined(&self.id)?;
        results.truncate(expected);
        Ok(())
    }
}
