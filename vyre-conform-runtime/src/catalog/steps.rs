//! The bound of `Termination`, from a program and the trip counts of its loops.

use super::Catalog;
use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};
use vyre_conform_ir::{Library, OpBody, PathError, Program, longest_call, longest_path};

/// Every op linked into this program.
static LINKED: LazyLock<Option<Catalog>> = LazyLock::new(|| Catalog::linked().ok());

/// The steps of ops that programs have called.
static STEPS: LazyLock<Mutex<HashMap<String, Result<u64, PathError>>>> =
    LazyLock::new(Mutex::default);

/// The most steps that one invocation of a program takes on the interpreter, for [`Plan::max_steps`]. `trips` holds
/// the most iterations of each loop of the kernel, in the order of the text. Calls count with the translated bodies of
/// the ops that are linked into this program.
///
/// ```
/// use vyre_conform_runtime::catalog::max_steps;
/// use vyre_conform_runtime::ir::{Kernel, Type};
///
/// let mut k = Kernel::new("squares", [32, 1, 1]);
/// let out = k.read_write("out", Type::U32);
/// k.count("i", 0, out.len(), |k, i| k.store(out, i, i * i));
/// // The loop, four iterations of a store and the end of the body, and the end of the kernel.
/// assert_eq!(max_steps(&k.finish(), &[4]), Ok(1 + 4 * 2 + 1));
/// ```
///
/// # Errors
/// The number of trip counts is not that of the loops, an op has no body, or a loop of an op has no constant end.
///
/// [`Plan::max_steps`]: crate::engine::Plan::max_steps
pub fn max_steps(program: &Program, trips: &[u64]) -> Result<u64, PathError> {
    longest_path(program, trips, &of_op)
}

/// The most steps of a call of a linked op.
fn of_op(id: &str) -> Result<u64, PathError> {
    let known = || STEPS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(steps) = known().get(id) {
        return steps.clone();
    }
    let missing = |reason: &str| {
        let (op, reason) = (id.to_owned(), reason.to_owned());
        Err(PathError::Op { op, reason })
    };
    let body = LINKED
        .as_ref()
        .and_then(|catalog| Library::find(catalog, id));
    let steps = match body {
        None => missing("no such op is linked"),
        Some(OpBody::Inlinable(module) | OpBody::Hardware { module, .. }) => longest_call(module),
        Some(OpBody::Opaque(reason)) => missing(&reason),
        Some(_) => missing("it is not a function"),
    };
    known().insert(id.to_owned(), steps.clone());
    steps
}
