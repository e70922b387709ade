//! Contracts: a manifest whose names are those of its kernel.

mod fit;
mod resolver;

pub(crate) use resolver::Resolver;

use crate::case::Case;
use crate::evidence::digest;
use crate::manifest::{Equality, Generator, ManifestValue};
use crate::manifest::{Manifest, ManifestError, ScalarValue, SizeExpression, suggestion};
use crate::reference::Reference;
use std::cell::RefCell;
use std::collections::BTreeMap;
use vyre_conform_import::{DataLayout, EntryPoint, KernelSource};
use vyre_conform_runtime::catalog::Catalog;

/// A reader of the files that a manifest names, relative to it.
pub type FileReader<'f> = dyn Fn(&str) -> std::io::Result<Vec<u8>> + 'f;

/// A contract that can be checked.
#[derive(Debug)]
pub struct Contract<'c> {
    pub(crate) manifest: Manifest,
    pub(crate) catalog: &'c Catalog,
    pub(crate) source: KernelSource,
    /// The module of the source is not that of its text.
    pub(crate) is_changed: bool,
    pub(crate) buffers: Vec<ContractBuffer>,
    pub(crate) passes: Vec<Pass>,
    pub(crate) reference: Reference,
    /// Contents of the files of inputs, by name.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    /// The digest of every file that was read, by name.
    pub(crate) digests: BTreeMap<String, String>,
}

/// A buffer of a contract.
#[derive(Clone, Debug)]
pub(crate) struct ContractBuffer {
    pub(crate) name: String,
    pub(crate) layout: DataLayout,
    /// Bytes in front of the runtime-sized array, or all.
    pub(crate) fixed_bytes: u32,
    pub(crate) stride: Option<u32>,
    pub(crate) length: Option<SizeExpression>,
    pub(crate) input: Option<Generator>,
    pub(crate) output: Option<Equality>,
    pub(crate) values: Vec<(String, ScalarValue)>,
}

impl ContractBuffer {
    /// Something other than the kernel decides the contents before the first dispatch.
    pub(crate) fn is_given(&self) -> bool {
        self.input.is_some() || !self.values.is_empty()
    }
}

/// A dispatch of a contract.
#[derive(Clone, Debug)]
pub(crate) struct Pass {
    pub(crate) entry: EntryPoint,
    /// For each binding of the entry point the buffer.
    pub(crate) bound: Vec<usize>,
    pub(crate) workgroups: [SizeExpression; 3],
    pub(crate) repeat: SizeExpression,
    pub(crate) spare: bool,
    pub(crate) values: Vec<(usize, String, ScalarValue)>,
}

impl<'c> Contract<'c> {
    /// Resolves a manifest against the files that it names.
    ///
    /// # Errors
    /// The first name, type, file or reference that does not fit, at its place.
    pub fn new(
        manifest: Manifest,
        catalog: &'c Catalog,
        read: &FileReader<'_>,
    ) -> Result<Self, ManifestError> {
        let digests = RefCell::new(BTreeMap::new());
        let read: &FileReader<'_> = &|path| {
            let bytes = read(path)?;
            let mut digests = digests.borrow_mut();
            digests.insert(path.to_owned(), digest("file", &bytes));
            Ok(bytes)
        };
        let source = kernel(&manifest, &manifest.kernel, read)?;
        check_overrides(&manifest, &source)?;
        let mut resolver = Resolver {
            manifest: &manifest,
            buffers: vec![],
        };
        let passes = resolver.passes(&source, &manifest.dispatches)?;
        if passes.is_empty() {
            let message = "write a table `[[dispatch]]` with `workgroups = [\"ceil(n / 64)\"]`";
            return Err(manifest.mistake_of_all(message));
        }
        resolver.unused()?;
        let buffers = resolver.buffers;
        if buffers.iter().all(|buffer| buffer.output.is_none()) {
            let message =
                "no buffer is compared: write `output = \"exact\"` in one that the kernel writes";
            return Err(manifest.mistake_of_all(message));
        }
        check_outputs(&manifest, &buffers, &passes)?;
        let mut files = BTreeMap::new();
        for spec in &manifest.buffers {
            let Some(ManifestValue {
                value: Generator::File(path),
                span,
            }) = &spec.input
            else {
                continue;
            };
            let bytes = read(path)
                .map_err(|why| manifest.mistake(span.clone(), format!("`{path}`: {why}")))?;
            files.insert(path.clone(), bytes);
        }
        let reference = Reference::new(&manifest, &buffers, catalog, read)?;
        let contract = Self {
            manifest,
            catalog,
            source,
            is_changed: false,
            buffers,
            passes,
            reference,
            files,
            digests: digests.into_inner(),
        };
        contract.check_subgroup_size()?;
        Ok(contract)
    }

    /// A stated size belongs to a kernel with subgroups.
    fn check_subgroup_size(&self) -> Result<(), ManifestError> {
        match &self.manifest.subgroup_size {
            Some(stated) if !self.uses_subgroups() => {
                let message = "the kernel uses no subgroups: leave `subgroup_size` out";
                Err(self.manifest.mistake(stated.span.clone(), message))
            }
            _ => Ok(()),
        }
    }

    /// The kernel's source.
    pub fn source(&self) -> &KernelSource {
        &self.source
    }

    /// The equality of an output in a case.
    pub(crate) fn equality(&self, case: &Case, k: usize) -> Equality {
        self.reference.equality(&self.buffers, case, k)
    }

    /// The same contract of a changed kernel.
    pub(crate) fn with_source(&self, source: KernelSource) -> Contract<'c> {
        Contract {
            manifest: self.manifest.clone(),
            catalog: self.catalog,
            source,
            is_changed: true,
            buffers: self.buffers.clone(),
            passes: self.passes.clone(),
            reference: self.reference.clone(),
            files: self.files.clone(),
            digests: self.digests.clone(),
        }
    }
}

/// The kernel of a file that a manifest names.
pub(crate) fn kernel(
    manifest: &Manifest,
    file: &ManifestValue<String>,
    read: &FileReader<'_>,
) -> Result<KernelSource, ManifestError> {
    let path = &file.value;
    let wrong = |why: String| manifest.mistake(file.span.clone(), format!("`{path}`: {why}"));
    let bytes = read(path).map_err(|error| wrong(error.to_string()))?;
    KernelSource::parse(path, &bytes).map_err(|error| wrong(error.to_string()))
}

fn check_overrides(manifest: &Manifest, source: &KernelSource) -> Result<(), ManifestError> {
    let all = source.overrides();
    for (name, values) in &manifest.overrides {
        if !all.iter().any(|o| o.key == *name) {
            let remedy = suggestion(name, all.iter().map(|o| &o.key[..]));
            let message = format!("the kernel has no override `{name}`: {remedy}");
            return Err(manifest.mistake(values.span.clone(), message));
        }
    }
    let mut without = all.iter().filter(|o| !o.has_default);
    match without.find(|o| !manifest.overrides.contains_key(&o.key)) {
        Some(o) => Err(manifest.mistake_of_all(format!(
            "the override `{0}` has no value: write `{0} = 64`, or a list of values to try, under `[overrides]`", o.key
        ))),
        None => Ok(()),
    }
}

/// Some dispatch writes every output.
fn check_outputs(
    manifest: &Manifest,
    buffers: &[ContractBuffer],
    passes: &[Pass],
) -> Result<(), ManifestError> {
    let is_written = |name: &str| {
        let bindings = passes
            .iter()
            .flat_map(|pass| pass.entry.bindings.iter().zip(&pass.bound));
        bindings
            .clone()
            .any(|(binding, k)| binding.is_written && buffers[*k].name == name)
    };
    for spec in &manifest.buffers {
        let Some(output) = &spec.output else { continue };
        let name = &spec.name.value;
        if !is_written(name) {
            let message = format!("the kernel does not write `{name}`: leave `output` out");
            return Err(manifest.mistake(output.span.clone(), message));
        }
    }
    Ok(())
}
