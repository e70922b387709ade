//! Loading for a host.

use super::{Answer, LoadedCode, Server, head, of_error, refused};
use crate::frame::{Frame, bytes_of};
use crate::message::{EmptyHead, ErrorKind, Form, Load, LoadSubject, OpHead, Refusal};
use crate::session::json;
use std::collections::BTreeMap;
use std::sync::Mutex;
use vyre_conform_ir::valid::{Invalid, validate, validate_program};
use vyre_conform_ir::{Module, Program, Type, wire};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::sync::lock;
use vyre_conform_spec::{Category, ValueType};
use vyre_conform_suite::backend::{Code, LoadedOp, LoadedPrograms, OpCode};

/// Maximal number of an op's operands.
const MAX_OPERANDS: usize = 4;

impl<'b> Server<'b> {
    pub(super) fn load(&mut self, request: &Frame) -> Answer {
        let Load {
            handle,
            form,
            bytes,
            what,
        } = head(request)?;
        if form != Form::Wire {
            return Err(refused(
                ErrorKind::Refused,
                "only the wire format is accepted",
            ));
        }
        let mut programs = vec![];
        let mut rest = request.words.as_slice();
        for count in bytes {
            let (own, others) = rest.split_at_checked(count.div_ceil(4)).ok_or_else(|| {
                refused(
                    ErrorKind::Refused,
                    "the request has fewer words than `bytes` states",
                )
            })?;
            rest = others;
            let bytes = bytes_of(own, count).unwrap_or_default();
            let program = wire::decode(&bytes);
            programs.push(program.map_err(|error| refused(ErrorKind::Refused, error))?);
        }
        let loaded = match (what, programs.as_slice()) {
            (LoadSubject::Op(op), [program]) => LoadedCode::Op(self.load_op(&op, program)?),
            (LoadSubject::Op(_), _) => {
                return Err(refused(ErrorKind::Refused, "an op has one encoding"));
            }
            (LoadSubject::Programs(_), _) => LoadedCode::Programs(self.load_programs(programs)?),
        };
        self.loaded.insert(handle, loaded);
        Ok((json(&EmptyHead {}), vec![]))
    }

    fn load_op(&self, op: &OpHead, program: &Program) -> Result<Box<dyn LoadedOp + 'b>, Refusal> {
        let invalid = |violations: Vec<Invalid>| {
            let rules: Vec<String> = violations.iter().map(ToString::to_string).collect();
            refused(ErrorKind::Refused, rules.join("; "))
        };
        let module = validate(program.link(&())).map_err(invalid)?;
        let ty = |name: &String| {
            let violations = ValueType::ALL.iter().find(|ty| ty.family() == name);
            violations
                .copied()
                .ok_or_else(|| refused(ErrorKind::Refused, format!("there is no type `{name}`")))
        };
        let operands: Vec<ValueType> = op.operands.iter().map(ty).collect::<Result<_, _>>()?;
        let signature = Signature {
            operands: interned(&operands),
            result: ty(&op.result)?,
        };
        if !is_of(module.module(), &signature) {
            let reason = format!("the function of `{}` does not have these types", op.id);
            return Err(refused(ErrorKind::Refused, reason));
        }
        let code = OpCode {
            id: &op.id,
            name: &op.name,
            signature,
            category: Category::A,
            code: Code::Module(&module),
            native: None,
            host: None,
        };
        if let Some(missing) = self.backend.missing_support(&code) {
            return Err(refused(ErrorKind::Unsupported, missing));
        }
        self.backend.load(&code).map_err(of_error)
    }

    fn load_programs(
        &self,
        programs: Vec<Program>,
    ) -> Result<Box<dyn LoadedPrograms + 'b>, Refusal> {
        let limits = self.backend.limits();
        let valid = programs.into_iter().map(|program| {
            validate_program(program, &(), &limits).map_err(|violations| {
                let rules: Vec<String> = violations.iter().map(ToString::to_string).collect();
                refused(ErrorKind::Refused, rules.join("; "))
            })
        });
        let valid: Vec<_> = valid.collect::<Result<_, _>>()?;
        self.backend.load_programs(&valid).map_err(of_error)
    }
}

/// True if the entry of a module has the operands and the result of an op.
fn is_of(module: &Module, signature: &Signature) -> bool {
    let entry = module.entry();
    let input = entry
        .params
        .iter()
        .map(|local| entry.locals[local.0 as usize].ty);
    let operands = signature.operands.iter();
    let expected = operands.flat_map(|ty| Type::components(*ty));
    (1..=MAX_OPERANDS).contains(&signature.operands.len())
        && input.eq(expected)
        && entry.results == Type::components(signature.result)
}

/// Types of operands with static lifetime. There are few different ones.
fn interned(types: &[ValueType]) -> &'static [ValueType] {
    static INTERNED: Mutex<BTreeMap<Vec<ValueType>, &'static [ValueType]>> =
        Mutex::new(BTreeMap::new());
    let mut kept = lock(&INTERNED);
    kept.entry(types.to_vec())
        .or_insert_with(|| Box::leak(types.into()))
}
