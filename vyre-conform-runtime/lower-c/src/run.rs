//! Running workgroups of a C11 kernel: loops that a device has in hardware.

use super::kernel::Kernel;
use super::unit::Unit;
use std::fmt::Write;
use vyre_conform_ir::valid::ValidProgram;

/// The name of the function that runs workgroups of the program with this index:
///
/// ```c
/// void run(const u32 groups[3], u64 first, u64 end, u32 *const *buffers, const u32 *lengths, void *scratch);
/// ```
///
/// It runs the workgroups numbered `first` to `end`, x first, of a dispatch of `groups` workgroups.
/// `buffers` are those that the host binds, ascending by binding, and `lengths` their numbers of
/// elements. `scratch` is memory of the caller, aligned for a `u64`. Several threads may run workgroups
/// of one dispatch, each with its own `scratch`.
pub fn run_name(number: usize) -> String {
    format!("vyre_run_{number}")
}

/// The name of a `u64` with the size of `scratch` in bytes.
pub fn scratch_name(number: usize) -> String {
    format!("vyre_scratch_{number}")
}

/// Adds both for a kernel.
pub(super) fn run(unit: &mut Unit, valid: &ValidProgram, kernel: &Kernel, number: usize) {
    let program = valid.program();
    let [x, y, z] = program.workgroup_size;
    let all = u64::from(x) * u64::from(y) * u64::from(z);
    let scratch = match &kernel.frame {
        Some(frame) => format!("sizeof({frame}) * {all}u"),
        None => "0".to_owned(),
    };
    let mut args = vec!["workgroup_of".to_owned(), "local_of".to_owned()];
    for k in 0..program.bound().len() {
        args.push(format!("buffers[{k}]"));
        args.push(format!("lengths[{k}]"));
    }
    let mut memory = String::new();
    let mut clear = String::new();
    for (k, words) in kernel.shared.iter().enumerate() {
        let name = format!("shared_{k}");
        let _ = writeln!(memory, "    u32 {name}[{words}];");
        let _ = writeln!(
            clear,
            "        for (u32 k = 0u; k < {words}u; k++) {name}[k] = 0u;"
        );
        args.push(name);
    }
    let (call, args) = (&kernel.name, args.join(", "));
    let body = match &kernel.frame {
        None => for_each_invocation([x, y, z], 2, &[format!("{call}({args});")]),
        Some(frame) => {
            let _ = writeln!(memory, "    {frame} *frames = ({frame} *)scratch;");
            let lines = [
                format!("{frame} *frame = &frames[k++];"),
                "if (frame->state == 0xffffffffu) continue;".to_owned(),
                format!("if ({call}(frame, {args})) waiting = true;"),
                "else frame->state = 0xffffffffu;".to_owned(),
            ];
            let phase = for_each_invocation([x, y, z], 3, &lines);
            format!(
                "        for (u32 k = 0u; k < {all}u; k++) frames[k].state = 0u;\n        \
                 for (bool waiting = true; waiting;) {{\n            waiting = false;\n            \
                 u32 k = 0u;\n{phase}        }}\n"
            )
        }
    };
    let (run, bytes) = (run_name(number), scratch_name(number));
    unit.add(format!(
        "const u64 {bytes} = {scratch};\n\n\
         void {run}(const u32 *groups, u64 first, u64 end, u32 *const *buffers, const u32 *lengths, void *scratch) {{\n\
         {memory}    for (u64 n = first; n < end; n++) {{\n        \
         const u32 workgroup_of[3] = {{(u32)(n % groups[0]), (u32)(n / groups[0] % groups[1]), (u32)(n / groups[0] / \
         groups[1])}};\n\
         {clear}{body}    }}\n}}\n"
    ));
}

/// Repeats these lines for every invocation of a workgroup.
fn for_each_invocation(size: [u32; 3], indent: usize, lines: &[String]) -> String {
    let pad = |n: usize| "    ".repeat(n);
    let mut out = String::new();
    for (k, axis) in ["z", "y", "x"].into_iter().enumerate() {
        let end = size[2 - k];
        let _ = writeln!(
            out,
            "{}for (u32 {axis} = 0u; {axis} < {end}u; {axis}++) {{",
            pad(indent + k)
        );
    }
    let inner = pad(indent + 3);
    let _ = writeln!(out, "{inner}const u32 local_of[3] = {{x, y, z}};");
    for line in lines {
        let _ = writeln!(out, "{inner}{line}");
    }
    for k in (0..3).rev() {
        let _ = writeln!(out, "{}}}", pad(indent + k));
    }
    out
}
