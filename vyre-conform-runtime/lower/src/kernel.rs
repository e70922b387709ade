//! Whole programs: the declarations of the buffers, the functions, and the kernel as entry point.

use super::bindings::ENTRY_POINT;
use super::entry::{Entry, entry_point, finished};
use super::function::{prepared_program, word_type};
use super::hand_written::HandWritten;
use super::memory::{KernelContext, atomic_buffers, fixed_count};
use super::names::Kind;
use super::native::{NativeCallee, woven};
use super::scope::{ModuleNames, Writer};
use super::textual::TextFunctions;
use super::walk::rebuild_all;
use std::collections::{BTreeMap, BTreeSet};
use vyre_conform_ir::{
    Access, BufferDecl, Expr, ExprKind, HardwareCall, Module, Node, Program, Type,
};

/// The complete WGSL module of a program linked as `module`, with these hand-written functions and
/// these native callees.
pub(super) fn program_text(
    program: &Program,
    module: &Module,
    calls: &[HardwareCall],
    natives: &[NativeCallee<'_>],
) -> String {
    let (mut module, native) = woven(module, calls, natives);
    let entry = module.entry.0 as usize;
    counted_lengths(program, &mut module.functions[entry].body);
    // A length is a u32, so no buffer has more elements.
    let max = |b: &BufferDecl| fixed_count(b).unwrap_or(u32::MAX);
    let counts: Vec<u32> = program.buffers.iter().map(max).collect();
    let mut module = prepared_program(&module, &counts, &native.functions.names());
    let functions = native.functions.text_functions(&mut module);
    let TextFunctions { natives, hardware } = &functions;
    let entry = module.entry.0 as usize;
    let body = &module.functions[entry].body;

    let mut names = ModuleNames::default();
    names.taken.insert(ENTRY_POINT.to_owned());
    let hand_written = HandWritten::new(hardware.values(), &mut names);
    let buffers: Vec<String> = program
        .buffers
        .iter()
        .map(|b| names.claim(&Kind::Buffer.named(&b.name)))
        .collect();
    let atomic = atomic_buffers(body);
    let direct = hardware
        .iter()
        .filter_map(|(number, op)| Some((*number, hand_written.direct(op)?.clone())));
    let mut named: BTreeMap<usize, String> = direct.chain(natives.clone()).collect();
    named.insert(entry, ENTRY_POINT.to_owned());
    let mut directives = native.directives;
    directives.extend(hand_written.directives.iter().cloned());
    let directives: Vec<String> = directives.into_iter().collect();
    let mut parts = vec![];
    if !directives.is_empty() {
        parts.push(directives.join("\n"));
    }
    parts.extend(names.declare_all(&module.functions, &named));
    parts.extend(declarations(program, &buffers, &atomic));
    parts.extend(native.parts);

    let around = KernelContext {
        program,
        names: buffers,
        atomic,
        ids: Default::default(),
        lengths: BTreeMap::new(),
        loads: BTreeMap::new(),
        hand_written: hardware.keys().copied().collect(),
    };
    let WrittenFunctions { texts, library } =
        written_functions(&module, &functions, &hand_written, &mut names, &around);
    parts.extend(super::wide::texts(&library, &names.library));
    parts.extend(hand_written.texts);
    parts.extend(texts);
    parts.join("\n\n") + "\n"
}

/// The functions of a module as texts.
struct WrittenFunctions {
    texts: Vec<String>,
    /// The functions of the library that they use.
    library: BTreeSet<&'static str>,
}

/// Writes the entry point, the functions of the kernel subset, and adapters of hand-written functions.
fn written_functions(
    module: &Module,
    functions: &TextFunctions,
    hand_written: &HandWritten,
    names: &mut ModuleNames,
    around: &KernelContext<'_>,
) -> WrittenFunctions {
    let mut library = BTreeSet::new();
    let mut texts = vec![];
    let entry = module.entry.0 as usize;
    for (number, function) in module.functions.iter().enumerate() {
        if functions.natives.contains_key(&number) {
            continue;
        }
        if let Some(op) = functions.hardware.get(&number) {
            if hand_written.direct(op).is_none() {
                texts.push(hand_written.adapter(op, number, names));
            }
            continue;
        }
        let (text, used) = if number == entry {
            let Entry { loads, text, used } = entry_point(function, number, names, around);
            texts.extend(loads);
            (text, used)
        } else {
            let mut writer = Writer::new(function, number, names);
            let head = writer.head();
            writer.function_body(true);
            finished(head, writer)
        };
        library.extend(used);
        texts.push(text);
    }
    WrittenFunctions { texts, library }
}

/// Replaces the length of a buffer with a declared count by that number.
fn counted_lengths(program: &Program, body: &mut [Node]) {
    rebuild_all(body, &mut |expr| match expr.kind {
        ExprKind::BufferLength(buffer) => {
            let count = program.buffer(buffer).and_then(fixed_count);
            count.map_or(expr, Expr::u32)
        }
        _ => expr,
    });
}

/// The declarations of host-bound buffers as one part, and those of workgroup buffers as another.
fn declarations(
    program: &Program,
    names: &[String],
    atomic: &BTreeSet<vyre_conform_ir::BufferId>,
) -> Vec<String> {
    let name = |id: vyre_conform_ir::BufferId| &names[id.0 as usize];
    let array = |id, decl: &BufferDecl| {
        let cell = cell_type(decl, atomic.contains(&id));
        match fixed_count(decl) {
            None => format!("array<{cell}>"),
            Some(count) if decl.access == Access::Uniform => {
                let steps = (count as usize * decl.element.words()).div_ceil(4);
                format!("array<{cell}, {steps}>")
            }
            Some(count) => format!("array<{cell}, {count}>"),
        }
    };
    let bound = program.bound().into_iter().map(|(id, decl)| {
        let space = match decl.access {
            Access::Uniform => "uniform",
            Access::ReadOnly => "storage, read",
            _ => "storage, read_write",
        };
        let (binding, name, array) = (decl.binding, name(id), array(id, decl));
        format!("@group(0) @binding({binding}) var<{space}> {name}: {array};")
    });
    let own = (0..)
        .map(vyre_conform_ir::BufferId)
        .zip(&program.buffers)
        .filter(|(_, decl)| decl.access == Access::Workgroup)
        .map(|(id, decl)| format!("var<workgroup> {}: {};", name(id), array(id, decl)));
    [bound.collect::<Vec<_>>(), own.collect()]
        .into_iter()
        .filter(|lines| !lines.is_empty())
        .map(|lines| lines.join("\n"))
        .collect()
}

/// The WGSL type of a step of a buffer's array.
fn cell_type(decl: &BufferDecl, atomic: bool) -> &'static str {
    match (decl.access, decl.element) {
        (Access::Uniform, Type::I32) => "vec4<i32>",
        (Access::Uniform, _) => "vec4<u32>",
        _ if atomic => "atomic<u32>",
        (_, Type::Bool) => "u32",
        (_, element) => word_type(element),
    }
}
