//! Contracts of compute kernels that exist, in WGSL, SPIR-V or GLSL: a manifest beside the kernel states its buffers,
//! dispatches, inputs, a reference and the meaning of "equal".
//!
//! [`Manifest::parse`] reads a manifest, [`Contract::new`] resolves it against the kernel, and [`check()`] runs it: on
//! the interpreter by the kernel's import as a program, and on adapters by its own text, between guard words, over
//! poison and over the words of the last run. [`mutate()`] changes the kernel, one part at a time, and lists the
//! changes that the contract does not notice. [`skeleton`] writes a first manifest.

mod bound;
mod case;
mod certificate;
mod check;
mod compare;
mod contract;
mod device;
mod evidence;
mod fault;
mod interpreter;
mod layout;
mod manifest;
mod mutate;
mod reference;
mod run;
mod shrink;
mod skeleton;
mod subgroups;
pub mod text;

pub use bound::accuracy_table;
pub use case::{CaseId, InputPattern};
pub use certificate::{
    AdapterEvidence, CertifiedCase, CertifiedOutput, FOREIGN_TRACK, InterpreterEvidence,
    KERNEL_CERTIFICATE_FORMAT, KernelCertificate, KernelCertificateProblem, KernelCertifyError,
    KernelClaims, MAX_KERNEL_CERTIFICATE_BYTES, MutantEvidence, SurvivingMutant, certify_kernel,
    kernel_differences, verify_kernel,
};
pub use check::saved::{
    MAX_SAVED_FILE_BYTES, SavedCasesError, SavedKernelCase, read_saved, write_saved,
};
pub use check::{ContractOptions, ContractReport, check};
pub use compare::ToleranceUse;
pub use contract::{Contract, FileReader};
pub use evidence::{CaseEvidence, PartyEvidence};
pub use fault::{ContractFault, ContractRule};
pub use manifest::{
    BufferSpec, Column, DispatchSpec, Equality, FloatKind, Generator, MANIFEST_KEYS, MANIFEST_NAME,
    ManifestValue,
};
pub use manifest::{
    MAX_MANIFEST_BYTES, Manifest, ManifestError, ReferenceSpec, ScalarValue, SizeExpression,
    SizeNames,
};
pub use mutate::{KernelMutant, MutationKind, MutationReport, mutate};
pub use skeleton::{SkeletonError, skeleton};
pub use subgroups::SubgroupMismatch;
