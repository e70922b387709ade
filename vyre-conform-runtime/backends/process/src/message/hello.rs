//! The heads of `hello` and of its answer.

use super::Form;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vyre_conform_suite::backend::MAKES_INPUTS;

/// The name and version of the protocol.
pub(crate) const PROTOCOL: &str = "vyre-backend/1";

/// `hello`: the host says who it is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hello {
    /// [`PROTOCOL`].
    pub(crate) protocol: String,
    /// The name and version of the host.
    pub(crate) host: String,
}

/// The answer to `hello`: who the backend is, and what it can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Welcome {
    /// [`PROTOCOL`].
    pub(crate) protocol: String,
    /// Its identity.
    pub(crate) identity: HelloIdentity,
    /// Hardware features that ops of Category C may ask for.
    #[serde(default)]
    pub(crate) features: Vec<String>,
    /// Limits of programs, by the names of the fields of [`Limits`](vyre_conform_ir::valid::Limits); those of WebGPU
    /// where one is missing. Beside them `cases`, the most cases of a `run` of an op, and `steps_per_second`, from
    /// which the time for a launch follows.
    #[serde(default)]
    pub(crate) limits: BTreeMap<String, u64>,
    /// What it lacks: types such as `u128`, `atomic`, `barrier`, `programs`, `ops`.
    #[serde(default)]
    pub(crate) lacks: Vec<String>,
    /// The forms of code that it takes, the preferred one first.
    pub(crate) accepts: Vec<Form>,
}

/// Who a backend is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HelloIdentity {
    /// What kind of backend: ASCII letters, digits, `-` and `_`.
    pub(crate) kind: String,
    /// The device that it runs on.
    pub(crate) device: String,
    /// What drives the device, with its version.
    pub(crate) driver: String,
}

impl Welcome {
    /// True if it takes `digest`.
    pub(crate) fn digests(&self) -> bool {
        self.features.iter().any(|feature| feature == MAKES_INPUTS)
    }
}
