//! The fit of a buffer's table to the binding that the kernel declares.

use super::{ContractBuffer, Resolver};
use crate::layout::{has_atomics, runtime_element, scalars, type_name};
use crate::manifest::{BufferSpec, Generator, ManifestError, ManifestValue, ScalarValue};
use vyre_conform_import::{DataLayout, KernelBinding};

impl Resolver<'_> {
    /// The buffer of a table.
    pub(super) fn fitted(
        &self,
        spec: &BufferSpec,
        binding: &KernelBinding,
    ) -> Result<ContractBuffer, ManifestError> {
        let element = runtime_element(&binding.layout).unwrap_or(&binding.layout);
        self.type_fits(spec, element)?;
        self.length_fits(spec, binding)?;
        self.equality_fits(spec, element)?;
        self.contents_fit(spec, binding)?;
        Ok(ContractBuffer {
            name: spec.name.value.clone(),
            layout: binding.layout.clone(),
            fixed_bytes: binding.bytes,
            stride: binding.stride,
            length: spec.length.as_ref().map(|length| length.value.clone()),
            input: spec.input.as_ref().map(|input| input.value.clone()),
            output: spec.output.as_ref().map(|output| output.value),
            values: {
                let values = spec.values.iter();
                values
                    .map(|(path, value)| (path.value.clone(), value.clone()))
                    .collect()
            },
        })
    }

    fn type_fits(&self, spec: &BufferSpec, element: &DataLayout) -> Result<(), ManifestError> {
        let (name, found) = (&spec.name.value, type_name(element));
        match &spec.element {
            Some(stated) if stated.value.replace(' ', "") != found.replace(' ', "") => {
                let stated = (&stated.span, &stated.value);
                let message = format!(
                    "the kernel declares elements of `{name}` as `{found}`, not `{}`",
                    stated.1
                );
                Err(self.wrong(stated.0, message))
            }
            _ => Ok(()),
        }
    }

    fn length_fits(&self, spec: &BufferSpec, binding: &KernelBinding) -> Result<(), ManifestError> {
        let name = &spec.name.value;
        match (&spec.length, binding.stride) {
            (None, Some(_)) => {
                let message =
                    format!("`{name}` is an array without a fixed length: write `length = \"n\"`");
                Err(self.wrong(&spec.name.span, message))
            }
            (Some(length), None) => {
                let message =
                    format!("the kernel fixes the length of `{name}`: leave `length` out");
                Err(self.wrong(&length.span, message))
            }
            (Some(length), Some(_)) => self.names_exist(&length.value, &length.span, false),
            (None, None) => Ok(()),
        }
    }

    fn equality_fits(&self, spec: &BufferSpec, element: &DataLayout) -> Result<(), ManifestError> {
        let Some(output) = spec
            .output
            .as_ref()
            .filter(|output| output.value.is_tolerance())
        else {
            return Ok(());
        };
        let all = scalars(element, element.bytes() as usize);
        if all.iter().any(|scalar| scalar.is_float()) {
            return Ok(());
        }
        let message = format!(
            "`{}` is for floats, and `{}` holds `{}`: write `exact`",
            output.value,
            spec.name.value,
            type_name(element)
        );
        Err(self.wrong(&output.span, message))
    }

    /// Something decides the contents of what is read.
    fn contents_fit(
        &self,
        spec: &BufferSpec,
        binding: &KernelBinding,
    ) -> Result<(), ManifestError> {
        let name = &spec.name.value;
        if let Some(ManifestValue {
            value: Generator::Below(bound),
            span,
        }) = &spec.input
        {
            self.names_exist(bound, span, false)?;
        }
        for (path, value) in &spec.values {
            if let ScalarValue::Expression(expression) = value {
                self.names_exist(expression, &path.span, false)?;
            }
        }
        if spec.input.is_some() || !spec.values.is_empty() {
            return Ok(());
        }
        if !binding.is_written {
            let message = format!(
                "the kernel reads `{name}`: write `input = \"words\"` or another generator, or `values`"
            );
            return Err(self.wrong(&spec.name.span, message));
        }
        if has_atomics(&binding.layout) {
            let message = format!(
                "`{name}` holds atomics, which begin with a value: write `input = \"zeros\"`"
            );
            return Err(self.wrong(&spec.name.span, message));
        }
        Ok(())
    }
}
