//! Names of devices in verdicts.

/// The name of the CPU reference in verdicts.
pub(super) const REFERENCE: &str = "reference";

/// The name of a device with its driver in verdicts.
pub(super) fn driver_name(kind: &str, device: &str, driver: &str) -> String {
    format!("{kind}: {device} ({driver})")
}
