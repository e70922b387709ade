//! Kernels by hand: texts that backends in the profile of native floats run in the place of what is lowered from a
//! program.
//!
//! A program says what is computed, and runs everywhere. Some instructions of a device have no place in it: they belong
//! to a whole subgroup, such as products of small matrices, or may be used only where the operands were looked at
//! first. A person writes such a kernel in a language of the device; it has the bindings of the program, is dispatched
//! as the program is, and the same suite holds it to the same reference. Its text is part of what an engine is, as
//! every text of a person's.

#[doc(hidden)]
pub use inventory;

use vyre_conform_ir::Program;
use vyre_conform_spec::TextTarget;

/// A kernel by hand for programs of one name. [`kernel_text!`](crate::kernel_text!) declares one.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct KernelText {
    /// The name of the programs.
    pub program: &'static str,
    /// The language.
    pub target: TextTarget,
    /// A feature that the backend must have.
    pub hardware: Option<&'static str>,
    /// The kernel that stands for a program of this name; none where it is not the one that a person wrote for.
    pub of: fn(&Program) -> Option<KernelByHand>,
}

/// A kernel that a person wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KernelByHand {
    /// The text, with the bindings of the program and the entry point `vyre_main`. In CUDA C++ and OpenCL C that takes
    /// a pointer and a number of elements for each binding, in order; in C11 it runs whole workgroups, as `void
    /// vyre_main(const u32 groups[3], u64 first, u64 end, u32 *const *buffers, const u32 *lengths, void
    /// *scratch)`. In WGSL it may call `native_strict_<op>` of an op with a native text that the program calls, which
    /// takes and gives words.
    pub text: String,
    /// Bytes of memory of a workgroup that its dispatch has to ask for, beside what the text declares; in C11 those of
    /// `scratch`, which is aligned for a `u64`.
    pub memory: u32,
    /// Invocations of a workgroup, where they are not those of the program. Its dispatch has as many workgroups as the
    /// program's.
    pub invocations: Option<u32>,
}

impl KernelByHand {
    /// A kernel of as many invocations as the program has, which asks for no more memory than its text declares.
    pub const fn new(text: String) -> Self {
        Self {
            text,
            memory: 0,
            invocations: None,
        }
    }

    /// The same with this many invocations of a workgroup.
    #[must_use]
    pub fn of_invocations(self, invocations: u32) -> Self {
        Self {
            invocations: Some(invocations),
            ..self
        }
    }

    /// The same with this many bytes of memory of a workgroup.
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
        of: fn(&Program) -> Option<KernelByHand>,
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

/// Those declared for programs of a name.
pub fn declared(name: &str) -> impl Iterator<Item = &'static KernelText> {
    inventory::iter::<KernelText>
        .into_iter()
        .filter(move |declared| declared.program == name)
}

/// The kernels by hand that stand for a program, by language; those that ask for a feature first.
pub fn kernels(program: &Program) -> Vec<(&'static KernelText, KernelByHand)> {
    kernels_among(program, declared(&program.name))
}

/// The same, of these that are declared for its name.
pub fn kernels_among(
    program: &Program,
    declared: impl Iterator<Item = &'static KernelText>,
) -> Vec<(&'static KernelText, KernelByHand)> {
    let known = declared.filter_map(|declared| Some((declared, (declared.of)(program)?)));
    let mut all: Vec<_> = known.collect();
    all.sort_by(|(a, x), (b, y)| {
        let key = |of: &KernelText| (of.target, of.hardware.is_none(), of.hardware);
        (key(a), &x.text).cmp(&(key(b), &y.text))
    });
    all
}

/// Declares a kernel by hand for programs of a name: `kernel_text!("sums", wgsl, of = sums)` or
/// `kernel_text!("sums", cuda, hardware = "subgroup", of = sums)`, where `sums` takes a program of that name and gives
/// the [`KernelByHand`] that stands for it.
///
/// The text runs as code of the device or of the processor: it must touch nothing beyond the lengths of its buffers,
/// and read zero where an operand ends before.
///
/// ```
/// use vyre_conform_runtime::ir::Program;
/// use vyre_conform_runtime::kernel_text::KernelByHand;
/// use vyre_conform_runtime::kernel_text;
///
/// // It has to see that the program is the one that the text was written for.
/// fn sums(program: &Program) -> Option<KernelByHand> {
///     let text = "@compute @workgroup_size(64) fn vyre_main() {}";
///     (program.workgroup_size == [64, 1, 1]).then(|| KernelByHand::new(text.into()))
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
