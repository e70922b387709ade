//! The kernel as entry point, and the load functions of its buffers.
//!
//! Repeated code gets a name: a length that is used twice, and a checked load that occurs more than
//! twice, which becomes a function. The number of occurrences is known only after writing, so the text
//! is written again if that changes it.

use super::bindings::ENTRY_POINT;
use super::function::word_type;
use super::memory::KernelContext;
use super::scope::{ModuleNames, Writer};
use super::text::Text;
use super::walk::{each_node, each_part, own_exprs};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use vyre_conform_ir::{BufferId, ExprKind, Function, FunctionBuilder, Node, Program};

/// Maximum number of inline checked loads from a buffer.
const LOADS_IN_PLACE: usize = 2;

/// The texts of a kernel.
pub(super) struct Entry {
    /// The load functions.
    pub(super) loads: Vec<String>,
    /// The entry point.
    pub(super) text: String,
    /// The library functions in use.
    pub(super) used: BTreeSet<&'static str>,
}

/// The kernel `function` as entry point.
pub(super) fn entry_point(
    function: &Function,
    number: usize,
    names: &mut ModuleNames,
    around: &KernelContext<'_>,
) -> Entry {
    let named = |(buffer, name): (u32, &String)| {
        let name = names.claim(&format!("load_{name}"));
        (BufferId(buffer), name)
    };
    let all: BTreeMap<BufferId, String> = (0..).zip(&around.names).map(named).collect();
    let names = &*names;
    let write = |lengths: &[BufferId], loads: &BTreeMap<BufferId, String>| {
        entry_text(function, number, names, around, lengths, loads)
    };
    let mut written = write(&[], &all);
    let calls = calls(&written.0);
    let called = |min: usize| -> BTreeMap<BufferId, String> {
        let often = all
            .iter()
            .filter(|(_, name)| calls.get(&***name).is_some_and(|n| *n >= min));
        often.map(|(id, name)| (*id, name.clone())).collect()
    };
    let (loads, any) = (called(LOADS_IN_PLACE + 1), called(1));
    if loads != any {
        written = write(&[], &loads);
    }
    let lengths = repeated_lengths(&around.names, &written.0);
    if !lengths.is_empty() {
        written = write(&lengths, &loads);
    }
    let (text, used) = written;
    let load =
        |(buffer, name): (&BufferId, &String)| load_text(number, names, around, *buffer, name);
    Entry {
        loads: loads.iter().map(load).collect(),
        text,
        used,
    }
}

/// The number of occurrences of each name before an opening parenthesis.
fn calls(text: &str) -> HashMap<&str, usize> {
    let mut sites = HashMap::new();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for before in text.split('(') {
        let name = before
            .rfind(|c| !is_word(c))
            .map_or(before, |index| &before[index + 1..]);
        *sites.entry(name).or_default() += 1;
    }
    sites
}

/// A function from its head, up to the opening brace, and the written body, with the library functions
/// in use.
pub(super) fn finished(head: String, writer: Writer<'_>) -> (String, BTreeSet<&'static str>) {
    let (text, used) = writer.finish();
    if text.is_empty() {
        (format!("{head}\n}}"), used)
    } else {
        (format!("{head}\n{text}\n}}"), used)
    }
}

/// The text of the entry point, with named `lengths` of buffers and with `loads` as functions.
fn entry_text(
    function: &Function,
    number: usize,
    names: &ModuleNames,
    around: &KernelContext<'_>,
    lengths: &[BufferId],
    loads: &BTreeMap<BufferId, String>,
) -> (String, BTreeSet<&'static str>) {
    let mut around = around.clone();
    let program = around.program;
    let mut writer = Writer::new(function, number, names);
    let (head, ids) = entry_head(program, &function.body, &mut writer);
    around.ids = ids;
    around.loads = loads.clone();
    for &buffer in lengths {
        let decl = &around.names[buffer.0 as usize];
        let name = writer.fresh(&format!("{decl}_length"));
        writer.line(format!("let {name} = arrayLength(&{decl});"));
        around.lengths.insert(buffer, name);
    }
    let around = around;
    writer.kernel = Some(&around);
    writer.ranges.within_workgroup(program.workgroup_size);
    writer.function_body(false);
    finished(head, writer)
}

/// The load function of a buffer: the element at an index, zero out of bounds.
fn load_text(
    number: usize,
    names: &ModuleNames,
    around: &KernelContext<'_>,
    buffer: BufferId,
    name: &str,
) -> String {
    let empty = FunctionBuilder::new(name, vec![]).finish(vec![]);
    let mut writer = Writer::new(&empty, number, names);
    let index = writer.fresh("index");
    writer.kernel = Some(around);
    let element = around.program.buffers[buffer.0 as usize].element.loaded();
    let value = writer.checked_load(buffer, Text::primary(index.clone()));
    writer.line(format!("return {};", value.into_string()));
    let head = format!("fn {name}({index}: u32) -> {} {{", word_type(element));
    finished(head, writer).0
}

/// The buffers whose length a text uses more than once.
fn repeated_lengths(buffers: &[String], text: &str) -> Vec<BufferId> {
    let mut calls: HashMap<&str, usize> = HashMap::new();
    for after in text.split("arrayLength(&").skip(1) {
        let name = after.split(')').next().unwrap_or_default();
        *calls.entry(name).or_default() += 1;
    }
    let numbered = (0..).map(BufferId).zip(buffers);
    let repeated = numbered.filter(|(_, name)| calls.get(&***name).is_some_and(|n| *n > 1));
    repeated.map(|(buffer, _)| buffer).collect()
}

/// The head of the entry point with the builtin ids that it uses, up to its opening brace, and their
/// names.
fn entry_head(program: &Program, body: &[Node], writer: &mut Writer<'_>) -> (String, [String; 3]) {
    let mut used = [false; 3];
    each_node(body, &mut |node| {
        for expr in own_exprs(node) {
            each_part(expr, &mut |e| match e.kind {
                ExprKind::InvocationId(_) => used[0] = true,
                ExprKind::WorkgroupId(_) => used[1] = true,
                ExprKind::LocalInvocationId(_) => used[2] = true,
                _ => {}
            });
        }
    });
    let builtins = [
        ("global_invocation_id", "invocation_id"),
        ("workgroup_id", "workgroup_id"),
        ("local_invocation_id", "local_id"),
    ];
    let mut params = vec![];
    let mut ids = [const { String::new() }; 3];
    for (k, (builtin, name)) in builtins.into_iter().enumerate() {
        if used[k] {
            ids[k] = writer.fresh(name);
            params.push(format!("    @builtin({builtin}) {}: vec3<u32>,\n", ids[k]));
        }
    }
    let [x, y, z] = program.workgroup_size;
    let size = match (y, z) {
        (1, 1) => format!("{x}"),
        (_, 1) => format!("{x}, {y}"),
        _ => format!("{x}, {y}, {z}"),
    };
    let params = if params.is_empty() {
        String::new()
    } else {
        format!("\n{}", params.concat())
    };
    let head = format!("@compute @workgroup_size({size})\nfn {ENTRY_POINT}({params}) {{");
    (head, ids)
}
