//! The limits that a backend states.

use super::Welcome;
use std::collections::BTreeMap;
use vyre_conform_ir::valid::Limits;

/// Default for the maximal cases of a `run`.
pub(crate) const DEFAULT_CASES: u64 = 1 << 18;

/// Names of limits, and their fields.
macro_rules! limits {
    ($($name:literal $($field:ident)+ $([$k:literal])?,)*) => {
        /// Sets a limit; `None` if the name is unknown.
        fn set(limits: &mut Limits, name: &str, value: u64) -> Option<()> {
            match name {
                $($name => limits.$($field)+ $([$k])? = value.try_into().unwrap_or(u32::MAX.into()),)*
                _ => return None,
            }
            Some(())
        }

        /// The limits by name.
        pub(crate) fn named(limits: &Limits) -> BTreeMap<String, u64> {
            let pairs = [$(($name, u64::from(limits.$($field)+ $([$k])?))),*];
            pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
        }
    };
}

limits! {
    "workgroup_size_x" workgroup_size[0],
    "workgroup_size_y" workgroup_size[1],
    "workgroup_size_z" workgroup_size[2],
    "workgroup_invocations" workgroup_invocations,
    "workgroups" workgroups,
    "workgroup_bytes" workgroup_bytes,
    "function_bytes" function_bytes,
    "private_bytes" private_bytes,
    "storage_bytes" storage_bytes,
    "storage_buffers" storage_buffers,
    "uniform_bytes" uniform_bytes,
    "uniform_buffers" uniform_buffers,
    "bindings" bindings,
}

/// Limits of a backend that programs do not have.
pub(crate) const OTHER_LIMITS: [&str; 2] = ["cases", "steps_per_second"];

impl Welcome {
    /// The limits of programs.
    ///
    /// # Errors
    ///
    /// An unknown name.
    pub(crate) fn program_limits(&self) -> Result<Limits, String> {
        let mut limits = Limits::WEBGPU;
        for (name, value) in &self.limits {
            if set(&mut limits, name, *value).is_none() && !OTHER_LIMITS.contains(&&**name) {
                return Err(name.clone());
            }
        }
        limits.uniform_bytes = limits.uniform_bytes.min(Limits::WEBGPU.uniform_bytes);
        Ok(limits)
    }

    /// Maximal cases of a `run`.
    pub(crate) fn cases(&self) -> u64 {
        let stated = self.limits.get("cases").copied();
        stated.unwrap_or(DEFAULT_CASES).clamp(1, DEFAULT_CASES)
    }
}
