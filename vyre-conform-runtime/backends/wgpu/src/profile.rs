//! How an adapter comes to the results of floats: profiles, each a backend of its own.
//!
//! | profile | slug | what it runs of an op |
//! |---|---|---|
//! | portable | `llvmpipe` | the lowering: integers alone, the same on every adapter |
//! | native | `llvmpipe+native` | the native text, compiled strictly and corrected; an op that the adapter does not do right is unsupported |
//! | plain WGSL | `llvmpipe+wgsl` | the native text as the driver takes it, right or wrong |
//!
//! The last two run ops that declare a native implementation. `+native` runs programs as well, in which the ops that
//! the adapter does right are their native texts and all others are the lowering; `+wgsl` runs none.

use super::native::{Controls, offered};
use std::fmt::Write;
use vyre_conform_lower as lower;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_spec::ValueType;
use vyre_conform_suite::backend::{
    BackendError, BackendLaw, Code, Identity, LawOperand, OpCode, Profile, lacks_text,
};

/// Operands of a correction, of which an op with fewer operands takes the last: the bits of those of the op, and
/// the result of its text.
static BITS: [ValueType; 5] = ending_in(ValueType::U32);
static BITS_AND_TRUTH: [ValueType; 5] = ending_in(ValueType::Bool);
static BITS_AND_INTEGER: [ValueType; 5] = ending_in(ValueType::I32);

const fn ending_in(result: ValueType) -> [ValueType; 5] {
    let mut types = [ValueType::U32; 5];
    types[4] = result;
    types
}

/// A profile, with how the adapter comes to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Floats {
    /// The lowering.
    Portable,
    /// Native and strict, with these controls, or what the adapter lacks.
    Native(Result<Controls, &'static str>),
    /// Native as WGSL leaves it.
    Wgsl,
}

impl Floats {
    /// The profiles beside the portable one that an adapter has.
    pub(super) fn others(adapter: &wgpu::Adapter) -> [Self; 2] {
        [Self::Native(offered(adapter)), Self::Wgsl]
    }

    /// The profile that it is a part of the adapter's name; none of the portable one.
    fn profile(&self) -> Option<Profile> {
        match self {
            Self::Portable => None,
            Self::Native(_) => Some(Profile::Native),
            Self::Wgsl => Some(Profile::Wgsl),
        }
    }

    /// The controls that the device's shaders are compiled with.
    pub(super) fn controls(&self) -> Option<&Controls> {
        match self {
            Self::Native(Ok(controls)) => Some(controls),
            _ => None,
        }
    }

    /// Who the adapter is in this profile.
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

    /// The text that stands for an op, if it is not the op's own code.
    ///
    /// # Errors
    /// [`BackendError::UnsupportedByBackend`] where the op has no native implementation, or the adapter no
    /// way to run one strictly.
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
        if let Some(lacking) = lacks_text(op, backend) {
            return unsupported(lacking);
        }
        Ok(match self {
            Self::Native(Err(lacking)) => return unsupported((*lacking).to_owned()),
            Self::Native(Ok(_)) => NativeText::of(op, true),
            _ => NativeText::of(op, false),
        })
    }
}

/// The text of a native implementation, whole.
#[derive(Clone, Debug)]
pub(super) struct NativeText {
    /// Name of the function that gives the op's result.
    name: String,
    pub(super) text: String,
}

impl NativeText {
    /// That of an op that has one: what the author wrote, corrected or as it is.
    pub(super) fn of(op: &OpCode<'_>, corrected: bool) -> Option<Self> {
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
