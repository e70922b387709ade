//! Discovery and selection of devices.

use super::api::Api;
use super::error::{OpenClError, done};
use opencl_sys as cl;
use std::ffi::c_void;
use std::ptr;

/// Error of a loader without drivers, beyond those of the specification.
const PLATFORM_NOT_FOUND: i32 = -1001;

/// A device.
#[derive(Clone, Debug)]
pub(super) struct DeviceInfo {
    pub(super) id: cl::cl_device_id,
    pub(super) platform: String,
    pub(super) name: String,
    /// The driver and its version.
    pub(super) driver: String,
    /// True if it supports binary64.
    pub(super) has_doubles: bool,
    /// True if the compiler has an option for IEEE 754 rounding of binary32 quotients and roots.
    pub(super) rounds_quotients: bool,
    pub(super) is_gpu: bool,
}

// SAFETY: the id of a device is a handle that any thread may use.
unsafe impl Send for DeviceInfo {}
// SAFETY: as above.
unsafe impl Sync for DeviceInfo {}

impl DeviceInfo {
    /// `platform: device`.
    pub(super) fn whole_name(&self) -> String {
        format!("{}: {}", self.platform, self.name)
    }
}

/// The requested device: the first whose platform or name has this part; by default the first GPU, or else the first
/// device.
pub(super) fn requested_device(api: &Api, named: Option<&str>) -> Result<DeviceInfo, OpenClError> {
    let all = all(api)?;
    let available = || {
        let names: Vec<String> = all.iter().map(DeviceInfo::whole_name).collect();
        names.join("; ")
    };
    let device = match named {
        Some(named) => {
            let part = named.to_lowercase();
            let device = all
                .iter()
                .find(|device| device.whole_name().to_lowercase().contains(&part));
            device.ok_or_else(|| OpenClError::NotNamed {
                named: named.to_owned(),
                there: available(),
            })?
        }
        None => all.iter().find(|device| device.is_gpu).unwrap_or(&all[0]),
    };
    Ok(device.clone())
}

/// All usable devices, at least one.
fn all(api: &Api) -> Result<Vec<DeviceInfo>, OpenClError> {
    let mut candidate = vec![];
    let mut without = vec![];
    for platform in platforms(api)? {
        let text = |what| {
            let read = |size, to, expected| {
                // SAFETY: the platform belongs to the loader, and `to` has room for `size` bytes.
                unsafe { (api.clGetPlatformInfo)(platform, what, size, to, expected) }
            };
            text("clGetPlatformInfo", read)
        };
        let (name, version) = (text(cl::CL_PLATFORM_NAME)?, text(cl::CL_PLATFORM_VERSION)?);
        let before = candidate.len();
        let devices = devices(api, platform)?;
        let count = devices.len();
        for id in devices {
            let device = Device { api, id };
            if !device.is_usable()? {
                continue;
            }
            let driver = device.text(cl::CL_DRIVER_VERSION)?;
            candidate.push(DeviceInfo {
                id,
                platform: name.clone(),
                name: device.text(cl::CL_DEVICE_NAME)?,
                driver: format!("{version}, driver {driver}"),
                has_doubles: device
                    .text(cl::CL_DEVICE_EXTENSIONS)?
                    .split_whitespace()
                    .any(|name| name == "cl_khr_fp64"),
                rounds_quotients: device.number(cl::CL_DEVICE_SINGLE_FP_CONFIG)?
                    & cl::CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT
                    != 0,
                is_gpu: device.number(cl::CL_DEVICE_TYPE)? & cl::CL_DEVICE_TYPE_GPU != 0,
            });
        }
        if candidate.len() == before {
            without.push(match count {
                0 => format!("{name} (no device)"),
                _ => format!("{name} (no device that is available and has a compiler)"),
            });
        }
    }
    if candidate.is_empty() {
        Err(OpenClError::NoDevice {
            platforms: without.join("; "),
        })
    } else {
        Ok(candidate)
    }
}

fn platforms(api: &Api) -> Result<Vec<cl::cl_platform_id>, OpenClError> {
    let mut count = 0;
    // SAFETY: the call only returns the count.
    let code = unsafe { (api.clGetPlatformIDs)(0, ptr::null_mut(), &raw mut count) };
    if code == PLATFORM_NOT_FOUND || (code == cl::CL_SUCCESS && count == 0) {
        return Err(OpenClError::NoPlatform);
    }
    done("clGetPlatformIDs", code)?;
    let mut ids = vec![ptr::null_mut(); count as usize];
    // SAFETY: the buffer has room for this many.
    let code = unsafe { (api.clGetPlatformIDs)(count, ids.as_mut_ptr(), ptr::null_mut()) };
    done("clGetPlatformIDs", code).map(|()| ids)
}

fn devices(api: &Api, platform: cl::cl_platform_id) -> Result<Vec<cl::cl_device_id>, OpenClError> {
    let all = cl::CL_DEVICE_TYPE_ALL;
    let mut count = 0;
    // SAFETY: the call only returns the count.
    let code = unsafe { (api.clGetDeviceIDs)(platform, all, 0, ptr::null_mut(), &raw mut count) };
    if code == cl::CL_DEVICE_NOT_FOUND {
        return Ok(vec![]);
    }
    done("clGetDeviceIDs", code)?;
    let mut ids = vec![ptr::null_mut(); count as usize];
    // SAFETY: the buffer has room for this many.
    let code =
        unsafe { (api.clGetDeviceIDs)(platform, all, count, ids.as_mut_ptr(), ptr::null_mut()) };
    done("clGetDeviceIDs", code).map(|()| ids)
}

/// Queries of a device.
pub(super) struct Device<'a> {
    pub(super) api: &'a Api,
    pub(super) id: cl::cl_device_id,
}

impl Device<'_> {
    fn info(
        &self,
        what: cl::cl_device_info,
        size: usize,
        to: *mut c_void,
        expected: *mut usize,
    ) -> i32 {
        // SAFETY: the device belongs to the loader, and `to` has room for `size` bytes.
        unsafe { (self.api.clGetDeviceInfo)(self.id, what, size, to, expected) }
    }

    pub(super) fn text(&self, what: cl::cl_device_info) -> Result<String, OpenClError> {
        text("clGetDeviceInfo", |size, to, expected| {
            self.info(what, size, to, expected)
        })
    }

    /// A 32-bit or 64-bit number.
    pub(super) fn number(&self, what: cl::cl_device_info) -> Result<u64, OpenClError> {
        Ok(self.numbers(what)?[0])
    }

    /// One to three 64-bit numbers, or a 32-bit one.
    pub(super) fn numbers(&self, what: cl::cl_device_info) -> Result<[u64; 3], OpenClError> {
        let mut numbers = [0; 3];
        let code = self.info(
            what,
            size_of_val(&numbers),
            numbers.as_mut_ptr().cast(),
            ptr::null_mut(),
        );
        done("clGetDeviceInfo", code).map(|()| numbers)
    }

    fn is_usable(&self) -> Result<bool, OpenClError> {
        for what in [
            cl::CL_DEVICE_AVAILABLE,
            cl::CL_DEVICE_COMPILER_AVAILABLE,
            cl::CL_DEVICE_ENDIAN_LITTLE,
        ] {
            if self.number(what)? == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A text; `read` returns its size or its bytes.
pub(super) fn text(
    call: &'static str,
    read: impl Fn(usize, *mut c_void, *mut usize) -> i32,
) -> Result<String, OpenClError> {
    let mut size = 0;
    done(call, read(0, ptr::null_mut(), &raw mut size))?;
    let mut bytes = vec![0_u8; size];
    done(call, read(size, bytes.as_mut_ptr().cast(), ptr::null_mut()))?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(text.trim_end_matches('\0').trim().to_owned())
}
