//! First manifests, from the declarations of a kernel.

use crate::layout::{has_atomics, manifest_path, runtime_element, scalars, type_name};
use std::fmt::Write;
use vyre_conform_import::{
    BindingSpace, DataLayout, EntryPoint, KernelBinding, KernelSource, ScalarType,
};

/// Most scalars that are written one by one.
const MAX_VALUES: usize = 16;

/// The reason why a kernel has no first manifest.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SkeletonError {
    /// Nothing can be dispatched.
    #[error("no compute entry point: mark a function with `@compute @workgroup_size(64)`")]
    NoEntryPoint,
    /// The binding of this name is a texture, a sampler or another resource without words.
    #[error("`{0}` is not a buffer: pass its data in a storage buffer")]
    Opaque(String),
}

/// A first manifest of a kernel, from its declarations and names. Outputs are `same_every_run`, so that `kernel check`
/// accepts it before a reference exists.
///
/// # Errors
/// The kernel has no compute entry point, or a resource that no manifest describes.
pub fn skeleton(source: &KernelSource, file: &str) -> Result<String, SkeletonError> {
    let entries = source.entry_points();
    if entries.is_empty() {
        return Err(SkeletonError::NoEntryPoint);
    }
    let mut out = format!(
        "# The contract of a kernel: `vyre-conform kernel check` checks it.\nkernel = {}\n\
         # Problem sizes: 1 and others around the workgroup size unless they are listed.\n# sizes = [1, 64, 1000]\n",
        quoted(file)
    );
    if source.uses_subgroups() {
        out += "# Lanes of a subgroup on the interpreter; devices use their own size.\nsubgroup_size = 32\n";
    }
    overrides(source, &mut out);
    let mut bindings: Vec<(&KernelBinding, bool, bool)> = vec![];
    for binding in entries.iter().flat_map(|entry| &entry.bindings) {
        if binding.space == BindingSpace::Opaque {
            return Err(SkeletonError::Opaque(binding.name.clone()));
        }
        match bindings
            .iter_mut()
            .find(|(known, ..)| known.name == binding.name)
        {
            Some((_, is_read, is_written)) => {
                *is_read |= binding.is_read;
                *is_written |= binding.is_written;
            }
            None => bindings.push((binding, binding.is_read, binding.is_written)),
        }
    }
    for (binding, is_read, is_written) in bindings {
        buffer(binding, is_read, is_written, &mut out);
    }
    for entry in &entries {
        dispatch(entry, &mut out);
    }
    out += "\n# A reference states the outputs: compare them by `output = \"exact\"` then.\n# [reference]\n\
            # engine = \"engine::scan_inclusive\"   # `vyre-conform list` lists engines and ops\n\
            # columns = [\"input\"]\n";
    Ok(out)
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn overrides(source: &KernelSource, out: &mut String) {
    let all = source.overrides();
    if all.is_empty() {
        return;
    }
    *out += "\n[overrides]\n";
    for each in all {
        let value = each.default.unwrap_or(1.0);
        let comment = if each.has_default { "# " } else { "" };
        let _ = writeln!(out, "{comment}{} = {value}", quoted(&each.key));
    }
}

fn buffer(binding: &KernelBinding, is_read: bool, is_written: bool, out: &mut String) {
    let element = runtime_element(&binding.layout).unwrap_or(&binding.layout);
    let name = key(&binding.name);
    let _ = write!(
        out,
        "\n[buffers.{name}]\ntype = {}\n",
        quoted(&type_name(element))
    );
    if binding.stride.is_some() {
        *out += "length = \"n\"\n";
    }
    let values = values(binding);
    match &values[..] {
        [] => {}
        [(path, value)] if path.is_empty() => *out += &format!("value = {value}\n"),
        all => {
            let each = all
                .iter()
                .map(|(path, value)| format!("{} = {value}", quoted(path)));
            let _ = writeln!(
                out,
                "values = {{ {} }}",
                each.collect::<Vec<_>>().join(", ")
            );
        }
    }
    if has_atomics(&binding.layout) {
        *out += "input = \"zeros\"\n";
    } else if is_read && (values.is_empty() || binding.stride.is_some()) {
        let _ = writeln!(out, "input = \"{}\"", generator(element));
    }
    if is_written {
        *out += "output = \"same_every_run\"\n";
    }
}

/// Values of the scalars in a uniform, or in front of a runtime-sized array; none where there are many.
fn values(binding: &KernelBinding) -> Vec<(String, &'static str)> {
    let is_front = binding.stride.is_some() || binding.space == BindingSpace::Uniform;
    let front = scalars(&binding.layout, binding.bytes as usize);
    if !is_front || front.len() > MAX_VALUES || has_atomics(&binding.layout) {
        return vec![];
    }
    let each = front.iter().map(|scalar| {
        let path = manifest_path(&scalar.path);
        let name = if path.is_empty() { &binding.name } else { path };
        let value = match (scalar.is_float(), is_size(name)) {
            (true, _) => "1.0",
            (false, true) => "\"n\"",
            (false, false) => "1",
        };
        (path.to_owned(), value)
    });
    each.collect()
}

/// The name as a key of TOML.
fn key(name: &str) -> String {
    let is_bare = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_bare && !name.is_empty() {
        name.to_owned()
    } else {
        quoted(name)
    }
}

/// The name is one of a size.
fn is_size(name: &str) -> bool {
    let lower = name.to_lowercase();
    let mut parts = lower.split(['_', '.']);
    parts.any(|part| {
        [
            "n", "len", "length", "count", "size", "total", "num", "elements", "items", "width",
        ]
        .contains(&part)
    })
}

fn generator(element: &DataLayout) -> &'static str {
    let all = scalars(element, element.bytes() as usize);
    match all.first().map(|scalar| scalar.kind) {
        Some(ScalarType::F32 | ScalarType::F16 | ScalarType::F64) => "floats(signed)",
        _ => "words",
    }
}

fn dispatch(entry: &EntryPoint, out: &mut String) {
    let _ = write!(out, "\n[[dispatch]]\nentry = {}\n", quoted(&entry.name));
    let [x, ..] = entry.workgroup_size;
    let _ = match x {
        0 | 1 => writeln!(out, "workgroups = [\"n\"]"),
        x => writeln!(out, "workgroups = [\"ceil(n / {x})\"]"),
    };
}
