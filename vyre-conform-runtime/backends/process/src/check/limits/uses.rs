//! One program per limit. Limits beyond the size of a test are used up to that size.

use super::Case;
use vyre_conform_ir::dispatch::Contents;
use vyre_conform_ir::parse;
use vyre_conform_ir::valid::{Limits, validate_program};

/// A use of a limit.
pub(super) struct LimitUse {
    /// Its name in `hello`.
    pub(super) name: &'static str,
    /// The stated value.
    pub(super) stated: fn(&Limits) -> u64,
    /// The program; `None` if other limits leave no room for one.
    pub(super) make: fn(&Limits) -> Option<Case>,
    /// True if compilers of shaders enforce this limit themselves, so that it is not tested there.
    pub(super) not_of_shaders: bool,
}

/// Maximal tested values: of bytes, bytes of storage, numbers of buffers, and invocations along an axis.
const MAX_BYTES: u32 = 1 << 20;
const MAX_STORAGE: u64 = 256 << 20;
const MAX_BUFFERS: u32 = 32;
const MAX_INVOCATIONS: u32 = 1024;
const MAX_WORKGROUPS: u32 = 65_535;
const MAX_BINDINGS: u32 = 1000;
/// A table is expanded in the code.
const MAX_TABLE: u32 = 8 << 10;

macro_rules! uses {
    ($($name:literal $stated:expr, $make:expr;)*) => {
        [$(LimitUse { name: $name, stated: $stated, make: $make, not_of_shaders: false }),*]
    };
}

pub(super) const USES: [LimitUse; 15] = {
    let mut uses = uses! {
        "workgroup_size_x" |of| of.workgroup_size[0].into(), |of| along(of, 0);
        "workgroup_size_y" |of| of.workgroup_size[1].into(), |of| along(of, 1);
        "workgroup_size_z" |of| of.workgroup_size[2].into(), |of| along(of, 2);
        "workgroup_invocations" |of| of.workgroup_invocations.into(), invocations;
        "workgroups" |of| of.workgroups.into(), |of| workgroups(of, 0);
        "workgroups" |of| of.workgroups.into(), |of| workgroups(of, 1);
        "workgroups" |of| of.workgroups.into(), |of| workgroups(of, 2);
        "workgroup_bytes" |of| of.workgroup_bytes.into(), workgroup_bytes;
        "function_bytes" |of| of.function_bytes.into(), function_bytes;
        "storage_bytes" |of| of.storage_bytes, storage_bytes;
        "storage_buffers" |of| of.storage_buffers.into(), storage_buffers;
        "uniform_bytes" |of| of.uniform_bytes.into(), uniform_bytes;
        "uniform_buffers" |of| of.uniform_buffers.into(), uniform_buffers;
        "bindings" |of| of.bindings.into(), bindings;
        "private_bytes" |of| of.private_bytes.into(), private_bytes;
    };
    uses[14].not_of_shaders = true;
    uses
};

fn zeros(words: u32) -> Contents {
    Contents::Zeros(words as usize)
}

/// The text of a program with this workgroup size, these declarations of buffers after the first, `out`, and this body.
fn text(size: [u32; 3], buffers: &str, body: &str) -> String {
    let [x, y, z] = size;
    format!(
        "program limit workgroup_size({x}, {y}, {z})\nbinding(0) read_write out: [u32]\n{buffers}\n\
         kernel {{\n{body}\n}}\n"
    )
}

/// A workgroup of the maximal length along an axis.
fn along(limits: &Limits, axis: usize) -> Option<Case> {
    let max = limits.workgroup_invocations.min(MAX_INVOCATIONS);
    let length = limits.workgroup_size[axis].min(max);
    let mut size = [1; 3];
    size[axis] = length;
    let body = format!(
        "let i: u32 = local_id({axis}); out[i] = ({length} - i) + (workgroup_id({axis}) * 7);"
    );
    Some(Case {
        text: text(size, "", &body),
        workgroups: [1; 3],
        buffers: vec![zeros(length)],
        expected: (1..=length).rev().collect(),
    })
}

/// A workgroup of the maximal size, in which each invocation reads a word that another wrote.
fn invocations(limits: &Limits) -> Option<Case> {
    let max = limits.workgroup_invocations.min(MAX_INVOCATIONS);
    let [x, y, z] = limits.workgroup_size;
    let x = x.min(max);
    let y = y.min(max / x);
    let z = z.min(max / (x * y));
    let all = x * y * z;
    let body = format!(
        "let i: u32 = (((local_id(2) * {y}) + local_id(1)) * {x}) + local_id(0);
         tile[i] = i + 1; barrier(); out[i] = tile[{last} - i];",
        last = all - 1
    );
    Some(Case {
        text: text([x, y, z], &format!("workgroup tile: [u32; {all}]"), &body),
        workgroups: [1; 3],
        buffers: vec![zeros(all)],
        expected: (1..=all).rev().collect(),
    })
}

/// The maximal number of workgroups along an axis.
fn workgroups(limits: &Limits, axis: usize) -> Option<Case> {
    let max = limits.workgroups.min(MAX_WORKGROUPS);
    let body = format!("out[invocation_id({axis})] = workgroup_id({axis}) ^ 5;");
    let mut workgroups = [1; 3];
    workgroups[axis] = max;
    Some(Case {
        text: text([1; 3], "", &body),
        workgroups,
        buffers: vec![zeros(max)],
        expected: (0..max).map(|n| n ^ 5).collect(),
    })
}

/// The result of a loop that fills memory of this many words and sums it.
fn filled(words: u32) -> Vec<u32> {
    let sum = (0..words).fold(0_u32, |sum, k| sum.wrapping_add(k * 3 + 1));
    vec![sum, (words - 1) * 3 + 1, 0]
}

fn filling(memory: &str, words: u32) -> String {
    format!(
        "for k in 0..{words} {{ {memory}[k] = (k * 3) + 1; }}
         let mut sum: u32 = 0;
         for j in 0..{words} {{ sum = sum + {memory}[j]; }}
         out[0] = sum; out[1] = {memory}[{last}]; out[2] = {memory}[{words}];",
        last = words - 1
    )
}

fn workgroup_bytes(limits: &Limits) -> Option<Case> {
    let words = limits.workgroup_bytes.min(MAX_BYTES) / 16 * 4;
    (words > 0).then(|| Case {
        text: text(
            [1; 3],
            &format!("workgroup tile: [u32; {words}]"),
            &filling("tile", words),
        ),
        workgroups: [1; 3],
        buffers: vec![zeros(3)],
        expected: filled(words),
    })
}

/// Other variables take some of the limit: the longest array within the rest.
fn function_bytes(limits: &Limits) -> Option<Case> {
    let max = limits.function_bytes.min(MAX_BYTES) / 4;
    let text_of = |words: u32| {
        let body = format!("let mut a: [u32; {words}]; {}", filling("a", words));
        text([1; 3], "", &body)
    };
    let fits = |words: &u32| {
        let program = parse::program(&text_of(*words));
        program.is_ok_and(|program| validate_program(program, &(), limits).is_ok())
    };
    let words = (max.saturating_sub(8).max(1)..=max).rev().find(fits)?;
    Some(Case {
        text: text_of(words),
        workgroups: [1; 3],
        buffers: vec![zeros(3)],
        expected: filled(words),
    })
}

fn private_bytes(limits: &Limits) -> Option<Case> {
    let words = limits.private_bytes.min(MAX_TABLE) / 4;
    let data: Vec<String> = (0..words).map(|k| (k * 3 + 1).to_string()).collect();
    let body = format!(
        "const T: [u32; {words}] = [{}];
         let mut sum: u32 = 0;
         for j in 0..{words} {{ sum = sum + T[j]; }}
         out[0] = sum; out[1] = T[out[1] + {last}]; out[2] = T[{words}];",
        data.join(", "),
        last = words.saturating_sub(1)
    );
    (words > 0).then(|| Case {
        text: text([1; 3], "", &body),
        workgroups: [1; 3],
        buffers: vec![zeros(3)],
        expected: filled(words),
    })
}

fn storage_bytes(limits: &Limits) -> Option<Case> {
    let words = (limits.storage_bytes.min(MAX_STORAGE) / 4) as u32;
    let last = words.checked_sub(1)?;
    let body = format!(
        "big[{last}] = 7; big[0] = big[0] + 5;
         out[0] = big[{last}]; out[1] = big[0]; out[2] = big.len(); out[3] = big[{words}];"
    );
    (words > 1).then(|| Case {
        text: text([1; 3], "binding(1) read_write big: [u32]", &body),
        workgroups: [1; 3],
        buffers: vec![zeros(4), zeros(words)],
        expected: vec![7, 5, words, 0],
    })
}

/// A sum over buffers of this access, with a different first word in each.
fn buffers(number: u32, access: &str, count: &str) -> Option<Case> {
    let each = |f: fn(u32) -> String, with: &str| {
        let all: Vec<String> = (1..=number).map(f).collect();
        all.join(with)
    };
    let names = each(|k| format!("b{k}"), " ");
    let declared: Vec<String> = names
        .split(' ')
        .zip(1..)
        .map(|(name, k)| format!("binding({k}) {access} {name}: [u32{count}]"))
        .collect();
    let sums = each(|k| format!("out[0] = (out[0] * 3) + b{k}[1];"), "\n");
    let expected = (1..=number).fold(0_u32, |sum, k| sum.wrapping_mul(3).wrapping_add(k));
    let contents = (1..=number).map(|k| Contents::Words(vec![99, k]));
    (number > 0).then(|| Case {
        text: text([1; 3], &declared.join("\n"), &sums),
        workgroups: [1; 3],
        buffers: std::iter::once(zeros(1)).chain(contents).collect(),
        expected: vec![expected],
    })
}

fn storage_buffers(limits: &Limits) -> Option<Case> {
    // `out` is one of them.
    buffers(
        limits.storage_buffers.min(MAX_BUFFERS).saturating_sub(1),
        "read_only",
        "",
    )
}

fn uniform_buffers(limits: &Limits) -> Option<Case> {
    buffers(limits.uniform_buffers.min(MAX_BUFFERS), "uniform", "; 2")
}

fn uniform_bytes(limits: &Limits) -> Option<Case> {
    let words = limits.uniform_bytes / 4;
    let last = words.checked_sub(1)?;
    let body = format!(
        "out[0] = u[out[0] + {last}]; out[1] = u[0]; out[2] = u.len(); out[3] = u[out[3] + {words}];"
    );
    Some(Case {
        text: text(
            [1; 3],
            &format!("binding(1) uniform u: [u32; {words}]"),
            &body,
        ),
        workgroups: [1; 3],
        buffers: vec![
            zeros(4),
            Contents::Words((0..words).map(|k| k * 3 + 1).collect()),
        ],
        expected: vec![last * 3 + 1, 1, words, 0],
    })
}

fn bindings(limits: &Limits) -> Option<Case> {
    let last = limits.bindings.min(MAX_BINDINGS).checked_sub(1)?;
    (last > 0).then(|| Case {
        text: text(
            [1; 3],
            &format!("binding({last}) read_only far: [u32]"),
            "out[0] = far[1];",
        ),
        workgroups: [1; 3],
        buffers: vec![zeros(1), Contents::Words(vec![3, 4])],
        expected: vec![4],
    })
}
