//! A Vulkan driver loaded into this process from its file, without a Vulkan loader.
//!
//! An installable client driver exports the function that resolves all others. With it a Vulkan instance can be created
//! directly and passed to wgpu.

use ash::vk;
use std::ffi::c_char;
use std::path::{Path, PathBuf};

/// A loaded driver.
pub(super) struct Driver {
    instance: wgpu::Instance,
    /// File name, length and digest of the driver's library, which identify a build whose version does not.
    pub(super) origin: String,
    /// The library, by the name used for loading.
    pub(super) library: PathBuf,
}

impl Driver {
    /// The driver's adapters; they keep the instance alive.
    pub(super) fn adapters(&self) -> Vec<wgpu::Adapter> {
        pollster::block_on(self.instance.enumerate_adapters(wgpu::Backends::VULKAN))
    }
}

/// Loads the driver library `path`, or the one that the ICD manifest `path` (a `.json`) names.
pub(super) fn load(path: &Path) -> Result<Driver, String> {
    let library = match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case("json") => from_manifest(path)?,
        _ => path.to_owned(),
    };
    let origin = match std::fs::read(&library) {
        Ok(bytes) => format!(
            "{}, {} bytes, fnv1a64 {:016x}",
            library.file_name().unwrap_or_default().to_string_lossy(),
            bytes.len(),
            fnv1a64(&bytes)
        ),
        // A bare name for the system's search path.
        Err(_) if library.components().count() == 1 => library.display().to_string(),
        Err(error) => return Err(format!("{} cannot be read: {error}", library.display())),
    };
    let entry = entry(&library)?;
    let instance = instance(entry).map_err(|e| format!("{}: {e}", library.display()))?;
    // Two names of one file are one driver.
    let library = library.canonicalize().unwrap_or(library);
    Ok(Driver {
        instance,
        origin,
        library,
    })
}

/// The library that a manifest names: `"library_path": "..."`, relative to the manifest if it
/// contains a directory separator.
fn from_manifest(path: &Path) -> Result<PathBuf, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let named = text
        .split_once("\"library_path\"")
        .and_then(|(_, rest)| rest.trim_start().strip_prefix(':'))
        .and_then(|rest| rest.trim_start().strip_prefix('"'))
        .and_then(|rest| rest.split_once('"'))
        .map(|(name, _)| name.replace("\\\\", "\\").replace("\\/", "/"))
        .ok_or_else(|| format!("{} names no \"library_path\"", path.display()))?;
    let named = Path::new(&named);
    Ok(match path.parent() {
        Some(folder) if named.is_relative() && named.components().count() > 1 => folder.join(named),
        _ => named.to_owned(),
    })
}

/// The 64-bit FNV-1a hash (Fowler, Noll, Vo), to distinguish builds of a driver, without cryptographic strength.
fn fnv1a64(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// The entry points of a driver library.
fn entry(library: &Path) -> Result<ash::Entry, String> {
    // SAFETY: loading a library runs its initialisers. The user named this file as a Vulkan driver, and loading a
    // driver implies trust in it, with a Vulkan loader as well.
    let library = unsafe { libloading::Library::new(library) }
        .map_err(|error| format!("{} cannot be loaded: {error}", library.display()))?;
    // The driver starts threads and is used until the process ends, so it is never unloaded.
    let library: &'static libloading::Library = Box::leak(Box::new(library));
    type Negotiate = unsafe extern "system" fn(*mut u32) -> vk::Result;
    // SAFETY: the symbol, if it exists, has this type according to the interface between the Vulkan loader and its
    // drivers (version 5 is the last one with no other requirements on a loader).
    unsafe {
        if let Ok(negotiate) =
            library.get::<Negotiate>(b"vk_icdNegotiateLoaderICDInterfaceVersion\0")
        {
            let mut version = 5;
            let _ = negotiate(&mut version);
        }
    }
    type GetProc = unsafe extern "system" fn(vk::Instance, *const c_char) -> vk::PFN_vkVoidFunction;
    // SAFETY: both names have the type of `vkGetInstanceProcAddr`: the first by the same interface, the second by the
    // Vulkan specification.
    let get_instance_proc_addr: GetProc = unsafe {
        library
            .get::<GetProc>(b"vk_icdGetInstanceProcAddr\0")
            .or_else(|_| library.get::<GetProc>(b"vkGetInstanceProcAddr\0"))
            .map(|symbol| *symbol)
            .map_err(|_| "the library is not a Vulkan driver: it has no entry point".to_owned())?
    };
    let functions = ash::StaticFn {
        get_instance_proc_addr,
    };
    // SAFETY: the function comes from a driver that is never unloaded, and handles a null instance as the specification
    // requires.
    Ok(unsafe { ash::Entry::from_static_fn(functions) })
}

/// A Vulkan instance on these entry points, created as by wgpu.
fn instance(entry: ash::Entry) -> Result<wgpu::Instance, String> {
    use wgpu::hal::vulkan;
    let flags = wgpu::InstanceFlags::empty();
    // SAFETY: the entry points belong to a loaded driver.
    let version = unsafe { entry.try_enumerate_instance_version() }
        .map_err(|error| error.to_string())?
        .unwrap_or(vk::API_VERSION_1_0);
    let extensions = vulkan::Instance::desired_extensions(&entry, version, flags)
        .map_err(|error| error.to_string())?;
    let names: Vec<*const c_char> = extensions.iter().map(|name| name.as_ptr()).collect();
    let application = vk::ApplicationInfo::default()
        .application_name(c"vyre-conform")
        // The newest version that wgpu supports; version 1.0 accepts only itself.
        .api_version(if version < vk::API_VERSION_1_1 {
            vk::API_VERSION_1_0
        } else {
            vk::API_VERSION_1_3
        });
    let create = vk::InstanceCreateInfo::default()
        .application_info(&application)
        .enabled_extension_names(&names);
    // SAFETY: `create` and everything it points to outlive the call, and the driver lists the extensions.
    let raw = unsafe { entry.create_instance(&create, None) }.map_err(|error| error.to_string())?;
    // SAFETY: `raw` was created from `entry` with exactly these extensions and ownership passes to wgpu, which destroys
    // it without a drop callback.
    let instance = unsafe {
        vulkan::Instance::from_raw(
            entry,
            raw,
            version,
            0,
            None,
            extensions,
            flags,
            wgpu::MemoryBudgetThresholds::default(),
            false,
            None,
        )
    }
    .map_err(|error| error.to_string())?;
    // SAFETY: the instance is valid, was just created, and has no other owner.
    Ok(unsafe { wgpu::Instance::from_hal::<vulkan::Api>(instance) })
}
