//! Device access for the examples: buffers in, commands, buffers out.

#![allow(dead_code, reason = "an example need not do all of it")]

use std::error::Error;
use wgpu::BufferUsages as Usage;

/// An adapter, with a device that has the adapter's own limits of buffers.
pub(crate) struct Gpu {
    /// The adapter's name.
    pub(crate) name: String,
    /// The device.
    pub(crate) device: wgpu::Device,
    /// Its queue.
    pub(crate) queue: wgpu::Queue,
}

impl Gpu {
    /// One of every Vulkan, Metal or DirectX adapter.
    ///
    /// # Errors
    /// No adapter, or one that gives no device.
    pub(crate) fn all() -> Result<Vec<Self>, Box<dyn Error>> {
        let instance = wgpu::Instance::default();
        let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::PRIMARY));
        if adapters.is_empty() {
            return Err(
                "no adapter: install a driver, lavapipe (mesa-vulkan-drivers) for one".into(),
            );
        }
        adapters.into_iter().map(Self::of).collect()
    }

    /// A device that is open already.
    pub(crate) fn opened(name: &str, (device, queue): (wgpu::Device, wgpu::Queue)) -> Self {
        Self {
            name: name.to_owned(),
            device,
            queue,
        }
    }

    fn of(adapter: wgpu::Adapter) -> Result<Self, Box<dyn Error>> {
        let has = adapter.limits();
        let descriptor = wgpu::DeviceDescriptor {
            required_limits: wgpu::Limits {
                max_buffer_size: has.max_buffer_size,
                max_storage_buffer_binding_size: has.max_storage_buffer_binding_size,
                ..wgpu::Limits::default()
            },
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))?;
        let name = adapter.get_info().name;
        Ok(Self {
            name,
            device,
            queue,
        })
    }

    /// A buffer of this many words, for any kernel.
    pub(crate) fn words(&self, words: u64) -> wgpu::Buffer {
        let usage = Usage::STORAGE | Usage::COPY_SRC | Usage::COPY_DST;
        self.buffer(4 * words, usage)
    }

    /// A buffer of these words.
    pub(crate) fn filled(&self, words: &[u32]) -> wgpu::Buffer {
        const PART: usize = 1 << 24;
        let buffer = self.words(words.len() as u64);
        for (k, part) in words.chunks(PART).enumerate() {
            let bytes: Vec<u8> = part.iter().flat_map(|word| word.to_le_bytes()).collect();
            self.queue
                .write_buffer(&buffer, (4 * PART * k) as u64, &bytes);
            // Frees the memory that the part took on its way.
            self.queue.submit([]);
        }
        buffer
    }

    fn buffer(&self, size: u64, usage: Usage) -> wgpu::Buffer {
        self.device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size,
            usage,
            mapped_at_creation: false,
        })
    }

    /// An encoder of commands.
    pub(crate) fn encoder(&self) -> wgpu::CommandEncoder {
        self.device.create_command_encoder(&Default::default())
    }

    /// Submits commands and waits for their end.
    ///
    /// # Errors
    /// A lost device.
    pub(crate) fn run(&self, encoder: wgpu::CommandEncoder) -> Result<(), Box<dyn Error>> {
        self.queue.submit([encoder.finish()]);
        self.device.poll(wgpu::PollType::wait_indefinitely())?;
        Ok(())
    }

    /// The contents of a buffer.
    ///
    /// # Errors
    /// A lost device.
    pub(crate) fn read(&self, buffer: &wgpu::Buffer) -> Result<Vec<u32>, Box<dyn Error>> {
        let staging = self.buffer(buffer.size(), Usage::MAP_READ | Usage::COPY_DST);
        let mut encoder = self.encoder();
        encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, buffer.size());
        self.queue.submit([encoder.finish()]);
        // A failed mapping shows below, at `get_mapped_range`.
        staging.slice(..).map_async(wgpu::MapMode::Read, drop);
        self.device.poll(wgpu::PollType::wait_indefinitely())?;
        let view = staging.slice(..).get_mapped_range()?;
        let words = view.chunks_exact(4);
        let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        Ok(words.map(word).collect())
    }
}
