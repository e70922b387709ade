//! A backend that interprets and has one fault.

use super::ops::meaning;
use vyre_conform_interp as interp;
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_spec::TextTarget;
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, Identity, LoadedOp, OpCode, Operand,
};

/// Fault of a driver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Driver {
    Right,
    /// All results are wrong.
    Wide,
    /// The result for a first operand of 6 is wrong.
    Point,
}

pub(super) struct FaultyBackend {
    identity: Identity,
    driver: Driver,
}

impl FaultyBackend {
    /// A backend with this fault, for the rest of the process.
    pub(super) fn leak(driver: Driver) -> &'static dyn Backend {
        let identity = Identity::named("fake");
        Box::leak(Box::new(Self { identity, driver }))
    }
}

impl Backend for FaultyBackend {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        let text = match op.code {
            Code::Module(module) => Text::Module(Box::new(module.clone())),
            Code::Texts(texts) => {
                let text = texts.of(TextTarget::Wgsl);
                Text::Known(text.expect("a text of these tests").to_owned())
            }
        };
        Ok(Box::new(FaultyOp {
            text,
            signature: op.signature,
            driver: self.driver,
        }))
    }
}

enum Text {
    Module(Box<Valid>),
    Known(String),
}

struct FaultyOp {
    text: Text,
    signature: Signature,
    driver: Driver,
}

impl LoadedOp for FaultyOp {
    fn signature(&self) -> Signature {
        self.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let types = self.signature.operands;
        let case = |case: usize| {
            let values: Vec<Value> = operands
                .iter()
                .zip(types)
                .map(|(operand, ty)| Value::from_words(*ty, operand.words(case, *ty)))
                .collect();
            let words: Vec<u32> = values.iter().map(|value| value.words()[0]).collect();
            let right = match &self.text {
                Text::Module(module) => interp::call(module, &values, self.signature.result)
                    .map_err(|fault| BackendError::Other(fault.to_string()))?
                    .words()[0],
                Text::Known(text) => meaning(text, &words),
            };
            Ok(match (self.driver, words[0]) {
                (Driver::Wide, _) | (Driver::Point, 6) => right.wrapping_mul(3).wrapping_add(1),
                _ => right,
            })
        };
        (0..cases).map(case).collect()
    }
}
