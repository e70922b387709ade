//! The exchanges of a session: requests from the host's functions, hand-written answers.

use super::session::Session;
use crate::frame::{Kind, words_of};
use crate::golden::Exchange;
use crate::message::{
    CaseSource, EmptyHead, Form, Handle, Hello, HelloIdentity, Load, LoadSubject, PROTOCOL, Welcome,
};
use crate::op::{self, DigestRange, request};
use crate::program;
use crate::session::json;
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::valid::{Limits, Valid, ValidProgram, validate, validate_program};
use vyre_conform_ir::value::Value;
use vyre_conform_ir::{Axis, BinaryOp, Expr, FunctionBuilder, Kernel, Node, Type};
use vyre_conform_lower::OperandSource;
use vyre_conform_runtime::generate::witness;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_spec::ValueType::{U32, U64};
use vyre_conform_suite::backend::digest::BLOCK_CASES;
use vyre_conform_suite::backend::{INPUT_GENERATION, Operand};

const SUM: Signature = Signature {
    operands: &[U32, U32],
    result: U32,
};

const DOUBLED: Signature = Signature {
    operands: &[U64],
    result: U64,
};

const DOUBLE: Signature = Signature {
    operands: &[U32],
    result: U32,
};

/// The sum of a function's parameters, or twice the only one.
fn sum(name: &str, ty: Type, params: &[&str]) -> Valid {
    let mut f = FunctionBuilder::new(name, vec![ty]);
    let params: Vec<_> = params.iter().map(|name| f.param(name, ty)).collect();
    let (first, last) = (params[0], params[params.len() - 1]);
    let value = Expr::binary(BinaryOp::Add, f.read(first), f.read(last));
    validate(f.module(vec![Node::Return(vec![value])])).expect("a function of one line")
}

/// A program that adds to each word of `to` the word of `from` at the same index, or zero beyond its end.
fn adding() -> ValidProgram {
    let mut k = Kernel::new("adding", [2, 1, 1]);
    let from = k.read_only("from", Type::U32);
    let to = k.read_write("to", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let value = to.at(i) + from.at(i);
    k.store(to, i, value);
    validate_program(k.finish(), &(), &Limits::WEBGPU).expect("a program of one line")
}

/// A program that copies words of a buffer of halves: index i is word i, with every bit preserved.
fn moving() -> ValidProgram {
    let mut k = Kernel::new("moving", [2, 1, 1]);
    let from = k.read_only("from", Type::F16);
    let to = k.read_write("to", Type::F16);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.store(to, i, from.at(i + 1));
    validate_program(k.finish(), &(), &Limits::WEBGPU).expect("a program of one line")
}

/// Adds the exchanges of a program over halves.
fn halves(s: &mut Session) {
    let programs = [moving()];
    let texts = program::texts(s.form, &programs).expect("texts");
    let subject = LoadSubject::Programs(programs.iter().map(program::head).collect());
    let needs = "programs f16";
    s.load(
        "a program is loaded that moves words of halves",
        needs,
        6,
        &texts,
        subject,
    );
    let launch = Launch {
        buffers: vec![
            Contents::Words(vec![0x3c00_4000, 0xbc00_c001, 0x7e01]),
            Contents::Zeros(3),
        ],
        steps: vec![Step {
            program: 0,
            workgroups: [1; 3],
            buffers: vec![0, 1],
        }],
        read_back: vec![1],
    };
    launch.check(&programs).expect("a launch");
    let words: Vec<&[u32]> = launch
        .buffers
        .iter()
        .filter_map(program::sent_words)
        .collect();
    let head = json(&program::run(6, &launch));
    let what = "it moves whole words: an index of a buffer of halves counts words";
    let answer = s.add(what, needs, Kind::Run as u8, head, words.concat());
    answer.words = vec![0xbc00_c001, 0x7e01, 0];
}

/// Adds the digests of a backend that generates cases: across the end of a block, and with numbers of more than 32
/// bits.
fn digests(s: &mut Session) {
    let mut numbers = DigestRange {
        number: BLOCK_CASES - 2,
        first: BLOCK_CASES - 2,
        cases: 4,
        key: 0x1234_5678_9abc_def0,
        seed: 9,
    };
    let word = |n, operand| witness::word(9, n, operand, 0, U32);
    s.digest(
        "it digests four witnesses",
        1,
        CaseSource::Witnesses,
        numbers,
        |n| word(n, 0).wrapping_add(word(n, 1)),
    );
    let module = sum("double", Type::U32, &["a"]);
    let storage = [OperandSource::Storage];
    s.load_op(
        ("twice a word is loaded", "ops"),
        5,
        &module,
        &DOUBLE,
        &storage,
    );
    (numbers.number, numbers.first, numbers.seed) = (3, (1 << 32) + 3, 7);
    s.digest(
        "it digests twice 10 to 13",
        5,
        CaseSource::Words,
        numbers,
        |n| 2 * (n as u32 + 7),
    );
}

/// The exchanges with a backend that accepts this form.
pub(super) fn expected_exchanges(form: Form) -> Vec<Exchange> {
    let mut session = Session { form, list: vec![] };
    let s = &mut session;
    let hello = Hello {
        protocol: PROTOCOL.to_owned(),
        host: "vyre-conform".to_owned(),
    };
    let welcome = Welcome {
        protocol: PROTOCOL.to_owned(),
        identity: HelloIdentity {
            kind: "mine".to_owned(),
            device: "a device".to_owned(),
            driver: "a driver 1.0".to_owned(),
        },
        features: match form {
            Form::Wgsl => vec![],
            Form::Wire | Form::C => vec![INPUT_GENERATION.to_owned()],
        },
        limits: [("cases".to_owned(), 8192)].into(),
        lacks: vec!["u128".to_owned()],
        accepts: vec![form],
    };
    let answer = s.add("hello", "", Kind::Hello as u8, json(&hello), vec![]);
    answer.head = json(&welcome);
    let unknown = Kind::Unknown as u8;
    s.refused(
        "a request of a kind that there is not",
        unknown,
        json(&EmptyHead {}),
        vec![],
        "there is no request of kind 0x70",
    );
    let storage = OperandSource::Storage;
    let module = sum("sum", Type::U32, &["a", "b"]);
    s.load_op(
        ("the sum of two words is loaded", "ops"),
        1,
        &module,
        &SUM,
        &[storage; 2],
    );
    let operand_words = [Operand::Storage(&[1, u32::MAX]), Operand::Storage(&[2, 1])];
    s.run(
        ("it runs on two cases", "ops"),
        1,
        &SUM,
        &operand_words,
        &[3, 0],
    );
    let mut handle = 1;
    if form == Form::Wgsl {
        handle = 2;
        let sources = [OperandSource::Uniform, storage];
        s.load_op(
            ("it is loaded for a first operand from a uniform", "ops"),
            handle,
            &module,
            &SUM,
            &sources,
        );
    }
    let operand_words = [
        Operand::Uniform(Value::of(5_u32)),
        Operand::Storage(&[1, 2, u32::MAX]),
    ];
    s.run(
        ("it runs with one first operand for three cases", "ops"),
        handle,
        &SUM,
        &operand_words,
        &[6, 7, 4],
    );
    if form != Form::Wgsl {
        digests(s);
    }
    let module = sum("twice", Type::U64, &["a"]);
    s.load_op(
        ("twice a word of 64 bits is loaded", "ops u64"),
        3,
        &module,
        &DOUBLED,
        &[storage],
    );
    let operand_words = [Operand::Storage(&[1, 0, 1, 0x8000_0001])];
    s.run(
        ("it runs on two cases of two words each", "ops u64"),
        3,
        &DOUBLED,
        &operand_words,
        &[2, 0, 2, 2],
    );
    let programs = [adding()];
    let texts = program::texts(form, &programs).expect("texts");
    let subject = LoadSubject::Programs(programs.iter().map(program::head).collect());
    s.load(
        "a program is loaded that adds one buffer to another",
        "programs",
        4,
        &texts,
        subject,
    );
    let step = Step {
        program: 0,
        workgroups: [2, 1, 1],
        buffers: vec![0, 1],
    };
    let launch = Launch {
        buffers: vec![Contents::Words(vec![10, 20, 30]), Contents::Zeros(4)],
        steps: vec![step.clone(), step],
        read_back: vec![1],
    };
    launch.check(&programs).expect("a launch");
    let words: Vec<&[u32]> = launch
        .buffers
        .iter()
        .filter_map(program::sent_words)
        .collect();
    let head = json(&program::run(4, &launch));
    let what = "it runs twice; a word beyond the end of a buffer is 0";
    let answer = s.add(what, "programs", Kind::Run as u8, head, words.concat());
    answer.words = vec![20, 40, 60, 0];
    halves(s);
    let text = b"this is not a program".to_vec();
    let storage = [storage; 2];
    let of_shader = (form == Form::Wgsl).then(|| op::shader("", "nothing", &SUM, &storage).1);
    let nothing = json(&Load {
        handle: 9,
        form,
        bytes: vec![text.len()],
        what: LoadSubject::Op(op::head("golden::nothing", "nothing", &SUM, of_shader)),
    });
    let words = words_of(&text);
    s.refused(
        "code that is none",
        Kind::Load as u8,
        nothing,
        words,
        "no program",
    );
    let handle = json(&Handle { handle: 1 });
    s.add(
        "the sum is forgotten",
        "ops",
        Kind::Unload as u8,
        handle.clone(),
        vec![],
    );
    after_unloading(s, handle);
    s.add("goodbye", "", Kind::Bye as u8, json(&EmptyHead {}), vec![]);
    session.list
}

/// Refusals of requests about an op that is no longer loaded.
fn after_unloading(s: &mut Session, handle: String) {
    let operand_words = [Operand::Storage(&[1]), Operand::Storage(&[2])];
    let (head, words) = request::run(s.form, 1, &SUM, &operand_words, &(0..1));
    let words = words.concat();
    s.refused(
        "it is run all the same",
        Kind::Run as u8,
        json(&head),
        words,
        "nothing is loaded as 1",
    );
    s.refused(
        "it is forgotten again",
        Kind::Unload as u8,
        handle,
        vec![],
        "nothing is loaded as 1",
    );
}
