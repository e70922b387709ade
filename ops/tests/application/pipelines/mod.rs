//! Programs and engines on devices and buffers of an application.

mod empty;
mod floats;
mod hashes;
mod kernels;
mod named;
mod programs;
mod refused;

use vyre_conform_runtime::catalog::Catalog;
use wgpu::BufferUsages as Usage;

/// Guarded words after the end of a kernel's buffer.
const GUARD: [u32; 3] = [0xDEAD_BEEF; 3];

fn catalog() -> Catalog {
    Catalog::linked().expect("a catalog")
}

/// A device that the test requests itself, like an application.
struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
}

impl Gpu {
    /// One device on every Vulkan adapter.
    fn all() -> Vec<Self> {
        let instance = wgpu::Instance::default();
        let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::VULKAN));
        let device = |adapter: wgpu::Adapter| {
            let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))
                .expect("a device with the default limits");
            Self { device, queue }
        };
        let all: Vec<Self> = adapters.into_iter().map(device).collect();
        assert!(
            !all.is_empty(),
            "this test takes a Vulkan driver: install lavapipe"
        );
        all
    }

    /// A buffer with these words, followed by guarded words.
    fn buffer(&self, words: &[u32]) -> wgpu::Buffer {
        self.exact(&[words, &GUARD].concat())
    }

    /// A buffer with these words.
    fn exact(&self, words: &[u32]) -> wgpu::Buffer {
        let usage = Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST;
        let buffer = self.empty(4 * words.len() as u64, usage);
        self.queue.write_buffer(&buffer, 0, &bytes(words));
        buffer
    }

    fn empty(&self, size: u64, usage: Usage) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage,
            mapped_at_creation: false,
        })
    }

    fn encoder(&self) -> wgpu::CommandEncoder {
        self.device.create_command_encoder(&Default::default())
    }

    /// The contents of a buffer without its guarded words, which must be unchanged.
    fn words(&self, buffer: &wgpu::Buffer) -> Vec<u32> {
        let mut words = self.all_words(buffer);
        let guard = words.split_off(words.len() - GUARD.len());
        assert_eq!(guard, GUARD, "words behind the end were written");
        words
    }

    /// The contents of a buffer.
    fn all_words(&self, buffer: &wgpu::Buffer) -> Vec<u32> {
        let staging = self.empty(buffer.size(), Usage::MAP_READ | Usage::COPY_DST);
        let mut encoder = self.encoder();
        encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, buffer.size());
        self.queue.submit([encoder.finish()]);
        staging
            .slice(..)
            .map_async(wgpu::MapMode::Read, |mapped| mapped.expect("mapped"));
        self.device
            .poll(wgpu::PollType::wait_indefinitely())
            .expect("a device that answers");
        let view = staging.slice(..).get_mapped_range().expect("mapped");
        let words = view.chunks_exact(4);
        words
            .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
            .collect()
    }
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Words without a pattern.
fn random(len: u32, seed: u32) -> Vec<u32> {
    let mix = |i: u32| {
        let x = (i ^ seed.wrapping_mul(0x85EB_CA6B)).wrapping_mul(0x9E37_79B9);
        (x ^ x >> 15).wrapping_mul(0x2C1B_3C6D) ^ x >> 12
    };
    (0..len).map(mix).collect()
}
