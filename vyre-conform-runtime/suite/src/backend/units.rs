//! Common code of backends that generate a text and compile it.

use super::{BackendError, Code, Identity, OpCode, Operand, larger_limits};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use vyre_conform_ir::OpSource;
use vyre_conform_ir::valid::{Limits, Valid, ValidProgram};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::sync::lock;
use vyre_conform_spec::{TextTarget, Texts};

/// Number of compiled units kept in addition to those in use.
const MAX_UNUSED: usize = 512;

/// The lack of a backend that does not compile authors' texts.
const NO_COMPILER: &str = "a compiler of texts";

/// Compiled units by text, the most recently used ones.
#[derive(Debug)]
pub struct UnitCache<T> {
    entries: Mutex<VecDeque<(String, Arc<T>)>>,
    /// A replacement in the text of every unit, for tests.
    fault: Option<(String, String)>,
}

impl<T> Default for UnitCache<T> {
    fn default() -> Self {
        Self {
            entries: Mutex::default(),
            fault: None,
        }
    }
}

impl<T> UnitCache<T> {
    /// Replaces `from` by `to` in every unit: a planted fault of the lowering that a suite must find.
    #[must_use]
    pub fn with_fault(self, from: &str, to: &str) -> Self {
        Self {
            fault: Some((from.to_owned(), to.to_owned())),
            ..self
        }
    }

    /// The unit of a text, compiled unless it is cached.
    ///
    /// # Errors
    ///
    /// Errors of `compile`, which are not cached.
    pub fn get<E>(
        &self,
        mut text: String,
        compile: impl FnOnce(&str) -> Result<T, E>,
    ) -> Result<Arc<T>, E> {
        if let Some((from, to)) = &self.fault {
            text = text.replace(from, to);
        }
        let known = |kept: &VecDeque<(String, Arc<T>)>| {
            let found = kept.iter().find(|(known, _)| *known == text);
            found.map(|(_, unit)| unit.clone())
        };
        if let Some(unit) = known(&lock(&self.entries)) {
            return Ok(unit);
        }
        let unit = Arc::new(compile(&text)?);
        let mut kept = lock(&self.entries);
        kept.push_back((text, unit.clone()));
        if kept.len() > MAX_UNUSED {
            kept.pop_front();
        }
        Ok(unit)
    }
}

impl<'a> OpCode<'a> {
    /// The result of [`Backend::missing_support`](super::Backend::missing_support) for a backend that compiles this
    /// language.
    pub fn missing_target(&self, target: TextTarget) -> Option<String> {
        self.source(target).err()
    }

    /// The result of [`Backend::missing_support`](super::Backend::missing_support) for a backend that does not compile
    /// authors' texts.
    pub fn missing_compiler(&self) -> Option<String> {
        matches!(self.code, Code::Texts(_)).then(|| NO_COMPILER.to_owned())
    }

    /// The module for a backend that does not compile authors' texts.
    ///
    /// # Errors
    ///
    /// As for [`source_for`](Self::source_for).
    pub fn module_for(
        &self,
        backend: &Identity,
        limits: &Limits,
    ) -> Result<&'a Valid, BackendError> {
        self.available_on(backend)?;
        self.fits(backend, limits)?;
        match self.code {
            Code::Module(module) => Ok(module),
            Code::Texts(_) => Err(BackendError::UnsupportedByBackend {
                op: self.id.to_owned(),
                backend: backend.slug.clone(),
                hardware: NO_COMPILER.to_owned(),
            }),
        }
    }

    /// The source for a compiler of a language, or the lack of a text.
    fn source(&self, target: TextTarget) -> Result<OpSource<'a>, String> {
        match self.code {
            Code::Module(module) => Ok(OpSource::Module(module)),
            Code::Texts(texts) => match texts.of(target) {
                Some(text) => Ok(OpSource::Text(text)),
                None => Err(missing_text_message(texts, target)),
            },
        }
    }

    /// The source for a backend that compiles this language.
    ///
    /// # Errors
    ///
    /// [`BackendError::UnsupportedByBackend`] if there is none, or if the op needs a feature or more memory than the
    /// backend has.
    pub fn source_for(
        &self,
        backend: &Identity,
        limits: &Limits,
        target: TextTarget,
    ) -> Result<OpSource<'a>, BackendError> {
        self.available_on(backend)?;
        self.fits(backend, limits)?;
        self.source(target)
            .map_err(|hardware| BackendError::UnsupportedByBackend {
                op: self.id.to_owned(),
                backend: backend.slug.clone(),
                hardware,
            })
    }
}

/// The lack of a text in a backend's language.
pub fn missing_text_message(texts: Texts<'_>, target: TextTarget) -> String {
    let names: Vec<&str> = texts.each().map(|(target, _)| target.name()).collect();
    let there = names.join(", ");
    format!(
        "a text for {}: there is none but for {there}",
        target.name()
    )
}

/// A program revalidated for the limits of a backend.
///
/// # Errors
///
/// [`BackendError::UnsupportedByBackend`] if it exceeds them.
pub fn revalidated_for_limits(
    program: &ValidProgram,
    backend: &Identity,
    limits: &Limits,
) -> Result<ValidProgram, BackendError> {
    program.within(limits).map_err(|found| {
        let messages: Vec<&str> = found.iter().map(|e| e.message.as_str()).collect();
        BackendError::UnsupportedByBackend {
            op: program.program().name.clone(),
            backend: backend.slug.clone(),
            hardware: larger_limits(&messages.join("; ")),
        }
    })
}

/// `Ok` if the operands are those of `cases` cases of the op `id` with these types.
///
/// # Errors
///
/// [`BackendError::Validation`] with the mismatch.
pub fn check_operands(
    id: &str,
    signature: &Signature,
    operands: &[Operand<'_>],
    cases: usize,
) -> Result<(), BackendError> {
    let types = signature.operands;
    let refuse = |what: String| Err(BackendError::Validation(format!("`{id}` {what}")));
    if operands.len() != types.len() {
        let (takes, given) = (types.len(), operands.len());
        return refuse(format!("takes {takes} operands and was given {given}"));
    }
    for (k, (operand, ty)) in operands.iter().zip(types).enumerate() {
        let expected = cases * ty.words();
        match operand {
            Operand::Storage(words) if words.len() != expected => {
                let given = words.len();
                return refuse(format!(
                    "needs {expected} words for operand {k} and was given {given}"
                ));
            }
            Operand::Uniform(value) | Operand::Literal(value) if value.ty() != *ty => {
                let (ty, given) = (ty.rust_name(), value.ty().rust_name());
                return refuse(format!("takes a {ty} as operand {k}, not a {given}"));
            }
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_ir::value::Value;
    use vyre_conform_spec::ValueType::{Bool, U32, U64};

    /// Oracle: the number of compilations.
    #[test]
    fn unit_is_compiled_once_and_keeps_its_fault() {
        let units = UnitCache::default().with_fault("+", "-");
        let mut compiled = vec![];
        for text in ["a + b", "a * b", "a + b"] {
            let unit = units.get(text.to_owned(), |text| {
                compiled.push(text.to_owned());
                Ok::<_, ()>(text.to_owned())
            });
            assert_eq!(unit.expect("compiled").len(), 5);
        }
        assert_eq!(compiled, ["a - b", "a * b"]);
        let refused = units.get("c".to_owned(), |_| Err::<String, _>("no"));
        assert_eq!(refused, Err("no"));
        for k in 0..MAX_UNUSED {
            let _ = units.get(k.to_string(), |text| Ok::<_, ()>(text.to_owned()));
        }
        assert_eq!(lock(&units.entries).len(), MAX_UNUSED);
        assert!(lock(&units.entries).iter().all(|(text, _)| text != "a - b"));
    }

    /// Oracle: the documentation of `LoadedOp::run`.
    #[test]
    fn operands_of_another_shape_are_refused() {
        let signature = Signature {
            operands: &[U32, U64],
            result: Bool,
        };
        let check = |operands: &[Operand<'_>]| check_operands("op", &signature, operands, 2);
        let (two, four) = (&[1, 2][..], &[1, 2, 3, 4][..]);
        assert_eq!(
            check(&[Operand::Storage(two), Operand::Storage(four)]),
            Ok(())
        );
        let wide = Operand::Uniform(Value::of(7_u64));
        assert_eq!(check(&[Operand::Storage(two), wide]), Ok(()));
        for (operands, expected) in [
            (
                vec![Operand::Storage(two)],
                "takes 2 operands and was given 1",
            ),
            (
                vec![Operand::Storage(two), Operand::Storage(two)],
                "needs 4 words for operand 1 and was given 2",
            ),
            (
                vec![wide, Operand::Storage(four)],
                "takes a u32 as operand 0, not a u64",
            ),
        ] {
            let message = check(&operands).expect_err(expected).to_string();
            assert!(message.contains(expected), "{message}");
        }
    }
}
