//! Programs in the profile of native floats: which of the ops that they call run their native text.
//!
//! A text stands in for the body of an op where the op is registered, its body is the one that the program was linked
//! with, and the adapter has earned the text, as for the op alone. Every other op keeps its body, which is in integers
//! and right on any adapter.

use super::WgpuBackend;
use super::profile::Floats;
use std::sync::LazyLock;
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_ir::{Callee, Function, FunctionId, Merged, Module};
use vyre_conform_lower::{self as lower, NativeCallee};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_suite::backend::{BackendError, OpCode};

/// Everything that is linked into this process. Where the declarations contradict each other, which every suite
/// reports, nothing is native.
static LINKED: LazyLock<Option<Catalog>> = LazyLock::new(|| Catalog::linked().ok());

impl WgpuBackend {
    /// The WGSL of a program, as this profile runs it: an op whose native text stands in it is a function whose name
    /// begins with `native_`.
    ///
    /// # Errors
    /// [`BackendError::Programs`] in plain WGSL, and where the adapter cannot be held to strict floats; whatever goes
    /// wrong with a measurement.
    pub fn program_text(&self, program: &ValidProgram) -> Result<String, BackendError> {
        let mut texts = self.texts(std::slice::from_ref(program))?;
        Ok(texts.pop().unwrap_or_default())
    }

    /// The texts of programs; [`BackendError::Programs`] also of none.
    pub(super) fn texts(&self, programs: &[ValidProgram]) -> Result<Vec<String>, BackendError> {
        match &self.profile {
            Floats::Portable => Ok(programs.iter().map(lower::program).collect()),
            Floats::Native(Ok(_)) => {
                let texts = programs.iter().map(|program| self.native_text(program));
                texts.collect()
            }
            Floats::Native(Err(_)) | Floats::Wgsl => Err(BackendError::Programs {
                backend: self.identity.slug.clone(),
            }),
        }
    }

    /// The text of a program with the native implementations of those ops that it calls and the adapter has earned.
    fn native_text(&self, program: &ValidProgram) -> Result<String, BackendError> {
        let mut natives = vec![];
        for (callee, called) in program.program().callees.iter().enumerate() {
            let Callee::Op(id) = called else { continue };
            let Some((op, code)) = registered(id) else {
                continue;
            };
            let Some(native) = code.native else { continue };
            if !is_body(program.module(), callee, op) || !self.has_earned(&code)? {
                continue;
            }
            natives.push((callee, format!("native_{}", code.name), native, op));
        }
        let natives: Vec<NativeCallee<'_>> = natives
            .iter()
            .map(|(callee, name, native, op)| NativeCallee {
                callee: *callee,
                signature: &op.def.op.signature,
                name,
                text: native.wgsl,
                correction: native.correction,
            })
            .collect();
        Ok(lower::program_with(program, &natives))
    }

    /// Whether the adapter gives what the reference does, measured by the first who asks.
    fn has_earned(&self, code: &OpCode<'_>) -> Result<bool, BackendError> {
        match self.native(code) {
            Ok(text) => Ok(text.is_some()),
            Err(BackendError::UnsupportedByBackend { .. }) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// A registered op whose operands and result are a word each, which those of native texts are.
fn registered(id: &str) -> Option<(&'static Op, OpCode<'static>)> {
    let op = LINKED.as_ref()?.find(id)?;
    let types = op.def.op.signature;
    let mut types = types.operands.iter().chain([&types.result]);
    let module = op.module().as_ref().ok()?;
    let code = OpCode::of(op.def, module, op.correction());
    types.all(|ty| ty.words() == 1).then_some((op, code))
}

/// Whether a callee of a program has the body of this op: a program may be linked with another library, in which the
/// same id is another function.
fn is_body(linked: &Module, callee: usize, op: &Op) -> bool {
    let of_op = op.module().as_ref().ok().map(|valid| {
        let module = valid.module();
        alone(module, module.entry)
    });
    of_op.is_some_and(|body| body == alone(linked, FunctionId(callee as u32)))
}

/// A function of a module and what it calls, in an order that does not depend on the module.
fn alone(module: &Module, entry: FunctionId) -> Vec<Function> {
    let mut all = Merged::default();
    all.add(&Module {
        functions: module.functions.clone(),
        entry,
    });
    all.functions().to_vec()
}
