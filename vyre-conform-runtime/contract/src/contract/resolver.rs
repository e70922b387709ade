//! The names of a manifest: entry points, buffers, scalars, overrides.

use super::{ContractBuffer, Pass};
use crate::layout::{manifest_path, scalars, type_name};
use crate::manifest::{
    DispatchSpec, Manifest, ManifestError, ScalarValue, SizeExpression, suggestion,
};
use std::ops::Range;
use vyre_conform_import::{BindingSpace, EntryPoint, KernelBinding, KernelSource};

/// The resolution of names.
pub(crate) struct Resolver<'m> {
    pub(crate) manifest: &'m Manifest,
    pub(crate) buffers: Vec<ContractBuffer>,
}

impl Resolver<'_> {
    pub(super) fn wrong(&self, span: &Range<usize>, message: impl Into<String>) -> ManifestError {
        self.manifest.mistake(span.clone(), message)
    }

    pub(crate) fn passes(
        &mut self,
        source: &KernelSource,
        dispatches: &[DispatchSpec],
    ) -> Result<Vec<Pass>, ManifestError> {
        let entries = source.entry_points();
        let each = dispatches.iter().map(|spec| self.pass(&entries, spec));
        each.collect()
    }

    fn pass(&mut self, entries: &[EntryPoint], spec: &DispatchSpec) -> Result<Pass, ManifestError> {
        let entry = self.entry(entries, spec)?;
        for (variable, _) in &spec.bind {
            if !entry.bindings.iter().any(|b| b.name == variable.value) {
                let names = entry.bindings.iter().map(|b| &b.name[..]);
                let remedy = suggestion(&variable.value, names);
                let message = format!(
                    "`{}` has no binding `{}`: {remedy}",
                    entry.name, variable.value
                );
                return Err(self.wrong(&variable.span, message));
            }
        }
        let bound = entry.bindings.iter().map(|binding| {
            let mut own = spec.bind.iter();
            let own = own.find(|(variable, _)| variable.value == binding.name);
            match own {
                Some((_, to)) => self.buffer(entry, binding, &to.value, &to.span),
                None => self.buffer(entry, binding, &binding.name, &spec.span),
            }
        });
        let bound: Vec<usize> = bound.collect::<Result<_, _>>()?;
        for expression in spec.workgroups.iter().chain([&spec.repeat]) {
            self.names_exist(expression, &spec.span, true)?;
        }
        Ok(Pass {
            values: self.pass_values(spec, &bound)?,
            entry: entry.clone(),
            bound,
            workgroups: spec.workgroups.clone(),
            repeat: spec.repeat.clone(),
            spare: spec.spare,
        })
    }

    fn entry<'e>(
        &self,
        entries: &'e [EntryPoint],
        spec: &DispatchSpec,
    ) -> Result<&'e EntryPoint, ManifestError> {
        let names = || entries.iter().map(|entry| &entry.name[..]);
        match &spec.entry {
            Some(name) => entries
                .iter()
                .find(|e| e.name == name.value)
                .ok_or_else(|| {
                    let remedy = suggestion(&name.value, names());
                    let message =
                        format!("the kernel has no entry point `{}`: {remedy}", name.value);
                    self.wrong(&name.span, message)
                }),
            None if entries.len() == 1 => Ok(&entries[0]),
            None => {
                let remedy = suggestion("", names());
                let number = entries.len();
                let message =
                    format!("the kernel has {number} entry points, `entry` chooses: {remedy}");
                Err(self.wrong(&spec.span, message))
            }
        }
    }

    fn pass_values(
        &self,
        spec: &DispatchSpec,
        bound: &[usize],
    ) -> Result<Vec<(usize, String, ScalarValue)>, ManifestError> {
        let names = || bound.iter().map(|k| &self.buffers[*k].name[..]);
        let each = spec.values.iter().map(|(path, value)| {
            let (name, path_in) = split(&path.value);
            let Some(buffer) = bound.iter().find(|k| self.buffers[**k].name == name) else {
                let remedy = suggestion(name, names());
                let message = format!("no buffer `{name}` is bound here: {remedy}");
                return Err(self.wrong(&path.span, message));
            };
            self.path_exists(*buffer, path_in, &path.span)?;
            if let ScalarValue::Expression(expression) = value {
                self.names_exist(expression, &path.span, true)?;
            }
            Ok((*buffer, path_in.to_owned(), value.clone()))
        });
        each.collect()
    }

    /// The buffer that a binding takes, added where it is new.
    fn buffer(
        &mut self,
        entry: &EntryPoint,
        binding: &KernelBinding,
        name: &str,
        span: &Range<usize>,
    ) -> Result<usize, ManifestError> {
        let own = type_name(&binding.layout);
        if binding.space == BindingSpace::Opaque {
            let message = format!(
                "`{name}` is a texture, a sampler or another resource without bytes: pass its data in a storage buffer"
            );
            return Err(self.wrong(span, message));
        }
        if let Some(k) = self.buffers.iter().position(|b| b.name == name) {
            if self.buffers[k].layout != binding.layout {
                let other = type_name(&self.buffers[k].layout);
                let message = format!(
                    "`{}` binds `{name}` as `{own}`, and another dispatch as `{other}`",
                    entry.name
                );
                return Err(self.wrong(span, message));
            }
            return Ok(k);
        }
        let mut specs = self.manifest.buffers.iter();
        let Some(spec) = specs.find(|spec| spec.name.value == name) else {
            let message = format!(
                "`{}` uses the buffer `{name}`, a `{own}`: write a table `[buffers.{name}]`",
                entry.name
            );
            return Err(self.wrong(span, message));
        };
        let buffer = self.fitted(spec, binding)?;
        self.buffers.push(buffer);
        let k = self.buffers.len() - 1;
        for (path, _) in &spec.values {
            self.path_exists(k, &path.value, &path.span)?;
        }
        Ok(k)
    }

    /// The path is that of a scalar in the fixed part of a buffer, or in its first elements.
    fn path_exists(
        &self,
        buffer: usize,
        path: &str,
        span: &Range<usize>,
    ) -> Result<(), ManifestError> {
        let of = &self.buffers[buffer];
        let bytes = of.fixed_bytes as usize + 4 * of.stride.unwrap_or(0) as usize;
        let all = scalars(&of.layout, bytes);
        if all.iter().any(|scalar| manifest_path(&scalar.path) == path) {
            return Ok(());
        }
        let some = all.iter().take(16);
        let remedy = suggestion(path, some.map(|scalar| manifest_path(&scalar.path)));
        let message = match path {
            "" => format!(
                "`{}` has several scalars: write `values = {{ .. }}`; {remedy}",
                of.name
            ),
            _ => format!("`{}` has no scalar `{path}`: {remedy}", of.name),
        };
        Err(self.wrong(span, message))
    }

    /// The names of an expression are `n`, `k` where a dispatch repeats, and overrides.
    pub(super) fn names_exist(
        &self,
        expression: &SizeExpression,
        span: &Range<usize>,
        is_repeated: bool,
    ) -> Result<(), ManifestError> {
        let overrides = self.manifest.overrides.keys().map(|name| &name[..]);
        let mut known: Vec<&str> = overrides.chain(["n"]).collect();
        known.extend(is_repeated.then_some("k"));
        match expression
            .names()
            .into_iter()
            .find(|name| !known.contains(name))
        {
            None => Ok(()),
            Some(name) => {
                let remedy = suggestion(name, known.into_iter());
                let message = format!("`{}` names `{name}`: {remedy}", expression.text());
                Err(self.wrong(span, message))
            }
        }
    }

    /// Every table of a buffer is used.
    pub(super) fn unused(&self) -> Result<(), ManifestError> {
        let used = |name: &str| self.buffers.iter().any(|b| b.name == name);
        let mut specs = self.manifest.buffers.iter();
        match specs.find(|spec| !used(&spec.name.value)) {
            None => Ok(()),
            Some(spec) => {
                let name = &spec.name.value;
                let remedy = suggestion(name, self.buffers.iter().map(|b| &b.name[..]));
                let message = format!("no dispatch binds a buffer `{name}`: {remedy}");
                Err(self.wrong(&spec.name.span, message))
            }
        }
    }
}

/// The buffer and the path in it of `params.shift`.
fn split(path: &str) -> (&str, &str) {
    match path.find(['.', '[']) {
        Some(at) if path[at..].starts_with('.') => (&path[..at], &path[at + 1..]),
        Some(at) => path.split_at(at),
        None => (path, ""),
    }
}
