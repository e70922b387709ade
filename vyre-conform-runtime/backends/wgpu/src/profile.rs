//! Profiles of an adapter's float arithmetic, each a separate backend.
//!
//! | profile | slug | code of an op |
//! |---|---|---|
//! | portable | `llvmpipe` | the lowering: integers alone, the same on every adapter |
//! | native | `llvmpipe+native` | the native text, compiled strictly and corrected; an op that the adapter computes wrongly is unsupported |
//! | plain WGSL | `llvmpipe+wgsl` | the native text without corrections, right or wrong |
//!
//! The last two run ops that declare a native implementation. `+native` also runs programs, with native texts of the
//! ops that the adapter computes correctly and lowerings of all others; `+wgsl` runs none.

use super::native::{Controls, offered};
use std::fmt::Write;
use vyre_conform_lower as lower;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_spec::ValueType;
use vyre_conform_suite::backend::{
    BackendError, BackendLaw, Code, Identity, LawOperand, OpCode, Profile, lacks_text,
};

/// Operands of a correction; an op with fewer operands uses the last ones. They are the bits of the op's operands and
/// of the text's result.
static BITS: [ValueType; 5] = ending_in(ValueType::U32);
static BITS_AND_TRUTH: [ValueType; 5] = ending_in(ValueType::Bool);
static BITS_AND_INTEGER: [ValueType; 5] = ending_in(ValueType::I32);

const fn ending_in(result: ValueType) -> [ValueType; 5] {
    let mut types = [ValueType::U32; 5];
    types[4] = result;
    types
}

/// A profile, with its float controls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Floats {
    /// The lowering.
    Portable,
    /// Native and strict, with these controls, or the adapter's lack.
    Native(Result<Controls, &'static str>),
    /// Native with WGSL's guarantees only.
    Wgsl,
}

impl Floats {
    /// The profiles of an adapter besides the portable one.
    pub(super) fn others(adapter: &wgpu::Adapter) -> [Self; 2] {
        [Self::Native(offered(adapter)), Self::Wgsl]
    }

    /// The profile as part of the adapter's name; `None` for the portable one.
    fn profile(&self) -> Option<Profile> {
        match self {
            Self::Portable => None,
            Self::Native(_) => Some(Profile::Native),
            Self::Wgsl => Some(Profile::Wgsl),
        }
    }

    /// The controls for the compilation of the device's shaders.
    pub(super) fn controls(&self) -> Option<&Controls> {
        match self {
            Self::Native(Ok(controls)) => Some(controls),
            _ => None,
        }
    }

    /// The identity of the adapter in this profile.
    pub(super) fn identity(&self, adapter: &Identity) -> Identity {
        let mut identity = adapter.clone();
        if let Some(profile) = self.profile() {
            identity = identity.in_profile(profile);
        }
        let controls = self.controls().into_iter();
        identity
            .features
            .extend(controls.flat_map(Controls::features));
        identity.features.sort();
        identity
    }

    /// The text that replaces an op's own code, if any.
    ///
    /// # Errors
    ///
    /// [`BackendError::UnsupportedByBackend`] if the op has no native implementation, or the adapter cannot run one
    /// strictly.
    pub(super) fn native(
        &self,
        op: &OpCode<'_>,
        backend: &Identity,
    ) -> Result<Option<NativeText>, BackendError> {
        let unsupported = |hardware: String| {
            Err(BackendError::UnsupportedByBackend {
                op: op.id.to_owned(),
                backend: backend.slug.clone(),
                hardware,
            })
        };
        if *self == Self::Portable {
            return Ok(None);
        }
        if let Some(missing) = lacks_text(op, backend) {
            return unsupported(missing);
        }
        Ok(match self {
            Self::Native(Err(missing)) => return unsupported((*missing).to_owned()),
            Self::Native(Ok(_)) => NativeText::new(op, true),
            _ => NativeText::new(op, false),
        })
    }
}

/// The complete text of a native implementation.
#[derive(Clone, Debug)]
pub(super) struct NativeText {
    /// Name of the function with the op's result.
    name: String,
    pub(super) text: String,
}

impl NativeText {
    /// The text of an op's native implementation, with or without its correction.
    pub(super) fn new(op: &OpCode<'_>, corrected: bool) -> Option<Self> {
        let native = op.native.as_ref()?;
        let (plain, name) = (format!("native_{}", op.name), op.name);
        let mut text = native.wgsl.trim().to_owned() + "\n";
        let Some(correction) = native.correction.filter(|_| corrected) else {
            return Some(Self { name: plain, text });
        };
        let count = op.signature.operands.len();
        let last = BITS.len() - 1 - count;
        let (operands, result): (&'static [ValueType], _) = match op.signature.result {
            ValueType::Bool => (&BITS_AND_TRUTH[last..], ValueType::Bool),
            ValueType::I32 => (&BITS_AND_INTEGER[last..], ValueType::I32),
            _ => (&BITS[last..], ValueType::U32),
        };
        let signature = Signature { operands, result };
        let (correct, outer) = (
            format!("native_corrected_{name}"),
            format!("native_strict_{name}"),
        );
        text += "\n";
        text += &lower::functions(correction, &signature, &correct);
        let correct = lower::function_name(&correct);
        let names: Vec<String> = (0..count).map(|k| format!("a{k}")).collect();
        let params: Vec<String> = names.iter().map(|n| format!("{n}: u32")).collect();
        let (params, args) = (params.join(", "), names.join(", "));
        let gives = lower::wgsl_type(result);
        let _ = write!(
            text,
            "\nfn {outer}({params}) -> {gives} {{\n    return {correct}({args}, {plain}({args}));\n}}\n"
        );
        Some(Self { name: outer, text })
    }

    /// The op with this text as its code.
    pub(super) fn code<'a>(&'a self, op: &OpCode<'a>) -> OpCode<'a> {
        OpCode {
            name: &self.name,
            code: Code::wgsl(&self.text),
            ..op.clone()
        }
    }
}

/// A law over native texts: those of its subject and of the ops among its parameters, in this order.
pub(super) fn law<'a>(law: &BackendLaw<'a>, texts: &'a [NativeText]) -> BackendLaw<'a> {
    let mut texts = texts.iter();
    let mut native = |op: &OpCode<'a>| match texts.next() {
        Some(text) => text.code(op),
        None => op.clone(),
    };
    let subject = native(&law.subject);
    let params = law.params.iter().map(|param| match param {
        LawOperand::Op(op) => LawOperand::Op(Box::new(native(op))),
        value => value.clone(),
    });
    BackendLaw {
        params: params.collect(),
        subject,
        ..law.clone()
    }
}

/// The ops of a law: its subject, and those among its parameters.
pub(super) fn ops<'l, 'a>(law: &'l BackendLaw<'a>) -> impl Iterator<Item = &'l OpCode<'a>> {
    let params = law.params.iter().filter_map(|param| match param {
        LawOperand::Op(op) => Some(&**op),
        LawOperand::Value(_) => None,
    });
    std::iter::once(&law.subject).chain(params)
}
