//! The code of an op, as passed to a backend for loading.

use super::{BackendError, Identity};
use vyre_conform_ir::valid::{Limits, Valid};
use vyre_conform_runtime::registry::{
    AlternateDef, LoweredFn, Lowering, NativeDef, OpDef, OpRef, Signature,
};
use vyre_conform_spec::{Category, TextTarget, Texts};

/// Source of a backend's code for an op.
#[derive(Clone, Debug)]
pub enum Code<'a> {
    /// The validated module, for the backend to lower.
    Module(&'a Valid),
    /// Hand-written functions, one of them named after the op, in each language with a text (Category C, alternates).
    Texts(Texts<'a>),
}

impl<'a> Code<'a> {
    /// A lone WGSL text.
    pub const fn wgsl(text: &'a str) -> Self {
        Self::Texts(Texts::wgsl(text))
    }
}

/// An op as passed to a backend for loading.
#[derive(Clone, Debug)]
pub struct OpCode<'a> {
    /// Id of the op, for messages.
    pub id: &'a str,
    /// Name of the function in WGSL text.
    pub name: &'a str,
    /// Its types.
    pub signature: Signature,
    /// Its category. A backend refuses a Category C op whose feature it lacks before compiling anything.
    pub category: Category,
    /// Its code.
    pub code: Code<'a>,
    /// Its native implementation, for a backend in a native profile; the others run `code`.
    pub native: Option<Native<'a>>,
    /// The function that its code is translated from, if it is not the reference: for a backend that runs rustc's code.
    pub host: Option<LoweredFn>,
}

/// The native implementation of an op, with the means to test the hardware.
#[derive(Clone, Copy, Debug)]
pub struct Native<'a> {
    /// The WGSL of [`NativeDef`].
    pub wgsl: &'a str,
    /// The expression of the C family of [`NativeDef`].
    pub c: Option<&'a str>,
    /// Computes the op's result from the operands and the text's result.
    pub correction: Option<&'a Valid>,
    /// The CPU reference that it is measured against before use.
    pub reference: &'a OpRef,
}

impl<'a> OpCode<'a> {
    /// The code of a registered op: its module, and the correction of its native implementation if it has one.
    pub fn of(def: &'a OpDef, module: &'a Valid, correction: Option<&'a Valid>) -> Self {
        let code = match def.lowering {
            Lowering::Texts { texts, .. } => Code::Texts(texts),
            _ => Code::Module(module),
        };
        Self {
            code,
            native: native(def, correction),
            ..Self::registered(def)
        }
    }

    /// The code of a registered op without its body: not for loading.
    pub fn registered(def: &'a OpDef) -> Self {
        let host = match def.lowering {
            Lowering::Function(lowered) if (lowered.key.id)() != (def.op.key.id)() => Some(lowered),
            _ => None,
        };
        let native = |declared: &'a NativeDef| Native {
            wgsl: declared.wgsl,
            c: declared.c,
            correction: None,
            reference: &def.op,
        };
        Self {
            id: def.id,
            name: def.name,
            signature: def.op.signature,
            category: def.category,
            code: match def.lowering {
                Lowering::Texts { texts, .. } => Code::Texts(texts),
                _ => Code::wgsl(""),
            },
            native: def.native.as_ref().map(native),
            host,
        }
    }

    /// The code of an alternate of a registered op.
    pub fn alternate(def: &'a OpDef, alternate: &AlternateDef) -> Self {
        Self {
            id: def.id,
            name: def.name,
            signature: def.op.signature,
            category: def.category,
            code: Code::Texts(alternate.texts),
            native: None,
            host: None,
        }
    }

    /// The same op with a text in one language as its code.
    #[must_use]
    pub fn with_text<'t>(&self, target: TextTarget, text: &'t str) -> OpCode<'t>
    where
        'a: 't,
    {
        OpCode {
            code: Code::Texts(Texts::NONE.with(target, text)),
            ..self.clone()
        }
    }

    /// `Ok` unless this is a Category C op whose feature `backend` lacks.
    pub fn available_on(&self, backend: &Identity) -> Result<(), BackendError> {
        match self.category {
            Category::C {
                hardware,
                available,
            } if !available(backend) => Err(BackendError::UnsupportedByBackend {
                op: self.id.to_owned(),
                backend: backend.slug.clone(),
                hardware: hardware.to_owned(),
            }),
            _ => Ok(()),
        }
    }
}

impl OpCode<'_> {
    /// `Ok` unless the body takes more memory than a target with these limits has. A profile of an adapter runs the
    /// native text instead of the body.
    pub fn fits(&self, backend: &Identity, limits: &Limits) -> Result<(), BackendError> {
        let exceeded = match self.code {
            Code::Module(module) if backend.profile().is_none() => module.exceeds(limits),
            _ => None,
        };
        match exceeded {
            None => Ok(()),
            Some(exceeded) => Err(BackendError::UnsupportedByBackend {
                op: self.id.to_owned(),
                backend: backend.slug.clone(),
                hardware: larger_limits(&exceeded),
            }),
        }
    }
}

/// The lack of a backend with less memory than an op or a program takes.
pub fn larger_limits(exceeded: &str) -> String {
    format!("larger limits: {exceeded}")
}

/// Prefix of a lack that is known only from the reply of a program.
const ITS_WORD: &str = "support for this request (its program says: ";

/// The lack of a program that replies `unsupported`, phrased as a noun, because sentences say that a backend lacks or
/// needs it.
pub fn claimed_missing_support(message: &str) -> String {
    if message.starts_with(&larger_limits("")) {
        return message.to_owned();
    }
    format!("{ITS_WORD}{message})")
}

/// True if a lack is only the word of a program: unstated limits, or the reply to one request.
pub fn is_claimed_by_backend(lacks: &str) -> bool {
    lacks.starts_with(ITS_WORD) || lacks.starts_with(&larger_limits(""))
}

/// The native implementation of an op; `None` if its correction could not be translated, which the gates refuse.
fn native<'a>(def: &'a OpDef, correction: Option<&'a Valid>) -> Option<Native<'a>> {
    let declared: &NativeDef = def.native.as_ref()?;
    let whole = declared.correct.is_none() || correction.is_some();
    whole.then_some(Native {
        wgsl: declared.wgsl,
        c: declared.c,
        correction,
        reference: &def.op,
    })
}
