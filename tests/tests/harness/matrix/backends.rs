//! Backends that interpret their programs and are wrong in one way.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use vyre_conform_interp as interp;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::spec::TextTarget;
use vyre_conform_runtime::valid::Valid;
use vyre_conform_runtime::value::Value;
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, Identity, LoadedOp, OpCode, Operand,
};

/// The effect of a driver on results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Driver {
    /// Nothing.
    Right,
    /// Every result is wrong.
    Wide,
    /// The result for the operand 7 is wrong.
    Point,
    /// The last result of a large batch is wrong; a single case is right.
    Batch,
    /// An error instead of results.
    Error,
    /// A word too few.
    Short,
}

/// The function that a text computes.
type TextFunction = fn(u32) -> u32;

/// The texts that the backend knows; it compiles no WGSL.
pub(super) const TEXTS: [(&str, TextFunction); 3] = [
    ("fn meant(a: u32) -> u32 { return ~a; }", |a| !a),
    ("fn meant(a: u32) -> u32 { return a + 1u; }", |a| {
        a.wrapping_add(1)
    }),
    (
        "fn meant(a: u32) -> u32 { return select(~a, 3u, a == 7u); }",
        |a| if a == 7 { 3 } else { !a },
    ),
];

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
            Code::Module(module) => Text::Module(Arc::new(module.clone())),
            Code::Texts(texts) => {
                let text = texts.of(TextTarget::Wgsl);
                let known = TEXTS.iter().find(|(known, _)| Some(*known) == text);
                Text::Known(known.expect("a text of these tests").1)
            }
        };
        Ok(Box::new(FaultyOp {
            text,
            signature: op.signature,
            driver: self.driver,
            runs: AtomicU64::new(0),
        }))
    }
}

enum Text {
    Module(Arc<Valid>),
    Known(fn(u32) -> u32),
}

struct FaultyOp {
    text: Text,
    signature: Signature,
    driver: Driver,
    runs: AtomicU64,
}

impl LoadedOp for FaultyOp {
    fn signature(&self) -> Signature {
        self.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        self.runs.fetch_add(1, Ordering::Relaxed);
        let types = self.signature.operands;
        let mut out = Vec::with_capacity(cases);
        for case in 0..cases {
            let values: Vec<Value> = operands
                .iter()
                .zip(types)
                .map(|(operand, ty)| Value::from_words(*ty, operand.words(case, *ty)))
                .collect();
            let a = values[0].words()[0];
            let right = match &self.text {
                Text::Module(module) => interp::call(module, &values, self.signature.result)
                    .map_err(|fault| BackendError::Other(fault.to_string()))?
                    .words()[0],
                Text::Known(function) => function(a),
            };
            let wrong = match self.driver {
                Driver::Wide => true,
                Driver::Point => a == 7,
                Driver::Batch => cases > 100 && case == cases - 1,
                Driver::Right | Driver::Error | Driver::Short => false,
            };
            out.push(if wrong {
                right.wrapping_mul(3).wrapping_add(1)
            } else {
                right
            });
        }
        match self.driver {
            Driver::Error => Err(BackendError::Other("the planted error".into())),
            Driver::Short => {
                out.pop();
                Ok(out)
            }
            _ => Ok(out),
        }
    }
}
