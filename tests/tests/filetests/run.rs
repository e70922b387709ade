//! Results of functions and programs, on the interpreter and on every adapter.

use super::super::programs::library;
use super::expectation::valid;
use vyre_conform_fuzz::{Case, agreement, calling, literals, runs_programs};
use vyre_conform_interp::{Interpreter, Options, run_launch};
use vyre_conform_runtime::ir::{Module, Type, print};
use vyre_conform_runtime::valid::{Valid, validate};
use vyre_conform_suite::backend::Backend;
use vyre_conform_tests::adapters;

/// The words of the buffers that are read back; every adapter must return the same.
fn words(case: &Case) -> Result<Vec<Vec<u32>>, String> {
    let valid = valid(case.program.clone())?;
    let launch = case.launch(&valid);
    launch
        .check(std::slice::from_ref(&valid))
        .map_err(|error| format!("the launch: {error}"))?;
    let words = run_launch(&[valid], &launch, &Options::default());
    let words = words.map_err(|fault| fault.to_string())?;
    for adapter in adapters() {
        let adapter: &dyn Backend = *adapter;
        if runs_programs(adapter) {
            agreement(case, library(), adapter).map_err(|actual| actual.to_string())?;
        }
    }
    Ok(words)
}

/// Every launch in the comments of a program, with its results.
pub(super) fn programs(body: &str, expected: &[&str]) -> Result<Vec<String>, String> {
    let launched = |line: &&&str| !line.starts_with("; gives");
    let lines: Vec<&str> = expected.iter().filter(launched).copied().collect();
    let launches = lines.chunk_by(|_, next| !next.starts_with("; workgroups"));
    let mut requested = vec![];
    for launch in launches {
        let case = Case::parse(&format!("{body}\n{}\n", launch.join("\n")));
        let case = case.map_err(|error| error.to_string())?;
        requested.extend(launch.iter().map(|line| (*line).to_owned()));
        for buffer in words(&case)? {
            let words: String = buffer.iter().map(|word| format!(" {word:x}")).collect();
            requested.push(format!("; gives{words}"));
        }
    }
    if requested.is_empty() {
        Err("nothing is run: write `; workgroups 1 1 1` and `; words ..` for each buffer".into())
    } else {
        Ok(requested)
    }
}

/// A value as its type and bits.
type Literal = (Type, u64);

/// A value as its words, low word first.
fn of_literal((ty, bits): Literal) -> Vec<u32> {
    [bits as u32, (bits >> 32) as u32][..ty.words().min(2)].to_vec()
}

/// Every call in the comments of functions, with its results.
pub(super) fn functions(module: Module, expected: &[&str]) -> Result<Vec<String>, String> {
    let valid = validate(module).map_err(|violations| violations[0].to_string())?;
    let name = &valid.module().entry().name;
    let mut requested = vec![];
    for line in expected {
        let write = || format!("write `; run: {name}(..) == ..` in place of `{line}`");
        let call = line.strip_prefix("; run: ").ok_or_else(write)?;
        let (call, _) = call.split_once(" == ").unwrap_or((call, ""));
        let args = call
            .strip_prefix(&**name)
            .and_then(|call| call.strip_prefix('('));
        let args = args
            .and_then(|args| args.strip_suffix(')'))
            .ok_or_else(write)?;
        let args = literals(args).map_err(|error| error.to_string())?;
        let violations = call_results(&valid, &args)?;
        let violations: Vec<String> = violations
            .iter()
            .map(|(ty, bits)| print::literal(*ty, *bits))
            .collect();
        let violations = match &violations[..] {
            [one] => one.clone(),
            many => format!("({})", many.join(", ")),
        };
        requested.push(format!("; run: {call} == {violations}"));
    }
    if requested.is_empty() {
        Err(format!("nothing is run: write `; run: {name}(..) == ..`"))
    } else {
        Ok(requested)
    }
}

/// Results of the op in the interpreter, and in a program that every runner runs.
fn call_results(op: &Valid, args: &[Literal]) -> Result<Vec<Literal>, String> {
    let entry = op.module().entry();
    let takes: Vec<Type> = entry
        .params
        .iter()
        .map(|p| entry.locals[p.0 as usize].ty)
        .collect();
    if !takes.iter().eq(args.iter().map(|(ty, _)| ty)) {
        let takes: Vec<&str> = takes.iter().map(|ty| ty.name()).collect();
        return Err(format!("`{}` takes `{}`", entry.name, takes.join(", ")));
    }
    let operand_words: Vec<u32> = args.iter().flat_map(|arg| of_literal(*arg)).collect();
    let mut result = vec![0; entry.results.iter().map(|ty| ty.words()).sum()];
    let run = Interpreter::new(op).call_words(&operand_words, &mut result);
    run.map_err(|fault| fault.to_string())?;

    let words = words(&calling(op.module(), args))?;
    if words.concat() != result {
        return Err(format!(
            "the op gives {result:x?}, a program that calls it {words:x?}"
        ));
    }
    let value = |(ty, words): (&Type, &Vec<u32>)| {
        let high = words.get(1).copied().unwrap_or(0);
        (*ty, u64::from(words[0]) | u64::from(high) << 32)
    };
    Ok(entry.results.iter().zip(&words).map(value).collect())
}
