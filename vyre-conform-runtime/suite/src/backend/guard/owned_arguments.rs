//! Arguments of calls in owned form.

use crate::backend::{BackendLaw, Code, LawOperand, Native, OpCode, Operand, SpeedComparison};
use std::sync::Arc;
use vyre_conform_ir::dispatch::Launch;
use vyre_conform_ir::valid::{Valid, ValidProgram};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::{LoweredFn, OpRef, Signature};
use vyre_conform_spec::{Category, Claim, Term, TextTarget, Texts, ValueType};

/// An owned [`OpCode`].
pub(super) struct OwnedCode {
    id: String,
    name: String,
    signature: Signature,
    category: Category,
    text: Text,
    native: Option<OwnedNative>,
    host: Option<LoweredFn>,
}

enum Text {
    Module(Valid),
    Texts(Vec<(TextTarget, String)>),
}

struct OwnedNative {
    wgsl: String,
    c: Option<String>,
    correction: Option<Valid>,
    reference: OpRef,
}

impl OwnedCode {
    pub(super) fn new(code: &OpCode<'_>) -> Self {
        Self {
            id: code.id.to_owned(),
            name: code.name.to_owned(),
            signature: code.signature,
            category: code.category,
            text: match code.code {
                Code::Module(module) => Text::Module(module.clone()),
                Code::Texts(texts) => {
                    Text::Texts(texts.each().map(|(t, text)| (t, text.to_owned())).collect())
                }
            },
            native: code.native.map(|native| OwnedNative {
                wgsl: native.wgsl.to_owned(),
                c: native.c.map(str::to_owned),
                correction: native.correction.cloned(),
                reference: *native.reference,
            }),
            host: code.host,
        }
    }

    pub(super) fn borrowed(&self) -> OpCode<'_> {
        OpCode {
            id: &self.id,
            name: &self.name,
            signature: self.signature,
            category: self.category,
            code: match &self.text {
                Text::Module(module) => Code::Module(module),
                Text::Texts(texts) => Code::Texts(
                    texts
                        .iter()
                        .fold(Texts::NONE, |all, (t, text)| all.with(*t, text)),
                ),
            },
            native: self.native.as_ref().map(|native| Native {
                wgsl: &native.wgsl,
                c: native.c.as_deref(),
                correction: native.correction.as_ref(),
                reference: &native.reference,
            }),
            host: self.host,
        }
    }
}

/// An owned [`Operand`].
pub(super) enum OwnedOperand {
    Storage(Vec<u32>),
    Uniform(Value),
    Literal(Value),
}

impl OwnedOperand {
    pub(super) fn new(operand: &Operand<'_>) -> Self {
        match operand {
            Operand::Storage(words) => Self::Storage(words.to_vec()),
            Operand::Uniform(value) => Self::Uniform(*value),
            Operand::Literal(value) => Self::Literal(*value),
        }
    }

    pub(super) fn borrowed(&self) -> Operand<'_> {
        match self {
            Self::Storage(words) => Operand::Storage(words),
            Self::Uniform(value) => Operand::Uniform(*value),
            Self::Literal(value) => Operand::Literal(*value),
        }
    }
}

/// An owned [`BackendLaw`].
pub(super) struct OwnedLaw {
    subject: OwnedCode,
    params: Vec<OwnedParam>,
    variables: Vec<ValueType>,
    claim: Claim,
    predicates: Vec<Term>,
}

enum OwnedParam {
    Value(Value),
    Op(Box<OwnedCode>),
}

impl OwnedLaw {
    pub(super) fn new(law: &BackendLaw<'_>) -> Self {
        let param = |param: &LawOperand<'_>| match param {
            LawOperand::Value(value) => OwnedParam::Value(*value),
            LawOperand::Op(code) => OwnedParam::Op(Box::new(OwnedCode::new(code))),
        };
        Self {
            subject: OwnedCode::new(&law.subject),
            params: law.params.iter().map(param).collect(),
            variables: law.variables.clone(),
            claim: *law.claim,
            predicates: law.predicates.clone(),
        }
    }

    pub(super) fn borrowed(&self) -> BackendLaw<'_> {
        let param = |param| match param {
            &OwnedParam::Value(value) => LawOperand::Value(value),
            OwnedParam::Op(code) => LawOperand::Op(Box::new(code.borrowed())),
        };
        BackendLaw {
            subject: self.subject.borrowed(),
            params: self.params.iter().map(param).collect(),
            variables: self.variables.clone(),
            claim: &self.claim,
            predicates: self.predicates.clone(),
        }
    }
}

/// An owned [`SpeedComparison`].
#[allow(
    clippy::large_enum_variant,
    reason = "there is one of it at a time, and a race takes far longer than a copy of it"
)]
pub(super) enum OwnedRace {
    Ops {
        op: OwnedCode,
        other: Option<OwnedCode>,
        operands: Vec<Arc<[u32]>>,
    },
    Launches {
        programs: Vec<ValidProgram>,
        texts: Option<Vec<String>>,
        launch: Launch,
        order_dependent: Vec<usize>,
    },
}

impl OwnedRace {
    pub(super) fn new(race: &SpeedComparison<'_>) -> Self {
        match race {
            SpeedComparison::Ops {
                op,
                other,
                operands,
            } => Self::Ops {
                op: OwnedCode::new(op),
                other: other.as_ref().map(OwnedCode::new),
                operands: operands.clone(),
            },
            SpeedComparison::Launches {
                programs,
                texts,
                launch,
                order_dependent,
            } => Self::Launches {
                programs: programs.to_vec(),
                texts: texts
                    .as_ref()
                    .map(|texts| texts.iter().map(|text| (*text).to_owned()).collect()),
                launch: (*launch).clone(),
                order_dependent: order_dependent.to_vec(),
            },
        }
    }

    pub(super) fn borrowed(&self) -> SpeedComparison<'_> {
        match self {
            Self::Ops {
                op,
                other,
                operands,
            } => SpeedComparison::Ops {
                op: op.borrowed(),
                other: other.as_ref().map(OwnedCode::borrowed),
                operands: operands.clone(),
            },
            Self::Launches {
                programs,
                texts,
                launch,
                order_dependent,
            } => SpeedComparison::Launches {
                programs,
                texts: texts
                    .as_ref()
                    .map(|texts| texts.iter().map(String::as_str).collect()),
                launch,
                order_dependent,
            },
        }
    }
}
