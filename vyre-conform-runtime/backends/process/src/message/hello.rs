//! The heads of `hello` and of its answer.

use super::Form;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vyre_conform_suite::backend::INPUT_GENERATION;

/// The name and version of the protocol.
pub(crate) const PROTOCOL: &str = "vyre-backend/1";

/// `hello`: the identity of the host.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hello {
    /// [`PROTOCOL`].
    pub(crate) protocol: String,
    /// The name and version of the host.
    pub(crate) host: String,
}

/// The answer to `hello`: identity and abilities of the backend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Welcome {
    /// [`PROTOCOL`].
    pub(crate) protocol: String,
    /// Its identity.
    pub(crate) identity: HelloIdentity,
    /// Hardware features that ops of Category C may request.
    #[serde(default)]
    pub(crate) features: Vec<String>,
    /// Limits of programs, by the names of the fields of [`Limits`](vyre_conform_ir::valid::Limits); missing ones are
    /// those of WebGPU. Further keys are `cases`, the maximal cases of a `run` of an op, and `steps_per_second`, which
    /// determines the time limit of a launch.
    #[serde(default)]
    pub(crate) limits: BTreeMap<String, u64>,
    /// Its lacks: types such as `u128`, `atomic`, `barrier`, `programs`, `ops`.
    #[serde(default)]
    pub(crate) lacks: Vec<String>,
    /// The accepted forms of code, in order of preference.
    pub(crate) accepts: Vec<Form>,
}

/// Identity of a backend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HelloIdentity {
    /// Kind of the backend: ASCII letters, digits, `-` and `_`.
    pub(crate) kind: String,
    /// Its device.
    pub(crate) device: String,
    /// The driver of the device, with its version.
    pub(crate) driver: String,
}

impl Welcome {
    /// True if it supports `digest`.
    pub(crate) fn digests(&self) -> bool {
        self.features
            .iter()
            .any(|feature| feature == INPUT_GENERATION)
    }
}
