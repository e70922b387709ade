//! The kernel of a program.

use super::Dialect;
use super::frame::{framed, has_barrier};
use super::function::Writer;
use super::ids::{Buffer, Kind, ProgramContext, id_text, ids, kinds};
use super::names::{Scope, type_name, word};
use super::unit::Unit;
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_ir::{BufferDecl, BufferId, Function, NativeExpression, Program};

/// Data about a C11 kernel for the code that runs it.
#[derive(Debug)]
pub(super) struct Kernel {
    pub(super) name: String,
    /// The type of its frame, if it has barriers.
    pub(super) frame: Option<String>,
    /// Words of each workgroup buffer, in the order of its parameters.
    pub(super) shared: Vec<u64>,
}

/// Adds the functions of a program, its kernel last.
pub(super) fn program(
    unit: &mut Unit,
    valid: &ValidProgram,
    natives: &[NativeExpression<'_>],
) -> Kernel {
    let (program, mut module) = (valid.program(), valid.module_to_lower());
    for native in natives {
        let function = &mut module.functions[native.callee];
        function.body.clear();
        function.tables.clear();
    }
    let name = unit.names.own(&program.name);
    let callees = unit.callees(&module, valid.hardware(), natives);
    let resumed = unit.dialect == Dialect::C11 && has_barrier(&program.entry.body);
    let mut scope = unit.names.beside();
    let around = ProgramContext {
        program,
        buffers: buffers(program, &mut scope),
        ids: ids(&program.entry.body)
            .into_iter()
            .map(|(id, axis)| {
                let letter = ["x", "y", "z"][usize::from(axis.0)];
                (id, axis, scope.claim(&format!("{id}_{letter}")))
            })
            .collect(),
        resumed,
    };
    kernel(unit, module.entry(), name, &callees, &around, scope)
}

fn buffers(program: &Program, scope: &mut Scope) -> Vec<Buffer> {
    let each = program.buffers.iter().zip(kinds(program));
    each.map(|(decl, kind)| {
        let name = scope.buffer(&decl.name);
        let length = match kind {
            Kind::Shared => word(decl.count.unwrap_or(0)),
            _ => scope.claim(&format!("{name}_length")),
        };
        Buffer { name, length, kind }
    })
    .collect()
}

fn kernel(
    unit: &mut Unit,
    function: &Function,
    name: String,
    callees: &[String],
    around: &ProgramContext<'_>,
    scope: Scope,
) -> Kernel {
    let dialect = unit.dialect;
    let mut writer = Writer::new(unit, function, callees, scope);
    writer.write_tables(&name);
    writer.program = Some(around);
    if around.resumed {
        into_frame(&mut writer, function);
    }
    for (id, axis, called) in &around.ids {
        let text = id_text(id, *axis, around.program.workgroup_size, dialect);
        writer.line(format!("const u32 {called} = {text};"));
    }
    match (around.resumed, dialect) {
        (true, _) => {
            writer.line("switch (frame->state) {");
            writer.line("case 0u:;");
            writer.nodes(&function.body);
            writer.line("}");
            writer.line("return false;");
        }
        (false, Dialect::C11) => writer.nodes(&function.body),
        _ => {
            clear_shared(&mut writer, around);
            writer.nodes(&function.body);
        }
    }
    let shared = shared(around).into_iter().map(|(_, words)| words).collect();
    let fields = std::mem::take(&mut writer.fields);
    let body = writer.finish();
    let mut frame = None;
    if around.resumed {
        let called = unit.names.own(&format!("{}_frame", unit.names.bare(&name)));
        let fields: String = fields.iter().map(|f| format!("    {f}\n")).collect();
        let comment = "// What an invocation keeps at a barrier; `state` says which.\n";
        unit.add(format!(
            "{comment}typedef struct {{\n    u32 state;\n{fields}}} {called};\n"
        ));
        frame = Some(called);
    }
    let head = head(&name, frame.as_deref(), around, dialect);
    unit.add(format!("{head} {{\n{body}}}\n"));
    Kernel {
        name,
        frame,
        shared,
    }
}

/// Moves locals that must outlive a barrier into the frame.
fn into_frame(writer: &mut Writer<'_, '_>, function: &Function) {
    writer.framed = framed(&function.body);
    for local in writer.framed.clone() {
        let declared = &function.locals[local.0 as usize];
        let ty = type_name(declared.ty);
        let name = &mut writer.names[local.0 as usize];
        let field = match declared.len {
            Some(len) => format!("{ty} {name}[{len}];"),
            None => format!("{ty} {name};"),
        };
        *name = format!("frame->{name}");
        writer.fields.push(field);
        writer.zero(declared.ty);
    }
}

/// Name and words of each workgroup buffer.
fn shared(around: &ProgramContext<'_>) -> Vec<(String, u64)> {
    let each = around.buffers.iter().zip(&around.program.buffers);
    let of_workgroup = each.filter(|(buffer, _)| buffer.kind == Kind::Shared);
    of_workgroup
        .map(|(buffer, decl)| (buffer.name.clone(), words(decl)))
        .collect()
}

fn words(decl: &BufferDecl) -> u64 {
    u64::from(decl.count.unwrap_or(0)) * decl.element.words() as u64
}

/// Declares the workgroup buffers and zeroes them, all invocations together.
fn clear_shared(writer: &mut Writer<'_, '_>, around: &ProgramContext<'_>) {
    let dialect = writer.unit.dialect;
    let qualifier = match dialect {
        Dialect::Cuda => "__shared__ ",
        _ => dialect.shared(),
    };
    let shared = shared(around);
    if shared.is_empty() {
        return;
    }
    for (name, words) in &shared {
        writer.line(format!("{qualifier}u32 {name}[{words}];"));
    }
    let [x, y, z] = around.program.workgroup_size;
    let local = |k: u8| id_text("local", vyre_conform_ir::Axis(k), [x, y, z], dialect);
    let [mine, k] = ["mine", "k"].map(|name| writer.scope.claim(name));
    writer.line(format!(
        "const u32 {mine} = ({} * {} + {}) * {} + {};",
        local(2),
        word(y),
        local(1),
        word(x),
        local(0)
    ));
    let all = word(x * y * z);
    for (name, words) in &shared {
        writer.line(format!(
            "for (u32 {k} = {mine}; {k} < {words}u; {k} += {all}) {name}[{k}] = 0u;"
        ));
    }
    let barrier = match dialect {
        Dialect::Cuda => "__syncthreads();",
        _ => "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
    };
    writer.line(barrier);
}

/// The head of a kernel, up to its opening brace.
fn head(name: &str, frame: Option<&str>, around: &ProgramContext<'_>, dialect: Dialect) -> String {
    let mut params: Vec<String> = vec![];
    if dialect == Dialect::C11 {
        params.extend(frame.map(|frame| format!("{frame} *frame")));
        params.push("const u32 *workgroup_of".to_owned());
        params.push("const u32 *local_of".to_owned());
    }
    for (BufferId(id), _) in around.program.bound() {
        let Buffer { name, length, kind } = &around.buffers[id as usize];
        let constant = if *kind == Kind::Constant {
            "const "
        } else {
            ""
        };
        params.push(format!("{constant}{}u32 *{name}", dialect.storage()));
        params.push(format!("u32 {length}"));
    }
    if dialect == Dialect::C11 {
        let shared = shared(around).into_iter();
        params.extend(shared.map(|(name, _)| format!("u32 *{name}")));
    }
    let params = params.join(",\n    ");
    let [x, y, z] = around.program.workgroup_size;
    let kernel = dialect.kernel();
    match (dialect, frame) {
        (Dialect::C11, Some(_)) => format!(
            "// An invocation up to its next barrier; whether it waits there.\nstatic inline bool {name}(\n    \
             {params})"
        ),
        (Dialect::C11, None) => {
            format!("// An invocation.\nstatic inline void {name}(\n    {params})")
        }
        (Dialect::OpenCl, _) => format!(
            "{kernel}__attribute__((reqd_work_group_size({x}, {y}, {z})))\nvoid {name}(\n    {params})"
        ),
        (Dialect::Cuda, _) => format!(
            "// Workgroups have {x} by {y} by {z} threads.\n{kernel}void __launch_bounds__({}) {name}(\n    {params})",
            x * y * z
        ),
    }
}
