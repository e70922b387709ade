//! Builder of a session's exchanges.

use super::Exchange;
use crate::code::encoded;
use crate::frame::{ANSWER, ERROR, Frame, Kind, words_of};
use crate::message::{
    CaseSource, DigestOp, EmptyHead, ErrorKind, Form, Load, LoadSubject, Refusal,
};
use crate::op::{DigestRange, head, request, shader};
use crate::session::json;
use vyre_conform_ir::OpSource;
use vyre_conform_ir::valid::Valid;
use vyre_conform_lower::{self as lower, OperandSource};
use vyre_conform_lower_c::Dialect;
use vyre_conform_runtime::generate::witness;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_suite::backend::digest::BLOCK_CASES;
use vyre_conform_suite::backend::{INPUT_GENERATION, Operand};

/// A session under construction.
pub(super) struct Session {
    pub(super) form: Form,
    pub(super) list: Vec<Exchange>,
}

impl Session {
    /// Adds an exchange whose answer has these words.
    pub(super) fn add(
        &mut self,
        what: &str,
        needs: &str,
        kind: u8,
        head: String,
        words: Vec<u32>,
    ) -> &mut Frame {
        let id = self.list.len() as u32 + 1;
        let frame = |kind, head, words| Frame {
            id,
            kind,
            head,
            words,
        };
        self.list.push(Exchange {
            description: what.to_owned(),
            needs: needs.split_whitespace().map(str::to_owned).collect(),
            request: frame(kind, head, words),
            answer: frame(kind | ANSWER, json(&EmptyHead {}), vec![]),
        });
        &mut self.list.last_mut().expect("one").answer
    }

    /// Adds an exchange that is refused.
    pub(super) fn refused(
        &mut self,
        what: &str,
        kind: u8,
        head: String,
        words: Vec<u32>,
        message: &str,
    ) {
        let answer = self.add(what, "", kind, head, words);
        answer.kind = ERROR;
        answer.head = json(&Refusal {
            error: ErrorKind::Refused,
            message: message.to_owned(),
        });
    }

    /// Adds a `load` of these texts or encodings.
    pub(super) fn load(
        &mut self,
        what: &str,
        needs: &str,
        handle: u32,
        texts: &[Vec<u8>],
        subject: LoadSubject,
    ) {
        let head = Load {
            handle,
            form: self.form,
            bytes: texts.iter().map(Vec::len).collect(),
            what: subject,
        };
        let words = texts.iter().flat_map(|text| words_of(text)).collect();
        self.add(what, needs, Kind::Load as u8, json(&head), words);
    }

    /// Adds a `load` of an op with these sources of operands.
    pub(super) fn load_op(
        &mut self,
        (what, needs): (&str, &str),
        handle: u32,
        module: &Valid,
        signature: &Signature,
        sources: &[OperandSource],
    ) {
        let name = module.module().entry().name.clone();
        let (text, of_shader) = match self.form {
            Form::Wire => (
                encoded(&module.module().to_program()).expect("encoded"),
                None,
            ),
            Form::C => {
                let text = vyre_conform_lower_c::op_unit(
                    OpSource::Module(module),
                    signature,
                    &name,
                    Dialect::C11,
                );
                (text.into_bytes(), None)
            }
            Form::Wgsl => {
                let functions = lower::functions(module, signature, &name);
                let (text, of_shader) = shader(&functions, &name, signature, sources);
                (text.into_bytes(), Some(of_shader))
            }
        };
        let op = head(&format!("golden::{name}"), &name, signature, of_shader);
        self.load(what, needs, handle, &[text], LoadSubject::Op(op));
    }

    /// Adds a `run` of an op with these results.
    pub(super) fn run(
        &mut self,
        (what, needs): (&str, &str),
        handle: u32,
        signature: &Signature,
        operands: &[Operand<'_>],
        results: &[u32],
    ) {
        let cases = results.len() / signature.result.words();
        let (head, words) = request::run(self.form, handle, signature, operands, &(0..cases));
        let answer = self.add(what, needs, Kind::Run as u8, json(&head), words.concat());
        answer.words = results.to_vec();
    }

    /// Adds a `digest` of an op on words, where case number n has `result(n)`. The digests follow their definition,
    /// case by case.
    pub(super) fn digest(
        &mut self,
        what: &str,
        handle: u32,
        source: CaseSource,
        numbers: DigestRange,
        result: impl Fn(u64) -> u32,
    ) {
        let mut expected: Vec<[u32; 4]> = vec![];
        for n in 0..numbers.cases {
            let case = numbers.first + n;
            if n == 0 || case.is_multiple_of(BLOCK_CASES) {
                expected.push([0; 4]);
            }
            let block = expected.last_mut().into_iter().flatten();
            for (sum, lane) in block.zip(0..) {
                let index = witness::uniform(numbers.key, case, lane) ^ result(numbers.number + n);
                *sum = sum.wrapping_add(witness::hash(index));
            }
        }
        let head = json(&DigestOp { handle, source });
        let needs = format!("ops {INPUT_GENERATION}");
        let words = numbers.words().to_vec();
        let answer = self.add(what, &needs, Kind::Digest as u8, head, words);
        answer.words = expected.concat();
    }
}
