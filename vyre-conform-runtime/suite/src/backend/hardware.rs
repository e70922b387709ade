//! Support of a backend for the ops of one hardware feature that a program calls. If it lacks one, the program does not
//! run.

use super::units::missing_text_message;
use super::{Backend, BackendError, Code, Identity, OpCode, is_claimed_by_backend};
use vyre_conform_ir::HardwareOp;
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_spec::{Category, TextTarget};

/// Separator between a missing feature and the op that a program calls.
const OF_OP: &str = ", the hardware feature of `";

/// The lack for the first op of one hardware feature that the program calls and the backend cannot run; nothing is
/// compiled.
pub fn missing_hardware(program: &ValidProgram, backend: &dyn Backend) -> Option<String> {
    let mut calls = program.hardware().iter();
    calls.find_map(|call| missing_called_hardware(&OpCode::called(&call.op), backend))
}

/// The lack for one op that a program calls.
pub fn missing_called_hardware(op: &OpCode<'_>, backend: &dyn Backend) -> Option<String> {
    of_identity(op, backend.identity()).or_else(|| {
        let lacks = backend.missing_support_in_program(op)?;
        Some(of_text(op, &lacks))
    })
}

/// True if a program does not run for want of an op's feature, which no text in another language could replace. A
/// program out of process cannot excuse itself: its reply never names a feature, whatever its words.
pub fn is_feature_of_op(reason: &str) -> bool {
    reason.contains(OF_OP) && !is_claimed_by_backend(reason)
}

/// The op that a reason says has no text in the backend's language, if the reason says so.
pub fn text_of_op(reason: &str) -> Option<&str> {
    let (_, op) = reason.rsplit_once(" (of `")?;
    op.strip_suffix("`)")
}

/// Checks that a backend for this language, or for no text at all, can run the ops of one hardware feature that the
/// program calls.
///
/// # Errors
///
/// [`BackendError::UnsupportedByBackend`] for the program, with the op and the backend's lack.
pub fn has_hardware(
    program: &ValidProgram,
    backend: &Identity,
    target: Option<TextTarget>,
) -> Result<(), BackendError> {
    let lacking = program.hardware().iter().find_map(|call| {
        let code = OpCode::called(&call.op);
        let text = || match target {
            Some(target) if call.op.texts.of(target).is_some() => None,
            Some(target) => Some(of_text(&code, &missing_text_message(call.op.texts, target))),
            None => code.missing_compiler().map(|lacks| of_text(&code, &lacks)),
        };
        of_identity(&code, backend).or_else(text)
    });
    match lacking {
        None => Ok(()),
        Some(hardware) => Err(BackendError::UnsupportedByBackend {
            op: program.program().name.clone(),
            backend: backend.slug.clone(),
            hardware,
        }),
    }
}

fn of_identity(op: &OpCode<'_>, backend: &Identity) -> Option<String> {
    match op.available_on(backend) {
        Err(BackendError::UnsupportedByBackend { op, hardware, .. }) => {
            Some(format!("{hardware}{OF_OP}{op}`"))
        }
        _ => None,
    }
}

fn of_text(op: &OpCode<'_>, lacks: &str) -> String {
    format!("{lacks} (of `{}`)", op.id)
}

impl OpCode<'static> {
    /// An op of one hardware feature, as a program calls it.
    pub fn called(op: &HardwareOp) -> Self {
        Self {
            id: op.id,
            name: op.name,
            signature: op.signature,
            category: Category::C {
                hardware: op.hardware,
                available: op.available,
            },
            code: Code::Texts(op.texts),
            native: None,
            host: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::claimed_missing_support;
    use vyre_conform_ir::valid::{Limits, validate_program};
    use vyre_conform_ir::{
        Expr, FunctionBuilder, Kernel, Library, Module, Node, OpBody, Signature, Type,
    };
    use vyre_conform_spec::{Texts, ValueType};

    /// An op of one hardware feature with a lone WGSL text.
    struct Feature(Module);

    impl Library for Feature {
        fn find(&self, id: &str) -> Option<OpBody<'_>> {
            let op = HardwareOp {
                id: "t::f",
                name: "f",
                signature: Signature {
                    operands: &[],
                    result: ValueType::U32,
                },
                hardware: "tensor-cores",
                available: |backend| backend.has("tensor-cores"),
                texts: Texts::wgsl("fn f() -> u32 { return 1u; }"),
            };
            let module = &self.0;
            (id == "t::f").then_some(OpBody::Hardware { module, op })
        }
    }

    /// Oracle: the hand-written features of the backend; the exact messages.
    #[test]
    fn a_program_needs_the_feature_and_a_text() {
        let one = Node::Return(vec![Expr::u32(1)]);
        let library = Feature(FunctionBuilder::new("f", vec![Type::U32]).module(vec![one]));
        let mut k = Kernel::new("p", [1, 1, 1]);
        let out = k.read_write("out", Type::U32);
        let value = k.call("t::f", vec![], Type::U32);
        k.store(out, 0, value);
        let valid = validate_program(k.finish(), &library, &Limits::WEBGPU).expect("valid");
        let said = |backend: &Identity, target| {
            let found = has_hardware(&valid, backend, target);
            found.err().map(|error| error.to_string())
        };
        let needs = |what: &str| {
            Some(format!(
                "`p` is unsupported by backend `toy`: it needs {what}"
            ))
        };
        let mut toy = Identity::named("toy");
        let feature = "tensor-cores, the hardware feature of `t::f`";
        assert_eq!(said(&toy, Some(TextTarget::Wgsl)), needs(feature));
        toy.features.push("tensor-cores".to_owned());
        assert_eq!(said(&toy, Some(TextTarget::Wgsl)), None);
        let text = "a text for C11: there is none but for WGSL (of `t::f`)";
        assert_eq!(said(&toy, Some(TextTarget::C)), needs(text));
        let none = "a compiler of texts (of `t::f`)";
        assert_eq!(said(&toy, None), needs(none));
        for (reason, is) in [
            (feature, (true, None)),
            (text, (false, Some("t::f"))),
            (none, (false, Some("t::f"))),
            ("whole programs", (false, None)),
        ] {
            let found = (is_feature_of_op(reason), text_of_op(reason));
            assert_eq!(found, is, "{reason}");
        }
    }

    /// Oracle: docs/spec/conformance.md#levels: the predicate of an op excuses a backend, and no word of its own does.
    #[test]
    fn answer_of_a_backend_excuses_nothing() {
        let feature = "packed, the hardware feature of `u32::dot4_i8`";
        assert!(is_feature_of_op(feature));
        for message in [feature.to_owned(), format!("larger limits: {feature}")] {
            assert!(
                !is_feature_of_op(&claimed_missing_support(&message)),
                "{message}"
            );
        }
    }
}
