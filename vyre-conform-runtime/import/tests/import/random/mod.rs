//! Random kernels, whose results must be the same on the interpreter and every adapter.

mod devices;
mod expressions;
mod statements;

use crate::mutations::Draws;

/// A type of the random kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    U32,
    I32,
    Bool,
    /// Whole numbers of at most six digits, so that sums and products in any order are exact.
    F32,
    /// A vector of this many `u32`.
    Unsigned(usize),
    /// A vector of this many `i32`.
    Signed(usize),
}

impl Kind {
    fn name(self) -> String {
        match self {
            Self::U32 => "u32".to_owned(),
            Self::I32 => "i32".to_owned(),
            Self::Bool => "bool".to_owned(),
            Self::F32 => "f32".to_owned(),
            Self::Unsigned(size) => format!("vec{size}<u32>"),
            Self::Signed(size) => format!("vec{size}<i32>"),
        }
    }
}

/// A kernel under construction.
struct Writer {
    draws: Draws,
    text: String,
    /// Names that can be read, innermost last.
    scope: Vec<(String, Kind)>,
    /// The names of `scope` that can be assigned.
    assignable: Vec<(String, Kind)>,
    names: usize,
    /// Functions that can be called: name, parameters, result.
    functions: Vec<(String, Vec<Kind>, Kind)>,
    /// The result of the current function; `None` in the kernel.
    result: Option<Kind>,
    loops: usize,
    budget: usize,
}

impl Writer {
    fn below(&mut self, bound: usize) -> usize {
        self.draws.below(bound)
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.draws.below(of.len())]
    }

    fn kind(&mut self) -> Kind {
        let size = 2 + self.below(3);
        self.one(&[
            Kind::U32,
            Kind::U32,
            Kind::I32,
            Kind::I32,
            Kind::Bool,
            Kind::F32,
            Kind::Unsigned(size),
            Kind::Signed(size),
        ])
    }

    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}_{}", self.names)
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

const DECLARATIONS: &str = "struct Cell { flag: u32, place: vec3<i32>, row: array<u32, 3> }
struct Params { zero: u32, pad: vec3<u32>, matrix: mat2x2<f32> }
const TABLE = array<u32, 5>(7u, 0u, 4294967295u, 31u, 1000u);
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
@group(0) @binding(2) var<uniform> params: Params;
@group(0) @binding(3) var<storage, read_write> cells: array<Cell>;
@group(0) @binding(4) var<storage, read_write> totals: array<atomic<u32>, 4>;
var<private> state: u32 = 5u;
var<private> history: array<i32, 4>;
var<workgroup> shared_words: array<u32, 8>;
var<workgroup> counts: array<atomic<i32>, 4>;
";

/// A kernel with eight invocations per workgroup. `output` holds eight words per invocation.
fn kernel(seed: u64) -> String {
    let mut w = Writer {
        draws: Draws(seed),
        text: DECLARATIONS.to_owned(),
        scope: vec![],
        assignable: vec![],
        names: 0,
        functions: vec![],
        result: None,
        loops: 0,
        budget: 0,
    };
    for _ in 0..w.below(3) {
        w.function();
    }
    w.line(
        "@compute @workgroup_size(8) fn vyre_main(@builtin(global_invocation_id) gid: vec3<u32>,
        @builtin(local_invocation_index) lid: u32,
        @builtin(workgroup_id) wid: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {",
    );
    w.line("_ = params.zero; _ = input[0]; _ = cells[0].flag;");
    w.scope = [
        "gid.x",
        "lid",
        "wid.x",
        "groups.x",
        "input[gid.x]",
        "input[lid * 3u]",
        "state",
        "cells[gid.x].flag",
    ]
    .map(|name| (name.to_owned(), Kind::U32))
    .to_vec();
    w.scope
        .push(("cells[gid.x].place".to_owned(), Kind::Signed(3)));
    w.assignable = vec![
        ("state".to_owned(), Kind::U32),
        ("cells[gid.x].flag".to_owned(), Kind::U32),
        ("cells[gid.x].place".to_owned(), Kind::Signed(3)),
        ("cells[gid.x].row[lid % 3u]".to_owned(), Kind::U32),
    ];
    w.variables(3);
    let size = 1 + w.below(4);
    w.block(size, size / 2);
    exchange(&mut w);
    w.block(size, size / 2);
    let added = w.expression(Kind::U32, 2);
    let op = w.one(&[
        "atomicAdd",
        "atomicMin",
        "atomicMax",
        "atomicAnd",
        "atomicSub",
    ]);
    w.line(&format!("{op}(&totals[lid % 4u], {added});"));
    for k in 0..8 {
        let word = w.expression(Kind::U32, 3);
        w.line(&format!("output[gid.x * 8u + {k}u] = {word};"));
    }
    w.line("}");
    w.text
}

/// Writes to workgroup memory, a barrier, and reads of others' writes.
fn exchange(w: &mut Writer) {
    let sent = w.expression(Kind::U32, 3);
    w.line(&format!("shared_words[lid] = {sent};"));
    let counted = w.expression(Kind::I32, 2);
    let op = w.one(&[
        "atomicAdd",
        "atomicMin",
        "atomicMax",
        "atomicOr",
        "atomicXor",
        "atomicSub",
    ]);
    w.line(&format!("{op}(&counts[lid % 4u], {counted});"));
    w.line("workgroupBarrier();");
    let turn = w.below(8);
    w.line(&format!(
        "var received = shared_words[(lid + {turn}u) % 8u];
        var counted = atomicLoad(&counts[(lid + 1u) % 4u]);"
    ));
    for (name, kind) in [("received", Kind::U32), ("counted", Kind::I32)] {
        w.scope.push((name.to_owned(), kind));
        w.assignable.push((name.to_owned(), kind));
    }
    w.line("workgroupBarrier();");
}
