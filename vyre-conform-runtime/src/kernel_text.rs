//! Hand-written kernels: texts that backends with native floats run in place of the lowering of a
//! program.
//!
//! A program defines the computation and runs everywhere. Some device instructions do not fit into it:
//! they belong to a whole subgroup, such as products of small matrices, or need a check of their
//! operands first. An author writes such a kernel in a language of the device. It has the bindings and
//! the dispatch of the program, and the same suite compares it with the same reference. Like every
//! hand-written text, it is part of the engine's definition.

#[doc(hidden)]
pub use inventory;

use vyre_conform_ir::Program;
use vyre_conform_spec::TextTarget;

/// A hand-written kernel for programs of one name. [`kernel_text!`](crate::kernel_text!) declares one.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct KernelText {
    /// The name of the programs.
    pub program: &'static str,
    /// The language.
    pub target: TextTarget,
    /// A feature that the backend must have.
    pub hardware: Option<&'static str>,
    /// Returns the kernel that replaces a program of this name, or `None` if the program is not the one
    /// that the kernel was written for.
    pub of: fn(&Program) -> Option<HandWrittenKernel>,
}

/// A hand-written kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct HandWrittenKernel {
    /// The text, with the bindings of the program and the entry point `vyre_main`. In CUDA C++ and
    /// OpenCL C the entry point takes a pointer and a number of elements for each binding, in order. In
    /// C11 it runs whole workgroups, as
    /// `void vyre_main(const u32 groups[3], u64 first, u64 end, u32 *const *buffers,
    /// const u32 *lengths, void *scratch)`.
    /// WGSL may call `native_strict_<op>`, which takes and returns words, for an op with a native text
    /// that the program calls.
    pub text: String,
    /// Bytes of workgroup memory that the dispatch must allocate beyond what the text declares; in C11
    /// the size of `scratch`, which is aligned for a `u64`.
    pub memory: u32,
    /// Invocations per workgroup, if they differ from the program's. The number of workgroups is the
    /// program's.
    pub invocations: Option<u32>,
}

impl HandWrittenKernel {
    /// A kernel with the program's invocations and no additional memory.
    pub const fn new(text: String) -> Self {
        Self {
            text,
            memory: 0,
            invocations: None,
        }
    }

    /// The same with this many invocations per workgroup.
    #[must_use]
    pub fn of_invocations(self, invocations: u32) -> Self {
        Self {
            invocations: Some(invocations),
            ..self
        }
    }

    /// The same with this many additional bytes of workgroup memory.
    #[must_use]
    pub fn with_memory(self, memory: u32) -> Self {
        Self { memory, ..self }
    }
}

impl KernelText {
    /// A kernel for programs of this name, in this language.
    pub const fn new(
        program: &'static str,
        target: TextTarget,
        hardware: Option<&'static str>,
        of: fn(&Program) -> Option<HandWrittenKernel>,
    ) -> Self {
        Self {
            program,
            target,
            hardware,
            of,
        }
    }
}

inventory::collect!(KernelText);

/// The kernels declared for programs of a name.
pub fn declared(name: &str) -> impl Iterator<Item = &'static KernelText> {
    inventory::iter::<KernelText>
        .into_iter()
        .filter(move |declared| declared.program == name)
}

/// The hand-written kernels for a program, by language; those that require a feature first.
pub fn kernels(program: &Program) -> Vec<(&'static KernelText, HandWrittenKernel)> {
    kernels_among(program, declared(&program.name))
}

/// The same, restricted to these declarations.
pub fn kernels_among(
    program: &Program,
    declared: impl Iterator<Item = &'static KernelText>,
) -> Vec<(&'static KernelText, HandWrittenKernel)> {
    let known = declared.filter_map(|declared| Some((declared, (declared.of)(program)?)));
    let mut all: Vec<_> = known.collect();
    all.sort_by(|(a, x), (b, y)| {
        let key = |of: &KernelText| (of.target, of.hardware.is_none(), of.hardware);
        (key(a), &x.text).cmp(&(key(b), &y.text))
    });
    all
}

/// Declares a hand-written kernel for programs of a name: `kernel_text!("sums", wgsl, of = sums)` or
/// `kernel_text!("sums", cuda, hardware = "subgroup", of = sums)`, where `sums` takes a program of that
/// name and returns the [`HandWrittenKernel`] that replaces it.
///
/// The text runs as native code of the device or the processor: it must not access anything beyond the
/// lengths of its buffers, and must read zero beyond the end of an operand.
///
/// ```
/// use vyre_conform_runtime::ir::Program;
/// use vyre_conform_runtime::kernel_text::HandWrittenKernel;
/// use vyre_conform_runtime::kernel_text;
///
/// // It has to see that the program is the one that the text was written for.
/// fn sums(program: &Program) -> Option<HandWrittenKernel> {
///     let text = "@compute @workgroup_size(64) fn vyre_main() {}";
///     (program.workgroup_size == [64, 1, 1]).then(|| HandWrittenKernel::new(text.into()))
/// }
///
/// kernel_text!("sums", wgsl, of = sums);
/// ```
#[macro_export]
macro_rules! kernel_text {
    (@target wgsl) => { $crate::spec::TextTarget::Wgsl };
    (@target cuda) => { $crate::spec::TextTarget::Cuda };
    (@target opencl) => { $crate::spec::TextTarget::OpenCl };
    (@target c) => { $crate::spec::TextTarget::C };
    (@hardware) => { ::core::option::Option::None };
    (@hardware $hardware:literal) => { ::core::option::Option::Some($hardware) };
    ($program:literal, $target:ident, $(hardware = $hardware:literal,)? of = $of:path $(,)?) => {
        $crate::kernel_text::inventory::submit! {
            $crate::kernel_text::KernelText::new(
                $program,
                $crate::kernel_text!(@target $target),
                $crate::kernel_text!(@hardware $($hardware)?),
                $of,
            )
        }
    };
}
