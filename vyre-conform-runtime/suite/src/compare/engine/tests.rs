use super::*;

fn output(words: &[u32]) -> Option<Output> {
    Some(words.iter().map(|word| vec![*word]).collect())
}

/// A corpus case with these outputs of program and reference, and this cited output.
fn corpus(program: u32, reference: u32, cited: u32) -> CaseOutputs {
    CaseOutputs {
        program: output(&[program]),
        reference: output(&[reference]),
        cited: output(&[cited]),
    }
}

fn finding(check: Check) -> EngineFinding {
    EngineFinding {
        check,
        backend: None,
        has_case: true,
        panics: None,
        on_interpreter: None,
        failing_outputs: CaseOutputs {
            program: output(&[1, 2]),
            reference: output(&[1, 3]),
            cited: None,
        },
        corpus: vec![corpus(7, 7, 7)],
        corpus_index: None,
        runners: vec![("gpu".to_owned(), output(&[1, 2]).unwrap_or_default())],
        sums: None,
        order_broken_alike: false,
    }
}

fn blame(finding: &EngineFinding) -> Blame {
    diagnose_engine(finding).blame
}

/// Oracle: the documentation: an output that contradicts a cited one is wrong, and so is a case that both contradict
/// alike.
#[test]
fn corpus_distinguishes_program_and_reference() {
    let mut of = finding(Check::Reference);
    let open = diagnose_engine(&of);
    assert_eq!(open.blame, Blame::UndecidedProgram);
    let lines = open.lines().join("\n");
    for part in [
        "the interpreter, gpu agree; the CPU reference stands alone",
        "keeps 1 case of the corpus",
        "add one with a cited output",
    ] {
        assert!(lines.contains(part), "no `{part}` in:\n{lines}");
    }
    of.corpus = vec![corpus(7, 7, 7), corpus(8, 9, 8)];
    assert_eq!(blame(&of), Blame::Reference);
    of.corpus = vec![corpus(9, 8, 8)];
    assert_eq!(blame(&of), Blame::Program);
    let of = EngineFinding {
        corpus: vec![corpus(7, 7, 7), corpus(9, 9, 8)],
        corpus_index: Some(1),
        failing_outputs: corpus(9, 9, 8),
        ..finding(Check::Corpus)
    };
    assert_eq!(blame(&of), Blame::Corpus);
    let of = EngineFinding {
        corpus: vec![corpus(9, 8, 8)],
        corpus_index: Some(0),
        failing_outputs: corpus(9, 8, 8),
        ..finding(Check::Corpus)
    };
    assert_eq!(blame(&of), Blame::Program);
}

/// Oracle: the documentation: runners of one program agree, and functions of the engine have a result.
#[test]
fn faults_of_backends_inputs_and_orders_are_distinguished() {
    let backend = Some("gpu".to_owned());
    let of = EngineFinding {
        backend: backend.clone(),
        on_interpreter: Some(true),
        ..finding(Check::Reference)
    };
    assert_eq!(blame(&of), Blame::Lowering);
    let of = EngineFinding {
        backend,
        on_interpreter: Some(false),
        ..finding(Check::Invariant(Invariant::Termination))
    };
    assert_eq!(blame(&of), Blame::Program);
    for (function, expected) in [
        ("inputs", Blame::Inputs),
        ("reference", Blame::Reference),
        ("decode", Blame::Program),
    ] {
        let panics = Some(function.to_owned());
        let of = EngineFinding {
            panics,
            ..finding(Check::Reference)
        };
        assert_eq!(blame(&of), expected);
    }
    let mut of = finding(Check::AccumulationOrder);
    of.sums = output(&[1, 3]);
    assert_eq!(blame(&of), Blame::Additions);
    of.sums = output(&[1, 2]);
    assert_eq!(blame(&of), Blame::Program);
    let mut of = finding(Check::Gates);
    of.has_case = false;
    assert_eq!(blame(&of), Blame::Inputs);
    of.corpus = vec![corpus(8, 9, 8)];
    assert_eq!(blame(&of), Blame::Reference);
    let mut of = finding(Check::Invariant(Invariant::OutputOrdered));
    of.order_broken_alike = true;
    assert_eq!(blame(&of), Blame::Declaration);
}
