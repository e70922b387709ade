//! Subgroups: the size that a manifest states, and devices of another size.

use crate::contract::Contract;
use crate::reference::Reference;
use serde::{Deserialize, Serialize};
use std::fmt;
use vyre_conform_suite::backend::Identity;

/// A device whose subgroups do not have the stated size. The reference and the invariants still judge it, but its words
/// are not compared with those of the interpreter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SubgroupMismatch {
    /// The device's name in reports.
    pub device: String,
    /// The size that the manifest states.
    pub stated: u64,
    /// The least size of the device; 0 if it reports none.
    pub least: u64,
    /// The greatest size of the device.
    pub greatest: u64,
}

impl fmt::Display for SubgroupMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, greatest) = (self.least, self.greatest);
        write!(f, "{} has subgroups of ", self.device)?;
        match (least, greatest) {
            (0, _) => f.write_str("unknown size")?,
            _ if least == greatest => write!(f, "{least} lanes")?,
            _ => write!(f, "{least} to {greatest} lanes")?,
        }
        write!(
            f,
            ", the manifest states {}: its words are not compared with those of the interpreter",
            self.stated
        )
    }
}

impl Contract<'_> {
    /// The mismatch of a device, if the kernel uses subgroups and the manifest states another size.
    pub(crate) fn subgroup_mismatch(&self, identity: &Identity) -> Option<SubgroupMismatch> {
        let stated = self.stated_subgroup_size()?;
        let limit = |name: &str| {
            let mut limits = identity.limits.iter();
            limits
                .find(|(known, _)| known == name)
                .map_or(0, |(_, value)| *value)
        };
        let mismatch = SubgroupMismatch {
            device: format!("`{}`", identity.slug),
            stated,
            least: limit("subgroup_min_size"),
            greatest: limit("subgroup_max_size"),
        };
        mismatch.is_real(stated).then_some(mismatch)
    }

    /// The size with which the interpreter runs the kernel, if it has subgroups.
    pub(crate) fn stated_subgroup_size(&self) -> Option<u64> {
        let stated = self.manifest.subgroup_size.as_ref()?;
        self.source.uses_subgroups().then_some(stated.value.into())
    }

    /// True if the kernel or the reference kernel uses subgroups.
    pub(crate) fn uses_subgroups(&self) -> bool {
        let by_reference = match &self.reference {
            Reference::Kernel { source, .. } => source.uses_subgroups(),
            _ => false,
        };
        by_reference || self.source.uses_subgroups()
    }
}

impl SubgroupMismatch {
    /// True if `stated` is the size in the mismatch, and the device has another one.
    pub(crate) fn is_real(&self, stated: u64) -> bool {
        self.stated == stated && (self.least, self.greatest) != (stated, stated)
    }
}
