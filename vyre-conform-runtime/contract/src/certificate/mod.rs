//! Certificates of kernels, on the track `foreign`: what was run of a contract, on which devices, with which outputs.
//!
//! Strict evidence is about ops and engines of the library, and never mixes with this: a certificate here has a format,
//! a digest and a verification of its own. [`verify_kernel`] computes everything again that needs no device: digests of
//! the files, cases, the words of the reference, the interpreter's runs, its verdicts on mutants. What a device left
//! must agree with that; [`KernelCertificate::issuer_word`] lists the rest. [`certify_kernel`] on the same device gives
//! the same text.

mod claims;
mod error;
mod issue;
mod issuer_word;
mod mutants;
mod verify;

pub use error::{KernelCertificateProblem, KernelCertifyError};
pub use issue::certify_kernel;
pub use verify::{kernel_differences, verify_kernel};

use crate::case::CaseId;
use crate::evidence::{PartyEvidence, digest};
use crate::mutate::MutationKind;
use crate::subgroups::SubgroupMismatch;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vyre_conform_suite::backend::Identity;

/// The format of a certificate of a kernel.
pub const KERNEL_CERTIFICATE_FORMAT: &str = "vyre-conform-kernel/1";
/// The track of evidence about kernels that are not of the library.
pub const FOREIGN_TRACK: &str = "foreign";
/// Most bytes of a certificate of a kernel.
pub const MAX_KERNEL_CERTIFICATE_BYTES: u64 = 16 << 20;

/// A certificate of a kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct KernelCertificate {
    /// [`KERNEL_CERTIFICATE_FORMAT`].
    pub format: String,
    /// [`FOREIGN_TRACK`].
    pub track: String,
    /// The version of the library that issued it.
    pub version: String,
    /// The part that needs no device.
    pub claims: KernelClaims,
    /// The devices, ascending by name.
    pub adapters: Vec<AdapterEvidence>,
    /// The contract's strength.
    pub mutants: MutantEvidence,
    /// Parts that were not checked, with the reason.
    pub omissions: Vec<String>,
    /// The digest of everything above.
    pub digest: String,
}

/// The part of a certificate that is computed without a device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct KernelClaims {
    /// The kernel's file.
    pub kernel: String,
    /// The digest of the manifest's text.
    pub manifest: String,
    /// The digest of each file that the manifest names.
    pub files: BTreeMap<String, String>,
    /// The reference.
    pub reference: String,
    /// The first seed.
    pub seed: u64,
    /// The outputs with their equality.
    pub outputs: Vec<CertifiedOutput>,
    /// The cases.
    pub cases: Vec<CertifiedCase>,
    /// The interpreter's runs, with the race detector.
    pub interpreter: InterpreterEvidence,
}

/// An output of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CertifiedOutput {
    /// The buffer.
    pub buffer: String,
    /// The equality with the reference.
    pub equality: String,
}

/// A case of a certificate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CertifiedCase {
    /// Its description, from which it can be made again.
    pub id: CaseId,
    /// The digest of each output as the reference states it; `None` where no reference does.
    pub expected: Vec<Option<String>>,
    /// Elements of each output that the reference states.
    pub elements: Vec<u64>,
}

/// The interpreter's runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum InterpreterEvidence {
    /// It ran every case in several orders, and the race detector found none.
    Ran {
        /// The runs.
        runs: PartyEvidence,
    },
    /// It ran none, or not all, and no race was looked for.
    Unavailable {
        /// The reasons.
        reasons: Vec<String>,
    },
}

/// The runs of a device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct AdapterEvidence {
    /// The kind of backend.
    pub kind: String,
    /// The name in reports.
    pub slug: String,
    /// The device.
    pub device: String,
    /// The driver with its version.
    pub driver: String,
    /// The subgroup size, if it is another one than the manifest states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subgroup_mismatch: Option<SubgroupMismatch>,
    /// The runs.
    pub runs: PartyEvidence,
}

impl AdapterEvidence {
    /// The runs are of this device.
    pub fn is_of(&self, identity: &Identity) -> bool {
        (&self.kind, &self.slug, &self.device, &self.driver)
            == (
                &identity.kind,
                &identity.slug,
                &identity.device,
                &identity.driver,
            )
    }
}

/// The changes of the kernel that the contract notices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct MutantEvidence {
    /// The parties that ran them.
    pub parties: Vec<String>,
    /// Changes that give a valid kernel.
    pub all: u64,
    /// Changes that give none.
    pub invalid: u64,
    /// Mutants that the contract notices.
    pub caught: u64,
    /// Mutants that the contract does not notice.
    pub survivors: Vec<SurvivingMutant>,
}

/// A change that a contract does not notice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SurvivingMutant {
    /// The part that is changed.
    pub kind: MutationKind,
    /// The change.
    pub change: String,
    /// The line in the kernel, from 1, where it has a place.
    pub line: Option<u32>,
    /// The column.
    pub column: Option<u32>,
}

impl KernelCertificate {
    /// The text, which is the same for the same certificate.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The digest that belongs to the rest.
    pub fn own_digest(&self) -> String {
        let mut rest = self.clone();
        rest.digest.clear();
        digest("certificate", rest.text().as_bytes())
    }
}
