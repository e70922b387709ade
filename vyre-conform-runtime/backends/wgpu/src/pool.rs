//! Buffers that are used again: a device allocation costs more than a small dispatch.

use super::device::Gpu;
use std::collections::HashMap;
use std::sync::{Mutex, mpsc};
use std::time::Duration;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::BackendError;

/// What a buffer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Use {
    /// Read and written by shaders, filled from the host, copied from.
    Storage,
    /// As `Storage`, and read as a uniform too: a launch may bind one buffer both ways.
    Launch,
    /// Read by shaders as a uniform.
    Uniform,
    /// Copied into and mapped by the host.
    ReadBack,
}

/// Free buffers by use and size.
#[derive(Debug, Default)]
pub(super) struct Pool(Mutex<HashMap<(Use, u64), Vec<wgpu::Buffer>>>);

/// A buffer on loan. It goes back to the pool by [`Gpu::give_back`] after everything that uses it
/// has run; dropped after an error, it is freed instead, because its state is not known.
#[derive(Debug)]
pub(super) struct Loan {
    pub(super) buffer: wgpu::Buffer,
    key: (Use, u64),
}

impl Gpu {
    /// A buffer of at least `bytes` bytes.
    pub(super) fn borrow(&self, for_use: Use, bytes: u64) -> Result<Loan, BackendError> {
        let size = bytes
            .next_power_of_two()
            .max(256)
            .min(self.limits.max_buffer_size & !3);
        if size < bytes {
            return Err(BackendError::OutOfMemory(format!(
                "a buffer of {bytes} bytes is beyond the adapter's limit of {size}"
            )));
        }
        let key = (for_use, size);
        if let Some(buffer) = lock(&self.pool.0).get_mut(&key).and_then(Vec::pop) {
            return Ok(Loan { buffer, key });
        }
        use wgpu::BufferUsages as Usage;
        let usage = match for_use {
            Use::Storage => Usage::STORAGE | Usage::COPY_DST | Usage::COPY_SRC,
            Use::Launch => Usage::STORAGE | Usage::UNIFORM | Usage::COPY_DST | Usage::COPY_SRC,
            Use::Uniform => Usage::UNIFORM | Usage::COPY_DST,
            Use::ReadBack => Usage::MAP_READ | Usage::COPY_DST,
        };
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage,
            mapped_at_creation: false,
        });
        Ok(Loan { buffer, key })
    }

    /// Fills the front of a buffer, before whatever is submitted next.
    pub(super) fn write(&self, loan: &Loan, words: &[u32]) {
        self.queue
            .write_buffer(&loan.buffer, 0, bytemuck::cast_slice(words));
    }

    /// Takes a buffer back that nothing uses any more.
    pub(super) fn give_back(&self, loan: Loan) {
        lock(&self.pool.0)
            .entry(loan.key)
            .or_default()
            .push(loan.buffer);
    }
}

/// What became of a request to map a buffer, once it is known.
pub(super) type MapReceiver = mpsc::Receiver<Result<(), wgpu::BufferAsyncError>>;

/// The time to wait for that after the work it depends on has run: another thread that polls the
/// device may have taken the callback over and not yet called it.
const MAPPING: Duration = Duration::from_secs(30);

impl Gpu {
    /// Asks for the first `bytes` bytes of a [`Use::ReadBack`] buffer, once what was submitted
    /// before has run.
    pub(super) fn map(&self, loan: &Loan, bytes: u64) -> MapReceiver {
        let (tell, mapped) = mpsc::channel();
        loan.buffer
            .map_async(wgpu::MapMode::Read, ..bytes, move |result| {
                // Nobody listens after an error that came first.
                let _ = tell.send(result);
            });
        mapped
    }

    /// Appends the mapped bytes to `into` and gives the buffer back.
    pub(super) fn take_mapped(
        &self,
        loan: Loan,
        bytes: u64,
        mapped: &MapReceiver,
        into: &mut Vec<u32>,
    ) -> Result<(), BackendError> {
        match mapped.recv_timeout(MAPPING) {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(BackendError::Other(error.to_string())),
            Err(_) => {
                return Err(BackendError::Other(
                    "the result was never mapped".to_owned(),
                ));
            }
        }
        {
            let view = loan.buffer.get_mapped_range(..bytes);
            let view = view.map_err(|e| BackendError::Other(e.to_string()))?;
            into.extend_from_slice(bytemuck::cast_slice(&view));
        }
        loan.buffer.unmap();
        self.give_back(loan);
        Ok(())
    }

    /// The first `bytes` bytes of a storage buffer. Call it inside [`Gpu::guarded`].
    pub(super) fn read(&self, from: &Loan, bytes: u64) -> Result<Vec<u32>, BackendError> {
        let back = self.borrow(Use::ReadBack, bytes)?;
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(&from.buffer, 0, &back.buffer, 0, bytes);
        let submission = self.queue.submit([encoder.finish()]);
        let mapped = self.map(&back, bytes);
        self.wait(submission)?;
        let mut words = Vec::new();
        self.take_mapped(back, bytes, &mapped, &mut words)?;
        Ok(words)
    }
}
