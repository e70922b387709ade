//! A call of a function as a program that every runner runs.

use crate::Case;
use vyre_conform_ir::{Expr, ExprKind, FunctionId, Kernel, Module, Node, Operand, Type, parse};

/// The reason why a text is not a list of literals.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a list of literals: write such as `1, -5i32, true`")]
pub struct LiteralsError(pub String);

/// A typed literal, by its bits.
pub(crate) type Literal = (Type, u64);

/// The case of a line `; run: f(1, 2) == 3`, and the words of each result.
pub(super) fn case(module: &Module, line: &str) -> Result<(Case, Vec<Vec<u32>>), String> {
    let entry = module.entry();
    let name = &entry.name;
    let write = || format!("write `; run: {name}(..) == ..` in place of `{line}`");
    let call = line.strip_prefix("; run: ").ok_or_else(write)?;
    let (call, results) = call.split_once(" == ").ok_or_else(write)?;
    let args = call
        .strip_prefix(&**name)
        .and_then(|call| call.strip_prefix('('));
    let args = args
        .and_then(|args| args.strip_suffix(')'))
        .ok_or_else(write)?;
    let many = results
        .strip_prefix('(')
        .and_then(|list| list.strip_suffix(')'));
    let read = |list: &str| literals(list).map_err(|error| error.to_string());
    let (args, results) = (read(args)?, read(many.unwrap_or(results))?);
    let params = entry.params.iter().map(|p| entry.locals[p.0 as usize].ty);
    let takes: Vec<Type> = params.collect();
    has_types("takes", &takes, &args)?;
    has_types("gives", &entry.results, &results)?;
    let expected = results.into_iter().map(words).collect();
    Ok((calling(module, &args), expected))
}

fn has_types(verb: &str, expected: &[Type], actual: &[Literal]) -> Result<(), String> {
    let same = expected.iter().eq(actual.iter().map(|(ty, _)| ty));
    let expected: Vec<&str> = expected.iter().map(|ty| ty.name()).collect();
    if same {
        Ok(())
    } else {
        Err(format!("the function {verb} `{}`", expected.join(", ")))
    }
}

/// Parses a list of literals.
///
/// # Errors
/// The text is not such a list.
pub fn literals(list: &str) -> Result<Vec<Literal>, LiteralsError> {
    let other = || LiteralsError(list.to_owned());
    let text = format!("fn f() -> () {{ return {list}; }}");
    let module = parse::module(&text).map_err(|_| other())?;
    let [Node::Return(values)] = &module.entry().body[..] else {
        return Err(other());
    };
    let literal = |value: &Expr| match value.kind {
        ExprKind::Literal(bits) => Ok((value.ty, bits)),
        _ => Err(other()),
    };
    values.iter().map(literal).collect()
}

/// A value as its words, the low one first.
fn words((ty, bits): Literal) -> Vec<u32> {
    [bits as u32, (bits >> 32) as u32][..ty.words().min(2)].to_vec()
}

/// A program that calls the last function of a module once, with one buffer per argument and result.
pub fn calling(module: &Module, args: &[Literal]) -> Case {
    let entry = module.entry();
    let mut k = Kernel::new("calling", [1, 1, 1]);
    let mut values = vec![];
    for (ty, _) in args {
        let buffer = k.read_only(&format!("argument_{}", values.len()), stored(*ty));
        let read = buffer.at(0);
        values.push(if ty.is_packed() { read.cast(*ty) } else { read });
    }
    for function in &module.functions {
        k.function(function.clone());
    }
    let results = k.call_function(FunctionId(module.entry.0), values);
    for (n, result) in results.iter().enumerate() {
        let buffer = k.read_write(&format!("result_{n}"), stored(result.ty));
        if result.ty.is_packed() {
            k.store(buffer, 0, (*result).cast(Type::U32))
        } else {
            k.store(buffer, 0, *result)
        }
    }
    let operand_words = args.iter().map(|arg| words(*arg));
    let empty = entry.results.iter().map(|ty| vec![0; ty.words()]);
    Case {
        program: k.finish(),
        workgroups: [1; 3],
        buffers: operand_words.chain(empty).collect(),
    }
}

/// The type of a buffer for one value: two 16-bit floats would share a word.
fn stored(ty: Type) -> Type {
    if ty.is_packed() { Type::U32 } else { ty }
}
