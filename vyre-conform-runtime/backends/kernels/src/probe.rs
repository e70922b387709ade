//! Test that a device works.

use super::{Device, Dispatch, KernelArgument};
use vyre_conform_suite::backend::BackendError;

/// The kernel of a probe.
const KERNEL: &str = "vyre_probe";

/// Runs the kernel `vyre_probe` of a text, which replaces the word `a[0]` by `2 * a[0] + 1`, on a word for which the
/// sum overflows.
///
/// # Errors
///
/// The wrong result or the device's error.
pub fn probe<D: Device>(device: &D, text: &str) -> Result<(), BackendError> {
    let run = || {
        let unit = device.compile(KERNEL, text)?;
        let (queue, buffer) = (device.queue()?, device.allocate(4)?);
        device.clear(&queue, &buffer, 4)?;
        device.write(&queue, &buffer, &[0x8000_0014])?;
        let dispatch = Dispatch {
            kernel: KERNEL,
            workgroups: [1; 3],
            size: [1; 3],
            memory: 0,
            arguments: &[KernelArgument::Buffer(&buffer)],
        };
        device.run(&queue, &unit, &dispatch)?;
        let mut result = [0];
        device.read(&queue, &buffer, &mut result)?;
        Ok::<_, BackendError>(result[0])
    };
    match run()? {
        41 => Ok(()),
        other => Err(BackendError::Other(format!(
            "a kernel that must give 41 gives {other}"
        ))),
    }
}
