//! The names of a reference: engines, ops, buffers, files.

use super::Reference;
use crate::contract::{ContractBuffer, FileReader, Resolver, kernel};
use crate::layout::{runtime_element, scalars};
use crate::manifest::{
    Column, DispatchSpec, Equality, Generator, Manifest, ManifestError, ManifestValue,
    ReferenceSpec, suggestion,
};
use std::sync::Arc;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::OpDef;

/// The resolution of a reference.
pub(super) struct Names<'m> {
    pub(super) manifest: &'m Manifest,
    pub(super) buffers: &'m [ContractBuffer],
    /// The outputs that a reference states.
    pub(super) outputs: Vec<usize>,
}

impl Names<'_> {
    fn position(&self, name: &ManifestValue<String>) -> Result<usize, ManifestError> {
        let found = self.buffers.iter().position(|b| b.name == name.value);
        found.ok_or_else(|| {
            let remedy = suggestion(&name.value, self.buffers.iter().map(|b| &b.name[..]));
            self.manifest.mistake(
                name.span.clone(),
                format!("no buffer `{}`: {remedy}", name.value),
            )
        })
    }

    /// The names are those of every output.
    fn cover(&self, found: &[usize], span: &std::ops::Range<usize>) -> Result<(), ManifestError> {
        match self.outputs.iter().find(|k| !found.contains(k)) {
            None => Ok(()),
            Some(k) => {
                let message = format!(
                    "the reference does not state the output `{}`",
                    self.buffers[*k].name
                );
                Err(self.manifest.mistake(span.clone(), message))
            }
        }
    }

    pub(super) fn engine(
        &self,
        catalog: &Catalog,
        id: &ManifestValue<String>,
        columns: &[ManifestValue<Column>],
        outputs: &[(ManifestValue<String>, usize)],
    ) -> Result<Reference, ManifestError> {
        let wrong = |message: String| self.manifest.mistake(id.span.clone(), message);
        let def = catalog.find_engine(&id.value).ok_or_else(|| {
            let remedy = suggestion(&id.value, catalog.engines().iter().map(|e| e.id));
            wrong(format!(
                "the library has no engine `{}`: {}",
                id.value,
                short(remedy, "vyre-conform list")
            ))
        })?;
        if def.reference.is_none() {
            return Err(wrong(format!("`{}` has no reference of its own", def.id)));
        }
        for column in columns {
            if let Column::Buffer(name) = &column.value {
                self.position(&ManifestValue::new(name.clone(), column.span.clone()))?;
            }
        }
        let outputs = outputs
            .iter()
            .map(|(name, word)| Ok((self.position(name)?, *word)));
        let mut outputs: Vec<(usize, usize)> = outputs.collect::<Result<_, ManifestError>>()?;
        if let (true, [only]) = (outputs.is_empty(), &self.outputs[..]) {
            outputs.push((*only, 0));
        }
        let found: Vec<usize> = outputs.iter().map(|(k, _)| *k).collect();
        self.cover(&found, &id.span)?;
        let columns = columns.iter().map(|column| column.value.clone()).collect();
        Ok(Reference::Engine {
            def,
            columns,
            outputs,
        })
    }

    pub(super) fn op(
        &self,
        catalog: &Catalog,
        id: &ManifestValue<String>,
        operands: &[ManifestValue<String>],
    ) -> Result<Reference, ManifestError> {
        let wrong = |message: String| self.manifest.mistake(id.span.clone(), message);
        let op = catalog.find(&id.value).ok_or_else(|| {
            let remedy = suggestion(&id.value, catalog.ops().iter().map(|op| op.def.id));
            wrong(format!(
                "the library has no op `{}`: {}",
                id.value,
                short(remedy, "vyre-conform list")
            ))
        })?;
        let def = op.def;
        if def.params.len() != operands.len() {
            let message = format!(
                "`{}` has {} operands: write `operands = [..]` with a buffer for each",
                def.id,
                def.params.len()
            );
            return Err(wrong(message));
        }
        if !is_narrow(def) {
            return Err(wrong(format!(
                "`{}` has operands or a result of more than one word",
                def.id
            )));
        }
        let [output] = self.outputs[..] else {
            return Err(wrong("an op states one output".to_owned()));
        };
        let operands = operands.iter().map(|name| self.position(name));
        let operands = operands.collect::<Result<_, _>>()?;
        Ok(Reference::Op {
            def,
            operands,
            output,
        })
    }

    /// Sums alone have a bound of their own.
    pub(super) fn order_free(
        &self,
        spec: &ReferenceSpec,
        span: &std::ops::Range<usize>,
    ) -> Result<(), ManifestError> {
        let is_free = |k: &&usize| self.buffers[**k].output == Some(Equality::OrderFree);
        match (self.outputs.iter().find(is_free), spec) {
            (None, _) | (_, ReferenceSpec::Sum(_)) => Ok(()),
            (Some(k), _) => {
                let name = &self.buffers[*k].name;
                let message = format!(
                    "`{name}` is `order_free`, which is for `sum = \"buffer\"` as the reference"
                );
                Err(self.manifest.mistake(span.clone(), message))
            }
        }
    }

    /// References of `bound` are exact but for one rounding, or have a bound of their own.
    pub(super) fn bounded(
        &self,
        spec: &ReferenceSpec,
        span: &std::ops::Range<usize>,
    ) -> Result<(), ManifestError> {
        let is_bounded = |k: &&usize| self.buffers[**k].output == Some(Equality::Bound);
        match (self.outputs.iter().find(is_bounded), spec) {
            (Some(k), ReferenceSpec::Engine { .. }) => {
                let name = &self.buffers[*k].name;
                let message = format!(
                    "`{name}` is a `bound`, and the error of an engine is not known: write `kernel`, `op`, `sum` or \
                     `files`"
                );
                Err(self.manifest.mistake(span.clone(), message))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn sum(&self, buffer: &ManifestValue<String>) -> Result<Reference, ManifestError> {
        let wrong = |message: String| self.manifest.mistake(buffer.span.clone(), message);
        let of = self.position(buffer)?;
        let [output] = self.outputs[..] else {
            return Err(wrong("a sum states one output".to_owned()));
        };
        let floats = |k: usize| {
            let layout = &self.buffers[k].layout;
            let element = runtime_element(layout).unwrap_or(layout);
            scalars(element, element.bytes() as usize)
                .iter()
                .all(|s| s.is_float())
        };
        if floats(of) && floats(output) {
            Ok(Reference::Sum { of, output })
        } else {
            Err(wrong(
                "the sum is one of floats, in an output of floats".to_owned(),
            ))
        }
    }

    pub(super) fn kernel(
        &self,
        file: &ManifestValue<String>,
        dispatches: &[DispatchSpec],
        read: &FileReader<'_>,
    ) -> Result<Reference, ManifestError> {
        let source = kernel(self.manifest, file, read)?;
        let (manifest, buffers) = (self.manifest, self.buffers.to_vec());
        let mut resolver = Resolver { manifest, buffers };
        let passes = resolver.passes(&source, dispatches)?;
        if let Some(buffer) = resolver.buffers.get(self.buffers.len()) {
            let message = format!(
                "the reference uses `{}`, which the kernel does not",
                buffer.name
            );
            return Err(manifest.mistake(file.span.clone(), message));
        }
        if passes.is_empty() {
            let message = "write `[[reference.dispatch]]` with `workgroups = [1]`";
            return Err(manifest.mistake(file.span.clone(), message));
        }
        let source = Arc::new(source);
        Ok(Reference::Kernel { source, passes })
    }

    pub(super) fn files(
        &self,
        files: &[(ManifestValue<String>, ManifestValue<String>)],
        read: &FileReader<'_>,
    ) -> Result<Reference, ManifestError> {
        let random = self
            .buffers
            .iter()
            .find(|b| b.input.as_ref().is_some_and(Generator::is_random));
        if let (Some(buffer), Some((_, file))) = (random, files.first()) {
            let message = format!(
                "the file states the output of one input, and `{}` is random: give it by `file(..)`, or write another \
                 reference",
                buffer.name
            );
            return Err(self.manifest.mistake(file.span.clone(), message));
        }
        let each = files.iter().map(|(name, file)| {
            let bytes = read(&file.value);
            let bytes = bytes.map_err(|why| {
                self.manifest
                    .mistake(file.span.clone(), format!("`{}`: {why}", file.value))
            })?;
            Ok((self.position(name)?, file.value.clone(), bytes))
        });
        let found: Vec<(usize, String, Vec<u8>)> = each.collect::<Result<_, ManifestError>>()?;
        let covered: Vec<usize> = found.iter().map(|(k, ..)| *k).collect();
        self.cover(&covered, &files[0].1.span)?;
        Ok(Reference::Files(found))
    }
}

/// A remedy that would list a library names the command that does.
fn short(remedy: String, command: &str) -> String {
    if remedy.starts_with("did") {
        remedy
    } else {
        format!("`{command}` lists them")
    }
}

/// Operands and result have one word each.
fn is_narrow(def: &OpDef) -> bool {
    let signature = &def.op.signature;
    let mut types = signature.operands.iter().chain([&signature.result]);
    types.all(|of| of.words() == 1)
}
