//! Reuse of buffers and queues: an allocation costs more than a small dispatch.

use super::{Device, Dispatch, KernelArgument};
use std::collections::HashMap;
use std::fmt;
use std::sync::Mutex;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::BackendError;

/// Maximal bytes of free buffers.
const MAX_FREE_BYTES: usize = 1 << 30;

/// Minimal size of a buffer.
const MIN_BUFFER: usize = 256;

/// Free buffers by size, and free queues.
pub(super) struct Memory<D: Device> {
    free: Mutex<Free<D>>,
    queues: Mutex<Vec<D::Queue>>,
}

struct Free<D: Device> {
    buffers: HashMap<usize, Vec<D::Buffer>>,
    bytes: usize,
}

impl<D: Device> Default for Memory<D> {
    fn default() -> Self {
        Self {
            free: Mutex::new(Free {
                buffers: HashMap::new(),
                bytes: 0,
            }),
            queues: Mutex::default(),
        }
    }
}

impl<D: Device> fmt::Debug for Memory<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = lock(&self.free).bytes;
        f.debug_struct("Memory").field("free", &bytes).finish()
    }
}

/// A borrowed buffer and its size.
pub(super) struct BorrowedBuffer<B> {
    pub(super) buffer: B,
    size: usize,
}

/// Borrowed buffers and a queue. They are returned on success; after an error they are freed, because running work is
/// unknown.
pub(super) struct Session<'a, D: Device> {
    pub(super) device: &'a D,
    memory: &'a Memory<D>,
    pub(super) queue: D::Queue,
}

impl<D: Device> Memory<D> {
    /// Runs `work` with a queue.
    pub(super) fn session<R>(
        &self,
        device: &D,
        work: impl FnOnce(&Session<'_, D>) -> Result<R, BackendError>,
    ) -> Result<R, BackendError> {
        let idle_queue = lock(&self.queues).pop();
        let session = Session {
            device,
            memory: self,
            queue: idle_queue.map_or_else(|| device.queue(), Ok)?,
        };
        let result = work(&session)?;
        lock(&self.queues).push(session.queue);
        Ok(result)
    }
}

impl<D: Device> Session<'_, D> {
    /// Borrows a buffer of at least `bytes` bytes with arbitrary contents.
    pub(super) fn borrow(&self, bytes: usize) -> Result<BorrowedBuffer<D::Buffer>, BackendError> {
        let size = size(bytes);
        {
            let mut free = lock(&self.memory.free);
            if let Some(buffer) = free.buffers.get_mut(&size).and_then(Vec::pop) {
                free.bytes -= size;
                return Ok(BorrowedBuffer { buffer, size });
            }
        }
        let buffer = self.device.allocate(size).or_else(|error| match error {
            // Free buffers of other sizes may hold the missing memory.
            BackendError::OutOfMemory(_) => {
                let mut free = lock(&self.memory.free);
                free.buffers.clear();
                free.bytes = 0;
                drop(free);
                self.device.allocate(size)
            }
            other => Err(other),
        })?;
        Ok(BorrowedBuffer { buffer, size })
    }

    /// Borrows a buffer with these words.
    pub(super) fn filled(&self, words: &[u32]) -> Result<BorrowedBuffer<D::Buffer>, BackendError> {
        let loan = self.borrow(size_of_val(words))?;
        self.device.write(&self.queue, &loan.buffer, words)?;
        Ok(loan)
    }

    /// Borrows a buffer with this many zero words.
    pub(super) fn zeros(&self, words: usize) -> Result<BorrowedBuffer<D::Buffer>, BackendError> {
        let loan = self.borrow(4 * words)?;
        self.device.clear(&self.queue, &loan.buffer, 4 * words)?;
        Ok(loan)
    }

    /// Reads the first words of a buffer, after all previous commands.
    pub(super) fn read(
        &self,
        from: &BorrowedBuffer<D::Buffer>,
        words: &mut [u32],
    ) -> Result<(), BackendError> {
        self.device.read(&self.queue, &from.buffer, words)
    }

    /// Runs a kernel over cases, on as many workgroups as they need or the device can use.
    pub(super) fn each_case(
        &self,
        unit: &D::Unit,
        kernel: &str,
        cases: u64,
        arguments: &[KernelArgument<'_, D::Buffer>],
    ) -> Result<(), BackendError> {
        let size = self.device.workgroup();
        let workgroups = cases.div_ceil(size.into()).max(1);
        let workgroups = workgroups.min(self.device.workgroups().into()) as u32;
        let dispatch = Dispatch {
            kernel,
            workgroups: [workgroups, 1, 1],
            size: [size, 1, 1],
            memory: 0,
            arguments,
        };
        self.device.run(&self.queue, unit, &dispatch)
    }

    /// Returns buffers that are no longer in use.
    pub(super) fn give_back(&self, loans: impl IntoIterator<Item = BorrowedBuffer<D::Buffer>>) {
        let mut free = lock(&self.memory.free);
        for BorrowedBuffer { buffer, size } in loans {
            if free.bytes + size <= MAX_FREE_BYTES {
                free.bytes += size;
                free.buffers.entry(size).or_default().push(buffer);
            }
        }
    }
}

/// The size of a buffer for this many bytes: few sizes are reused more often, and four per power of two waste little.
fn size(bytes: usize) -> usize {
    let step = (bytes.next_power_of_two() / 8).max(MIN_BUFFER);
    bytes.max(1).next_multiple_of(step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::Ordering::Relaxed;
    use std::sync::atomic::{AtomicBool, AtomicUsize};
    use vyre_conform_ir::valid::Limits;
    use vyre_conform_lower_c::Dialect;
    use vyre_conform_suite::backend::Identity;

    /// A device that counts allocations, has limited memory, and can fail to write.
    #[derive(Default)]
    struct Counting {
        allocated: AtomicUsize,
        used: Arc<AtomicUsize>,
        most: usize,
        refuses: AtomicBool,
    }

    struct Bytes(usize, Arc<AtomicUsize>);

    impl Drop for Bytes {
        fn drop(&mut self) {
            self.1.fetch_sub(self.0, Relaxed);
        }
    }

    type Done = Result<(), BackendError>;

    impl Device for Counting {
        const DIALECT: Dialect = Dialect::OpenCl;
        type Unit = ();
        type Buffer = Bytes;
        type Queue = ();

        fn identity(&self) -> Identity {
            Identity::named("counting")
        }
        fn limits(&self) -> Limits {
            Limits::WEBGPU
        }
        fn makes_inputs(&self) -> bool {
            false
        }
        fn workgroup(&self) -> u32 {
            1
        }
        fn workgroups(&self) -> u32 {
            1
        }
        fn compile(&self, _: &str, _: &str) -> Done {
            Ok(())
        }
        fn allocate(&self, bytes: usize) -> Result<Bytes, BackendError> {
            if self.used.load(Relaxed) + bytes > self.most {
                return Err(BackendError::OutOfMemory(bytes.to_string()));
            }
            self.allocated.fetch_add(1, Relaxed);
            self.used.fetch_add(bytes, Relaxed);
            Ok(Bytes(bytes, self.used.clone()))
        }
        fn queue(&self) -> Done {
            Ok(())
        }
        fn write(&self, _: &(), _: &Bytes, _: &[u32]) -> Done {
            if self.refuses.load(Relaxed) {
                Err(BackendError::Other("refused".to_owned()))
            } else {
                Ok(())
            }
        }
        fn clear(&self, _: &(), _: &Bytes, _: usize) -> Done {
            Ok(())
        }
        fn run(&self, _: &(), _: &(), _: &Dispatch<'_, Bytes>) -> Done {
            Ok(())
        }
        fn read(&self, _: &(), _: &Bytes, _: &mut [u32]) -> Done {
            Ok(())
        }
        fn finish(&self, _: &()) -> Done {
            Ok(())
        }
    }

    /// Oracle: counting: returned buffers are reused, buffers after an error are freed, and free buffers of other sizes
    /// make room.
    #[test]
    fn buffers_are_used_again_and_make_room() {
        let device = Counting {
            most: 4096,
            ..Counting::default()
        };
        let memory = Memory::default();
        let run = |words: usize| {
            memory.session(&device, |session| {
                let loan = session.filled(&vec![0; words])?;
                session.give_back([loan]);
                Ok(())
            })
        };
        for _ in 0..5 {
            assert_eq!(run(512), Ok(()));
        }
        assert_eq!(device.allocated.load(Relaxed), 1);
        // Another size only fits after freeing the free buffer.
        assert_eq!(run(1024), Ok(()));
        assert_eq!(device.allocated.load(Relaxed), 2);
        assert_eq!(device.used.load(Relaxed), 4096);
        let refused = run(2048);
        assert!(
            matches!(refused, Err(BackendError::OutOfMemory(_))),
            "{refused:?}"
        );
        assert_eq!(device.used.load(Relaxed), 0);
        device.refuses.store(true, Relaxed);
        assert!(run(512).is_err());
        assert_eq!(device.used.load(Relaxed), 0);
    }

    /// Oracle: the documentation of `size`.
    #[test]
    fn sizes_are_few_and_large_enough() {
        for (bytes, expected) in [
            (0, 256),
            (1, 256),
            (257, 512),
            (4096, 4096),
            (4097, 5120),
            ((1 << 30) + 1, (1 << 30) + (1 << 28)),
        ] {
            assert_eq!(size(bytes), expected, "{bytes}");
        }
    }
}
