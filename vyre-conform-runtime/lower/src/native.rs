//! Native implementations in programs: ops computed by WGSL that their authors wrote.
//!
//! The body of such an op becomes a call of a function without a body here, the *text*, and a call of
//! its correction, which is an ordinary IR function. Declarations of a text begin with `native_`, and
//! become `native_0_` and so on, so that texts of several ops and the program's names can coexist.

use super::inline::renumber;
use super::textual::{Textual, without_directives};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::{
    Expr, Function, FunctionBuilder, FunctionId, HardwareCall, LocalId, MergedFunctions, Module,
    Node, Signature, Type,
};

/// The prefix of every module-scope name in a native text.
const PREFIX: &str = "native_";

/// The native implementation of an op called by a program.
#[derive(Clone, Copy, Debug)]
pub struct NativeCallee<'a> {
    /// The index of the op among the program's callees.
    pub callee: usize,
    /// The op's types, each with one word.
    pub signature: &'a Signature,
    /// Name of the function in the text that takes the op's operands, with the types of
    /// [`wgsl_type`](super::wgsl_type), and returns its result.
    pub name: &'a str,
    /// WGSL functions; every module-scope name begins with `native_`.
    pub text: &'a str,
    /// A function from the bits of the operands and the text's result to the op's result.
    pub correction: Option<&'a Valid>,
}

/// The texts of a program, in addition to its module.
#[derive(Debug, Default)]
pub(super) struct Texts {
    /// The functions of the module with hand-written or native text.
    pub(super) functions: Textual,
    /// Directives, such as `enable f16;`, which precede everything else.
    pub(super) directives: BTreeSet<String>,
    /// The native texts.
    pub(super) parts: Vec<String>,
}

/// The linked module of a program with these hand-written functions and these native callees, and the
/// native texts.
pub(super) fn woven(
    module: &Module,
    calls: &[HardwareCall],
    natives: &[NativeCallee<'_>],
) -> (Module, Texts) {
    let mut module = module.clone();
    let corrections: Vec<&Function> = natives
        .iter()
        .filter_map(|native| native.correction)
        .flat_map(|correction| &correction.module().functions)
        .collect();
    let is_taken = |name: &str| corrections.iter().any(|f| f.name == name);
    let mut texts = Texts {
        functions: Textual::hand_written(&mut module, calls, is_taken),
        ..Texts::default()
    };
    if natives.is_empty() {
        return (module, texts);
    }
    let mut number = 0;
    for native in natives {
        let prefix = free_prefix(&module, native.correction, &mut number);
        let text = own_names(native.text, &prefix);
        let (directives, text) = without_directives(&text);
        texts.directives.extend(directives);
        let name = own_names(native.name, &prefix);
        replace(&mut module, native, &name);
        texts.functions.native(name);
        texts.parts.push(text.to_owned());
    }
    // Corrections of several ops share functions.
    let mut all = MergedFunctions::default();
    let entry = all.add(&module);
    let functions = all.functions().to_vec();
    (Module { functions, entry }, texts)
}

/// A prefix that no function of the module or of the correction begins with.
fn free_prefix(module: &Module, correction: Option<&Valid>, number: &mut u32) -> String {
    let own = correction.map_or(&[][..], |c| &c.module().functions);
    loop {
        let prefix = format!("{PREFIX}{number}_");
        *number += 1;
        let mut all = module.functions.iter().chain(own);
        if !all.any(|f| f.name.starts_with(&prefix)) {
            return prefix;
        }
    }
}

/// The text with another prefix replacing `native_`.
fn own_names(text: &str, prefix: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while let Some(position) = rest.find(is_word) {
        let (before, from) = rest.split_at(position);
        let (word, after) = from.split_at(from.find(|c| !is_word(c)).unwrap_or(from.len()));
        out += before;
        match word.strip_prefix(PREFIX) {
            Some(own) => {
                let _ = write!(out, "{prefix}{own}");
            }
            None => out += word,
        }
        rest = after;
    }
    out + rest
}

/// The type of a parameter or result of a WGSL function for a value of an op: a word for a Bool.
fn passed(ty: Type) -> Type {
    match ty {
        Type::Bool => Type::U32,
        other => other,
    }
}

/// Casts the value to a type, unless it has that type already.
fn cast(value: Expr, to: Type) -> Expr {
    if value.ty == to {
        value
    } else {
        Expr::cast(to, value)
    }
}

/// Casts the values to these types, in order.
fn as_types(values: Vec<Expr>, types: &[Type]) -> Vec<Expr> {
    let pairs = values.into_iter().zip(types);
    pairs.map(|(value, ty)| cast(value, *ty)).collect()
}

/// Replaces the body of the op by a call of the text with this name and its correction.
fn replace(module: &mut Module, native: &NativeCallee<'_>, name: &str) {
    let types = |ty| Type::components(ty).into_iter().map(passed);
    let operands: Vec<Type> = (native.signature.operands.iter().copied())
        .flat_map(types)
        .collect();
    let results: Vec<Type> = types(native.signature.result).collect();
    let text = append(module, text_function(name, &operands, results.clone()));
    let correction = native.correction.map(|correction| {
        let entry = append_all(module, correction.module());
        let function = &module.functions[entry.0 as usize];
        (entry, param_types(function), function.results.clone())
    });
    let op = &mut module.functions[native.callee];
    let mut body = FunctionBuilder::new(&op.name, op.results.clone());
    let params: Vec<LocalId> = (op.params.iter())
        .map(|param| {
            let local = &op.locals[param.0 as usize];
            body.param(&local.name, local.ty)
        })
        .collect();
    let read = |body: &FunctionBuilder, locals: &[LocalId]| -> Vec<Expr> {
        locals.iter().map(|local| body.read(*local)).collect()
    };
    let bind = |body: &mut FunctionBuilder, name: &str, types: &[Type]| -> Vec<LocalId> {
        types.iter().map(|ty| body.local(name, *ty)).collect()
    };
    let mut input = bind(&mut body, "found", &results);
    let mut nodes = vec![Node::Call {
        function: text,
        args: as_types(read(&body, &params), &operands),
        results: input.clone(),
    }];
    if let Some((function, types, results)) = correction {
        let args = [read(&body, &params), read(&body, &input)].concat();
        input = bind(&mut body, "corrected", &results);
        nodes.push(Node::Call {
            function,
            args: as_types(args, &types),
            results: input.clone(),
        });
    }
    let values = as_types(read(&body, &input), &op.results);
    nodes.push(Node::Return(values));
    *op = body.finish(nodes);
}

fn param_types(function: &Function) -> Vec<Type> {
    let lookup = |param: &LocalId| function.locals[param.0 as usize].ty;
    function.params.iter().map(lookup).collect()
}

/// The placeholder of a text among the functions: its head. The body is never written.
fn text_function(name: &str, operands: &[Type], results: Vec<Type>) -> Function {
    let mut head = FunctionBuilder::new(name, results.clone());
    for ty in operands {
        head.param("a", *ty);
    }
    let zeros = results.iter().map(|ty| Expr::literal(*ty, 0));
    head.finish(vec![Node::Return(zeros.collect())])
}

fn append(module: &mut Module, function: Function) -> FunctionId {
    module.functions.push(function);
    FunctionId(module.functions.len() as u32 - 1)
}

/// Appends the functions of one module to another, and returns its entry's new index.
fn append_all(module: &mut Module, other: &Module) -> FunctionId {
    let first = module.functions.len() as u32;
    let moved = |id: u32| FunctionId(first + id);
    let numbers: HashMap<FunctionId, FunctionId> = (0..other.functions.len() as u32)
        .map(|id| (FunctionId(id), moved(id)))
        .collect();
    for function in &other.functions {
        let mut function = function.clone();
        renumber(&mut function.body, &numbers);
        module.functions.push(function);
    }
    moved(other.entry.0)
}
