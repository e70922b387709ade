//! The manifest `vyre-kernel.toml`: a kernel's buffers, dispatches, inputs, reference and equality.

mod document;
mod equality;
mod error;
mod generator;
mod keys;
mod size;
mod tables;

pub use equality::Equality;
pub use error::ManifestError;
pub use generator::{FloatKind, Generator};
pub use keys::MANIFEST_KEYS;
pub use size::{SizeExpression, SizeNames};
pub use tables::{BufferSpec, Column, DispatchSpec, ManifestValue, ReferenceSpec, ScalarValue};

pub(crate) use error::suggestion;

use document::{Document, OverrideValues};
use std::collections::BTreeMap;
use std::ops::Range;

/// The name of a manifest beside its kernel.
pub const MANIFEST_NAME: &str = "vyre-kernel.toml";
/// Most bytes of a manifest.
pub const MAX_MANIFEST_BYTES: u64 = 1 << 18;
/// Most elements of a buffer, and the largest problem size.
pub(crate) const MAX_ELEMENTS: u64 = 1 << 20;
/// Random inputs for each problem size by default.
const SEEDS: u64 = 2;
/// Turns of a loop by default.
const LOOP_BOUND: u64 = 1 << 16;

/// A manifest whose values are well formed. Names are resolved against the kernel by
/// [`Contract::new`](crate::Contract::new).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Manifest {
    /// The kernel's file, relative to the manifest.
    pub kernel: ManifestValue<String>,
    /// Problem sizes, ascending; empty for those around the workgroup size.
    pub sizes: Vec<u64>,
    /// Random inputs for each problem size.
    pub seeds: u64,
    /// Most turns of each loop on the interpreter.
    pub loop_bound: u64,
    /// Lanes of a subgroup on the interpreter, for kernels with subgroup operations.
    pub subgroup_size: Option<ManifestValue<u32>>,
    /// The values that each override is tried with.
    pub overrides: BTreeMap<String, ManifestValue<Vec<f64>>>,
    /// The buffers.
    pub buffers: Vec<BufferSpec>,
    /// The dispatches, in order.
    pub dispatches: Vec<DispatchSpec>,
    /// The reference; `None` where every output is `same_every_run`.
    pub reference: Option<ManifestValue<ReferenceSpec>>,
    text: String,
}

impl Manifest {
    /// Parses a manifest.
    ///
    /// # Errors
    /// The first mistake at its line and column, with its remedy.
    pub fn parse(text: &str) -> Result<Self, ManifestError> {
        if text.len() as u64 > MAX_MANIFEST_BYTES {
            let message = format!("the manifest has more than {MAX_MANIFEST_BYTES} bytes");
            return Err(ManifestError::new(text, None, message));
        }
        let document: Document = toml::from_str(text).map_err(|error| {
            let message = error.message().lines().collect::<Vec<_>>().join("; ");
            ManifestError::new(text, error.span(), message)
        })?;
        let wrong =
            |span: Range<usize>, message: String| ManifestError::new(text, Some(span), message);
        let sizes = document
            .sizes
            .as_ref()
            .map_or(&[][..], |sizes| sizes.get_ref());
        if let Some(size) = sizes.iter().find(|size| **size > MAX_ELEMENTS) {
            let span = document.sizes.as_ref().map_or(0..0, |sizes| sizes.span());
            return Err(wrong(
                span,
                format!("a problem size of {size}; the largest is {MAX_ELEMENTS}"),
            ));
        }
        let mut sizes = sizes.to_vec();
        sizes.sort_unstable();
        sizes.dedup();
        let within = |value: &Option<toml::Spanned<u64>>, default: u64, most: u64| match value {
            Some(value) if !(1..=most).contains(value.get_ref()) => Err(wrong(
                value.span(),
                format!("write a number from 1 to {most}"),
            )),
            Some(value) => Ok(*value.get_ref()),
            None => Ok(default),
        };
        let subgroup_size = document.subgroup_size.as_ref().map(|size| {
            let lanes = *size.get_ref();
            if !lanes.is_power_of_two() || !(4..=128).contains(&lanes) {
                let message = "write a power of two from 4 to 128".to_owned();
                return Err(wrong(size.span(), message));
            }
            Ok(ManifestValue::new(lanes as u32, size.span()))
        });
        let mut overrides = BTreeMap::new();
        for (name, values) in &document.overrides {
            let list = override_values(values.get_ref());
            if list.is_empty() || list.iter().any(|value| !value.is_finite()) {
                let message = "write a finite number, or a list of those to try".to_owned();
                return Err(wrong(values.span(), message));
            }
            let located = ManifestValue::new(list, values.span());
            overrides.insert(name.get_ref().clone(), located);
        }
        let tables = tables::Tables { text };
        Ok(Self {
            kernel: ManifestValue::of(&document.kernel),
            sizes,
            seeds: within(&document.seeds, SEEDS, 64)?,
            loop_bound: within(&document.loop_bound, LOOP_BOUND, u32::MAX.into())?,
            subgroup_size: subgroup_size.transpose()?,
            overrides,
            buffers: tables.buffers(&document.buffers)?,
            dispatches: tables.dispatches(&document.dispatch)?,
            reference: tables.reference(document.reference.as_ref())?,
            text: text.to_owned(),
        })
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A mistake at a place of the manifest.
    pub(crate) fn mistake(&self, span: Range<usize>, message: impl Into<String>) -> ManifestError {
        ManifestError::new(&self.text, Some(span), message)
    }

    /// A mistake of the whole manifest.
    pub(crate) fn mistake_of_all(&self, message: impl Into<String>) -> ManifestError {
        ManifestError::new(&self.text, None, message)
    }
}

fn override_values(values: &OverrideValues) -> Vec<f64> {
    match values {
        OverrideValues::Bool(value) => vec![f64::from(u8::from(*value))],
        OverrideValues::Number(value) => vec![*value],
        OverrideValues::Numbers(values) => values.clone(),
    }
}
