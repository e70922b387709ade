//! Reasons against issuing a certificate of a kernel, and problems of one.

use crate::check::ContractReport;
use crate::manifest::ManifestError;
use std::fmt;

/// The reason why no certificate is issued.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum KernelCertifyError {
    /// The manifest cannot be checked.
    #[error("{0}")]
    Manifest(#[from] ManifestError),
    /// No device was given.
    #[error("a certificate is about devices, and no adapter was chosen")]
    NoAdapter,
    /// The kernel or its contract has faults.
    #[error("the kernel does not keep its contract")]
    Refuted(Box<ContractReport>),
    /// A device did not run every case.
    #[error("{party} ran {ran} of {cases} cases: {}", omissions.join("; "))]
    Incomplete {
        /// The device.
        party: String,
        /// Cases that it ran.
        ran: usize,
        /// Cases of the contract.
        cases: usize,
        /// The reasons.
        omissions: Vec<String>,
    },
    /// The mutants could not be judged.
    #[error("the mutants were not judged: {0}")]
    Mutants(String),
}

/// A problem of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KernelCertificateProblem {
    /// The part of the certificate, as a path in its JSON.
    pub part: String,
    /// The problem.
    pub message: String,
}

impl KernelCertificateProblem {
    pub(super) fn new(part: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            part: part.into(),
            message: message.into(),
        }
    }
}

impl fmt::Display for KernelCertificateProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.part, self.message)
    }
}

impl std::error::Error for KernelCertificateProblem {}
