//! Kernels in WGSL, SPIR-V and GLSL as programs of the intermediate representation.
//!
//! [`KernelSource`] parses and validates a text with naga. [`import`] translates one entry point: the
//! interpreter, the race detector and every lowering accept the resulting
//! [`Program`](vyre_conform_ir::Program). The semantics is that of the [WGSL
//! specification](https://www.w3.org/TR/WGSL/); where the representation differs, for example in a
//! division by zero, the importer emits explicit code. A construct that the representation cannot
//! express is a [`Refusal`] with its place and a remedy.
//!
//! ```
//! use vyre_conform_import::{ImportOptions, KernelSource, import};
//!
//! let text = "@group(0) @binding(0) var<storage, read_write> data: array<u32>;
//! @compute @workgroup_size(64) fn double(@builtin(global_invocation_id) id: vec3<u32>) {
//!     if id.x < arrayLength(&data) { data[id.x] *= 2u; }
//! }";
//! let source = KernelSource::parse_wgsl(text)?;
//! let kernel = import(&source, &ImportOptions::default()).expect("programs express it");
//! assert_eq!(kernel.program.workgroup_size, [64, 1, 1]);
//! # Ok::<(), vyre_conform_import::SourceError>(())
//! ```

mod coverage;
mod entry;
mod kernel;
mod layout;
mod limits;
mod places;
mod refusal;
mod source;
mod translate;

pub use coverage::{Construct, ConstructSupport, constructs};
pub use entry::{EntryPoint, KernelBinding, Override, WorkgroupVariable};
pub use kernel::{
    BoundBuffer, HiddenBuffer, HiddenPurpose, ImportOptions, ImportedKernel, Probe, ProbeKind,
    SubgroupOperation, import,
};
pub use layout::{BindingSpace, DataLayout, DataMember, ScalarType};
pub use places::{SourcePlace, SourcePlaces};
pub use refusal::Refusal;
pub use source::{KernelSource, MOST_FILE_BYTES, SourceError, SourceLanguage, snippet};
