mod everything;
mod mutants;
mod positions;

use super::{Case, ComparisonCounts, OpSignature, disagreement, filetest_cases, shrink};
use vyre_conform_ir::{
    Callee, Expr, ExprKind, FunctionBuilder, Kernel, Library, Module, Node, OpBody, Type, print,
};

struct Ops(Module);

impl Library for Ops {
    fn find(&self, id: &str) -> Option<OpBody<'_>> {
        (id == "u32::double").then_some(OpBody::Inlinable(&self.0))
    }
}

fn ops() -> (Ops, Vec<OpSignature>) {
    let mut f = FunctionBuilder::new("double", vec![Type::U32]);
    let a = f.param("a", Type::U32);
    let value = Expr::binary(vyre_conform_ir::BinaryOp::Add, f.read(a), f.read(a));
    let module = f.module(vec![Node::Return(vec![value])]);
    let signature = OpSignature {
        id: "u32::double".to_owned(),
        params: vec![Type::U32],
        results: vec![Type::U32],
        variable_bytes: 0,
        table_bytes: 0,
    };
    (Ops(module), vec![signature])
}

/// Oracle: validation, the interpreter's race detector, and the guarantee of the IR that a program
/// without races returns the same words in every order.
#[test]
fn every_random_program_is_valid_and_free_of_races() {
    let (library, signatures) = ops();
    for seed in 0..3000 {
        let case = Case::random(seed, &signatures);
        if let Some(actual) = disagreement(&case, &library, &[], &ComparisonCounts::default()) {
            panic!("seed {seed}: {actual}\n{}", print::program(&case.program));
        }
    }
}

fn text_of(case: &Case) -> String {
    print::program(&case.program)
}

/// Oracle: the smallest program with a barrier is a barrier.
#[test]
fn shrinking_finds_the_smallest_failing_program() {
    let (library, signatures) = ops();
    let mut shrunk = 0;
    for seed in 0..40 {
        let case = Case::random(seed, &signatures);
        if !text_of(&case).contains("barrier") {
            continue;
        }
        let mut shows = |case: &Case| {
            text_of(case).contains("barrier")
                && disagreement(case, &library, &[], &ComparisonCounts::default()).is_none()
        };
        let actual = shrink(&case, 4000, &mut shows).case;
        assert_eq!(
            actual.program.entry.body,
            [Node::Barrier],
            "{}",
            text_of(&actual)
        );
        assert!(actual.program.buffers.is_empty() && actual.program.callees.is_empty());
        assert_eq!(
            (actual.workgroups, actual.program.workgroup_size),
            ([1; 3], [1; 3])
        );
        shrunk += 1;
    }
    assert!(shrunk > 5, "{shrunk}");
}

/// Oracle: the case that was written.
#[test]
fn a_case_is_read_as_it_was_written() {
    let (_, signatures) = ops();
    for seed in 0..50 {
        let case = Case::random(seed, &signatures);
        assert_eq!(Case::parse(&case.text()).as_ref(), Ok(&case));
    }
    let program = print::program(&Kernel::new("p", [1; 3]).finish());
    let text = |launch: &str| {
        let read = Case::parse(&format!("{program}{launch}"));
        read.err().map(|error| error.to_string())
    };
    let lines = program.lines().count();
    for (launch, line, message) in [
        ("; workgroups 1 1", 1, "write `; workgroups X Y Z`"),
        (
            "; workgroups 1 1 1\n; words xyz",
            2,
            "write words in hexadecimal",
        ),
        ("; words 1", 1, "write `; workgroups` once"),
        (
            "; workgroups 1 1 1\n; other",
            2,
            "other comments begin with `//`",
        ),
        ("// nothing", 2, "the launch is missing"),
    ] {
        let text = text(launch).expect("no case");
        assert!(
            text.starts_with(&format!("line {}: ", lines + line)),
            "{text}"
        );
        assert!(text.contains(message), "{text}");
    }
    assert_eq!(text("; workgroups 1 1 1 // one"), text("; workgroups 1 1"));
    let no_program = Case::parse("; workgroups 1 1 1\n")
        .expect_err("no program")
        .to_string();
    assert_eq!(
        no_program,
        "2:1: expected `program`, found the end of the text"
    );
}

/// Oracle: the text, by hand: two launches with their words, a call with its result, and invalid lines.
#[test]
fn file_is_read_with_its_expectations() {
    let program = "program p workgroup_size(1, 1, 1)\nbinding(0) read_write b: [u32]\n\nkernel {\n    b[0] = b[1];\n\
         }\n\n";
    let text = format!(
        "{program}; workgroups 1 1 1\n; words 1 a\n; gives a a\n; workgroups 2 1 1\n; words 3 4\n"
    );
    let actual = filetest_cases("p.vir", &text).expect("two launches");
    let words: Vec<_> = actual
        .iter()
        .map(|one| (one.case.workgroups, &*one.case.buffers[0], &*one.expected))
        .collect();
    let input = vec![vec![10, 10]];
    assert_eq!(
        words,
        [
            ([1, 1, 1], &[1, 10][..], &*input),
            ([2, 1, 1], &[3, 4][..], &[][..])
        ]
    );
    let saved = filetest_cases("p.vir", &actual[0].case.text()).expect("a saved case");
    assert_eq!(
        (&saved[0].case, saved[0].expected.len()),
        (&actual[0].case, 0)
    );
    let functions = "// Halves.\nfn half(a: u64) -> (u64, bool) {\n    return a / 2u64, a == 4u64;\n}\n\n\
        ; run: half(0x300000004u64) == (0x0000_0001_8000_0002u64, false)\n";
    let actual = filetest_cases("f.vir", functions).expect("a call");
    assert_eq!(actual[0].case.buffers, [vec![4, 3], vec![0, 0], vec![0]]);
    assert_eq!(actual[0].expected, [vec![0x8000_0002, 1], vec![0]]);
    let message = |text: &str| filetest_cases("p.vir", text).expect_err(text).to_string();
    let wrong = [
        (text.replace("gives a", "gives x"), "words in hexadecimal"),
        (text.replace("2 1 1", "2 1"), "write `; workgroups X Y Z`"),
        (program.to_owned(), "no call and no launch"),
    ];
    for (text, expected) in wrong {
        let message = message(&text);
        assert!(
            message.starts_with("p.vir:") && message.contains(expected),
            "{message}"
        );
    }
}

/// Ops `table0` to `table2`, each with a table of 4,800 bytes, and `array0` to `array2`, each with
/// 1,500 bytes of variables besides its parameter.
struct LargeLibrary(Vec<(String, Module)>);

impl Library for LargeLibrary {
    fn find(&self, id: &str) -> Option<OpBody<'_>> {
        let mut actual = self.0.iter().filter(|(known, _)| known == id);
        actual.next().map(|(_, module)| OpBody::Inlinable(module))
    }
}

fn large() -> (LargeLibrary, Vec<OpSignature>) {
    let named = |kind: &str, n: u32| {
        let mut f = FunctionBuilder::new(kind, vec![Type::U32]);
        let a = f.param("a", Type::U32);
        let index = Box::new(f.read(a));
        let mut body = vec![];
        let kind = match kind {
            "table" => {
                let table = f.table("TABLE", Type::U32, vec![u64::from(n); 1200]);
                ExprKind::TableElement(table, index)
            }
            _ => {
                let local = f.array("array", Type::U32, 375);
                body.push(Node::Declare { local });
                ExprKind::Element(local, index)
            }
        };
        let ty = Type::U32;
        body.push(Node::Return(vec![Expr { ty, kind }]));
        f.module(body)
    };
    let ops = (0..6).map(|k| {
        let (kind, n) = (["table", "array"][k % 2], k as u32 / 2);
        (format!("{kind}{n}"), named(kind, n))
    });
    let library = LargeLibrary(ops.collect());
    let signatures = library.0.iter().map(|(id, module)| {
        let valid = vyre_conform_ir::valid::validate(module.clone()).expect("a valid op");
        OpSignature {
            id: id.clone(),
            params: vec![Type::U32],
            results: vec![Type::U32],
            variable_bytes: valid.variable_bytes(),
            table_bytes: valid.table_bytes(),
        }
    });
    let signatures = signatures.collect();
    (library, signatures)
}

/// Oracle: the limits of WebGPU: 8,192 bytes hold one table of 4,800 bytes, or the variables of five
/// calls with 1,500 bytes each and 4 for the parameter.
#[test]
fn combined_memory_of_ops_is_within_the_limits() {
    let (library, signatures) = large();
    let bytes = |op: &OpSignature| (op.table_bytes, op.variable_bytes);
    assert_eq!(bytes(&signatures[0]), (4800, 4));
    assert_eq!(bytes(&signatures[1]), (0, 1504));
    let mut calling = [0; 2];
    for seed in 0..1000 {
        let case = Case::random(seed, &signatures);
        for (kind, calling) in ["table", "array"].iter().zip(&mut calling) {
            let is_one = |callee: &Callee| matches!(callee, Callee::Op(id) if id.starts_with(kind));
            *calling += u32::from(case.program.callees.iter().any(is_one));
        }
        if let Err(actual) = case.valid(&library) {
            panic!("seed {seed}: {}", actual[0]);
        }
    }
    assert!(calling.iter().all(|n| *n > 100), "{calling:?}");
}
