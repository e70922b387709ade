//! The backend under test and its hardware.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vyre_conform_spec::{Capabilities, Category};
use vyre_conform_suite::backend::Identity;

/// The subject.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Backend {
    /// Kind, such as `wgpu-vulkan`.
    pub kind: String,
    /// Short name in the ids of parts.
    pub slug: String,
    /// Device as the driver reports it.
    pub device: String,
    /// Driver and its version.
    pub driver: String,
    /// Hardware features, sorted.
    pub features: Vec<String>,
    /// Limits by name.
    pub limits: BTreeMap<String, u64>,
}

/// The hardware feature that a Category C op is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hardware {
    /// Its name.
    pub feature: String,
    /// True if the backend has it, according to the op's predicate.
    pub present: bool,
}

impl Hardware {
    /// The hardware feature of a category, and its presence on a backend.
    pub fn of(category: &Category, backend: &dyn Capabilities) -> Option<Self> {
        match category {
            Category::C {
                hardware,
                available,
            } => Some(Self {
                feature: (*hardware).into(),
                present: available(backend),
            }),
            _ => None,
        }
    }
}

impl From<&Identity> for Backend {
    fn from(identity: &Identity) -> Self {
        Self {
            kind: identity.kind.clone(),
            slug: identity.slug.clone(),
            device: identity.device.clone(),
            driver: identity.driver.clone(),
            features: identity.features.clone(),
            limits: identity.limits.iter().cloned().collect(),
        }
    }
}

impl Backend {
    /// The identity that the backend stated.
    pub fn identity(&self) -> Identity {
        let limits = self.limits.iter();
        Identity {
            kind: self.kind.clone(),
            slug: self.slug.clone(),
            device: self.device.clone(),
            driver: self.driver.clone(),
            features: self.features.clone(),
            limits: limits.map(|(name, most)| (name.clone(), *most)).collect(),
        }
    }
}

impl Capabilities for Backend {
    fn has(&self, feature: &str) -> bool {
        self.features.iter().any(|f| f == feature)
    }
}
