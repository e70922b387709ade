//! Reuse of buffers: a device allocation costs more than a small dispatch.

use super::device::Gpu;
use std::collections::HashMap;
use std::sync::{Mutex, mpsc};
use std::time::Duration;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::BackendError;

/// Use of a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Use {
    /// Read and written by shaders, filled from the host, copied from.
    Storage,
    /// `Storage`, and also read as a uniform: a launch may bind one buffer both ways.
    Launch,
    /// Read by shaders as a uniform.
    Uniform,
    /// Copied into and mapped by the host.
    ReadBack,
}

/// Free buffers by use and size.
#[derive(Debug, Default)]
pub(super) struct Pool(Mutex<HashMap<(Use, u64), Vec<wgpu::Buffer>>>);

/// A borrowed buffer. [`Gpu::give_back`] returns it to the pool after all its uses have run; dropped after an error, it
/// is freed instead, because its state is unknown.
#[derive(Debug)]
pub(super) struct PooledBuffer {
    pub(super) buffer: wgpu::Buffer,
    key: (Use, u64),
}

impl Gpu {
    /// Borrows a buffer of at least `bytes` bytes.
    pub(super) fn borrow(&self, for_use: Use, bytes: u64) -> Result<PooledBuffer, BackendError> {
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
            return Ok(PooledBuffer { buffer, key });
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
        Ok(PooledBuffer { buffer, key })
    }

    /// Fills the front of a buffer, before the next submission.
    pub(super) fn write(&self, loan: &PooledBuffer, words: &[u32]) {
        self.queue
            .write_buffer(&loan.buffer, 0, bytemuck::cast_slice(words));
    }

    /// Returns a buffer that is no longer in use.
    pub(super) fn give_back(&self, loan: PooledBuffer) {
        lock(&self.pool.0)
            .entry(loan.key)
            .or_default()
            .push(loan.buffer);
    }
}

/// Receiver of the result of mapping a buffer.
pub(super) type MapReceiver = mpsc::Receiver<Result<(), wgpu::BufferAsyncError>>;

/// Time limit of that result after the work it depends on has run: another polling thread may have taken over the
/// callback without calling it yet.
const MAPPING: Duration = Duration::from_secs(30);

impl Gpu {
    /// Maps the first `bytes` bytes of a [`Use::ReadBack`] buffer, after all previous submissions.
    pub(super) fn map(&self, loan: &PooledBuffer, bytes: u64) -> MapReceiver {
        let (tell, mapped) = mpsc::channel();
        loan.buffer
            .map_async(wgpu::MapMode::Read, ..bytes, move |result| {
                // Nobody receives after an earlier error.
                let _ = tell.send(result);
            });
        mapped
    }

    /// Appends the mapped bytes to `into` and returns the buffer.
    pub(super) fn take_mapped(
        &self,
        loan: PooledBuffer,
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

    /// The first `bytes` bytes of a storage buffer. It must be called inside [`Gpu::guarded`].
    pub(super) fn read(&self, from: &PooledBuffer, bytes: u64) -> Result<Vec<u32>, BackendError> {
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
