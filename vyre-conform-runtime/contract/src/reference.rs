//! References: the words that outputs must hold.

mod expected;
mod names;
mod sum;

pub(crate) use expected::Expected;

use crate::bound::BoundedKernels;
use crate::contract::{Contract, ContractBuffer, FileReader, Pass};
use crate::interpreter::Interpreter;
use crate::manifest::{Column, Equality, Manifest, ManifestError, ManifestValue, ReferenceSpec};
use names::Names;
use std::collections::BTreeMap;
use std::sync::Arc;
use vyre_conform_import::KernelSource;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::registry::OpDef;

/// A reference whose names are resolved.
#[derive(Clone, Debug)]
pub(crate) enum Reference {
    /// Outputs are compared with each other alone.
    None,
    Engine {
        def: &'static EngineDef,
        columns: Vec<Column>,
        /// Buffers, and the word of a record that each holds.
        outputs: Vec<(usize, usize)>,
    },
    Op {
        def: &'static OpDef,
        operands: Vec<usize>,
        output: usize,
    },
    /// The exact sum of a buffer's floats, in an output of one.
    Sum { of: usize, output: usize },
    Kernel {
        source: Arc<KernelSource>,
        passes: Vec<Pass>,
    },
    /// Buffers with names and bytes of files.
    Files(Vec<(usize, String, Vec<u8>)>),
}

/// The parties that state what a case must leave: the reference kernel, and kernels that give error bounds.
pub(crate) struct Oracle<'c> {
    pub(crate) interpreter: Option<Interpreter>,
    pub(crate) bounds: Option<BoundedKernels<'c>>,
}

impl<'c> Oracle<'c> {
    /// The parties of a contract at a choice of overrides.
    ///
    /// # Errors
    /// The reference kernel is not imported.
    pub(crate) fn new(
        contract: &Contract<'c>,
        overrides: &BTreeMap<String, f64>,
    ) -> Result<Self, ManifestError> {
        let manifest = &contract.manifest;
        let reference = &contract.reference;
        let interpreter = reference.interpreter(overrides, manifest, contract.catalog);
        Ok(Self {
            interpreter: interpreter.map_err(|why| contract.manifest.mistake_of_all(why))?,
            bounds: BoundedKernels::new(contract, overrides),
        })
    }
}

/// The buffer is compared with a reference.
pub(crate) fn is_compared(buffer: &ContractBuffer) -> bool {
    buffer
        .output
        .is_some_and(|equality| equality != Equality::SameEveryRun)
}

impl Reference {
    pub(crate) fn new(
        manifest: &Manifest,
        buffers: &[ContractBuffer],
        catalog: &Catalog,
        read: &FileReader<'_>,
    ) -> Result<Self, ManifestError> {
        let outputs = (0..buffers.len()).filter(|k| is_compared(&buffers[*k]));
        let outputs = outputs.collect();
        let names = Names {
            manifest,
            buffers,
            outputs,
        };
        let Some(ManifestValue { value, span }) = &manifest.reference else {
            return match names.outputs.first() {
                None => Ok(Self::None),
                Some(k) => Err(manifest.mistake_of_all(format!(
                    "`{}` is compared with a reference: write a table `[reference]` with `engine`, `op`, `kernel` or \
                     `files`, or `output = \"same_every_run\"`",
                    buffers[*k].name
                ))),
            };
        };
        if names.outputs.is_empty() {
            let message =
                "no output is compared with the reference: write `output = \"exact\"` in a buffer";
            return Err(manifest.mistake(span.clone(), message));
        }
        names.order_free(value, span)?;
        names.bounded(value, span)?;
        match value {
            ReferenceSpec::Engine {
                id,
                columns,
                outputs,
            } => names.engine(catalog, id, columns, outputs),
            ReferenceSpec::Op { id, operands } => names.op(catalog, id, operands),
            ReferenceSpec::Sum(buffer) => names.sum(buffer),
            ReferenceSpec::Kernel { file, dispatches } => names.kernel(file, dispatches, read),
            ReferenceSpec::Files(files) => names.files(files, read),
        }
    }

    /// The reference kernel as programs.
    fn interpreter(
        &self,
        overrides: &BTreeMap<String, f64>,
        manifest: &Manifest,
        catalog: &Catalog,
    ) -> Result<Option<Interpreter>, String> {
        let Self::Kernel { source, passes } = self else {
            return Ok(None);
        };
        let known = source.overrides();
        let is_known = |name: &str| known.iter().any(|o| o.key == name);
        let own = overrides.iter().filter(|(name, _)| is_known(name));
        let own = own.map(|(name, value)| (name.clone(), *value)).collect();
        let made = Interpreter::new(source, passes, &own, manifest, catalog);
        made.map(Some).map_err(|refusals| {
            let first = refusals.first().map(ToString::to_string);
            format!(
                "the reference kernel is not imported: {}",
                first.unwrap_or_default()
            )
        })
    }
}
