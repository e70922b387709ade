//! The processor as a backend: the functions in `lower`, as rustc compiles them.
//!
//! For an op whose lowering is a separate function, such as the strict floats, devices run the translation of that
//! function. This backend runs the function itself, so that an error of the algorithm shows without a translation or
//! driver in between, and all inputs can run without a GPU. It takes part only on request, as `cpu+kernel-rust`. An op
//! without such a function is unsupported: its body is the reference, which would be compared with itself.

use super::{Backend, BackendError, Identity, LoadedOp, OpCode, Operand};
use crate::strategy::quietly;
use std::sync::OnceLock;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::registry::calls::{CalledFunction, MAX_CASES};
use vyre_conform_runtime::sync::cores;
use vyre_conform_spec::{Profile, ValueType};

/// The lack of an op without such a function.
const LACKING: &str = "a function that `lower` names: its body is the reference, and held against itself it \
                       shows nothing";

/// The processor, with one device per core.
pub struct KernelRust {
    identity: Identity,
    place: String,
    peers: Vec<Self>,
}

/// The processor of this machine.
pub fn kernel_rust() -> &'static KernelRust {
    static BACKEND: OnceLock<KernelRust> = OnceLock::new();
    BACKEND.get_or_init(|| {
        let cores = cores();
        KernelRust::new(cores)
    })
}

impl KernelRust {
    /// A processor for this many concurrent threads.
    fn new(cores: usize) -> Self {
        let core = |k: usize, peers| Self {
            identity: identity(),
            place: format!("thread {k}"),
            peers,
        };
        core(0, (1..cores).map(|k| core(k, vec![])).collect())
    }
}

fn identity() -> Identity {
    let named = Identity::named(&Profile::KernelRust.on("cpu").to_string());
    Identity {
        device: model().unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
        driver: format!("{} for {}", env!("VYRE_RUSTC"), std::env::consts::ARCH),
        ..named
    }
}

/// The model name of the processor, if Linux reports it.
fn model() -> Option<String> {
    let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = cpuinfo
        .lines()
        .find(|line| line.starts_with("model name"))?;
    let (_, name) = line.split_once(':')?;
    Some(name.trim().to_owned())
}

/// The lack of an op on the processor, according to its registration.
pub fn missing_function(op: &OpCode<'_>) -> Option<String> {
    op.host.is_none().then(|| LACKING.to_owned())
}

impl Backend for KernelRust {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn missing_support(&self, op: &OpCode<'_>) -> Option<String> {
        missing_function(op)
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        match op.host {
            Some(function) => Ok(Box::new(Kernel {
                signature: op.signature,
                function: function.callee(op.signature),
            })),
            None => Err(BackendError::UnsupportedByBackend {
                op: op.id.to_owned(),
                backend: self.identity.slug.clone(),
                hardware: LACKING.to_owned(),
            }),
        }
    }

    fn peers(&self) -> Vec<&dyn Backend> {
        self.peers.iter().map(|peer| peer as &dyn Backend).collect()
    }

    fn implementation(&self) -> Option<&str> {
        Some(concat!(
            env!("CARGO_PKG_NAME"),
            " ",
            env!("CARGO_PKG_VERSION")
        ))
    }

    fn device_location(&self) -> &str {
        &self.place
    }
}

/// One word of an operand: case `n` has it at `n * step`.
struct Column<'a> {
    words: &'a [u32],
    step: usize,
}

/// The columns of the operands' words, in order.
fn columns<'a>(operands: &'a [Operand<'_>], types: &[ValueType]) -> Vec<Column<'a>> {
    let mut all = vec![];
    for (operand, ty) in operands.iter().zip(types) {
        let (words, step) = match operand {
            Operand::Storage(words) => (*words, ty.words()),
            Operand::Uniform(value) | Operand::Literal(value) => (value.words(), 0),
        };
        all.extend((0..ty.words()).map(|word| Column {
            words: words.get(word..).unwrap_or_default(),
            step,
        }));
    }
    all
}

/// The operands of a case from their words.
fn values(words: &[u32], types: &[ValueType]) -> Vec<Value> {
    let mut rest = words;
    let value = |ty: &ValueType| {
        let (words, after) = rest.split_at(ty.words());
        rest = after;
        Value::from_words(*ty, words)
    };
    types.iter().map(value).collect()
}

/// A function of one op.
struct Kernel {
    signature: Signature,
    function: CalledFunction,
}

impl LoadedOp for Kernel {
    fn signature(&self) -> Signature {
        self.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let [words, result] = [
            self.signature.operand_words(),
            self.signature.result.words(),
        ];
        let columns = columns(operands, self.signature.operands);
        let mut inputs = Vec::with_capacity(cases.min(MAX_CASES) * words);
        let mut results = vec![0; cases * result];
        // A part of the batch is recorded as one call: a record per case would take longer than most functions.
        for (k, out) in results.chunks_mut(MAX_CASES * result).enumerate() {
            inputs.clear();
            for case in (k * MAX_CASES..).take(out.len() / result) {
                let case = columns.iter().map(|c| c.words[case * c.step]);
                inputs.extend(case);
            }
            let mut at = 0;
            quietly(|| self.function.cases(&inputs, out, &mut at)).map_err(|panic| {
                let inputs = &inputs[at * words..][..words];
                BackendError::Panicked {
                    inputs: values(inputs, self.signature.operands),
                    detail: panic.to_string(),
                }
            })?;
        }
        Ok(results)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::Code;
    use crate::backend::parity;
    use vyre_conform_runtime::generate::{Width, exhaustive};
    use vyre_conform_runtime::registry::{LoweredFn, OpRef, lowered_fn, op_ref};
    use vyre_conform_spec::Category;

    const PLANTED: u32 = 3;

    fn square(a: f32) -> f32 {
        a * a
    }

    /// The same on bits, computed by the processor, and wrong for one pattern.
    fn planted(a: u32) -> u32 {
        assert!(a != 5, "five");
        let nan = a & 0x7fff_ffff > 0x7f80_0000;
        let square = f32::from_bits(a) * f32::from_bits(a);
        if nan {
            0x7fc0_0000
        } else {
            square.to_bits() ^ u32::from(a == PLANTED)
        }
    }

    fn code<'a>(op: &OpRef, host: Option<LoweredFn>) -> OpCode<'a> {
        OpCode {
            id: "f32::square",
            name: "square",
            signature: op.signature,
            category: Category::A,
            code: Code::wgsl(""),
            native: None,
            host,
        }
    }

    /// Oracle: the fault that was planted in one pattern, and in no other.
    #[test]
    fn wrong_result_is_found_and_panic_is_reported() {
        let op = op_ref(square);
        let backend = KernelRust::new(2);
        assert_eq!(backend.peers().len(), 1);
        let code = code(&op, Some(lowered_fn(planted)));
        let loaded = backend.load(&code).expect("a function");
        let words: Vec<u32> = (PLANTED + 3..1 << 16).collect();
        let run = |words: &[u32]| loaded.run(&[Operand::Storage(words)], words.len());
        let expected: Vec<u32> = words
            .iter()
            .map(|a| square(f32::from_bits(*a)).to_bits())
            .collect();
        assert_eq!(run(&words), Ok(expected));
        let five = Value::from_words(ValueType::F32, &[5]);
        let panicked = run(&[1, 2, 5, 7]).expect_err("five");
        let found = matches!(&panicked, BackendError::Panicked { inputs, detail: message }
            if *inputs == [five] && message.contains("five"));
        assert!(found, "{panicked}");
        let patterns = exhaustive(&[ValueType::F32], Width::Full).expect("one word");
        let found = parity(loaded.as_ref(), &op, patterns.as_ref(), 0..5).expect("results");
        let first = found.first.expect("the planted one");
        assert_eq!((found.failures, first.case), (1, PLANTED.into()));
    }

    /// Oracle: the independence of subject and oracle: the reference held against itself shows nothing.
    #[test]
    fn an_op_without_a_function_of_its_own_is_unsupported() {
        let op = op_ref(square);
        let refused = kernel_rust().load(&code(&op, None)).err();
        assert!(matches!(
            refused,
            Some(BackendError::UnsupportedByBackend { .. })
        ));
    }
}
