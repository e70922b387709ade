//! Reference-counted objects of OpenCL.

use super::error::{OpenClError, done};
use opencl_sys as cl;
use std::ffi::c_void;

/// An object of OpenCL. Queues hold references: an object in use outlives its drop here.
#[derive(Debug)]
pub struct Object {
    pub(super) raw: *mut c_void,
    release: unsafe extern "C" fn(*mut c_void) -> i32,
}

// SAFETY: any thread may use an object of OpenCL. Kernels, which only one thread at a time may use, are never shared.
unsafe impl Send for Object {}
// SAFETY: as above.
unsafe impl Sync for Object {}

impl Drop for Object {
    fn drop(&mut self) {
        // SAFETY: the object was created and is released once.
        unsafe { (self.release)(self.raw) };
    }
}

/// The object from a creating function.
pub(super) fn created(
    call: &'static str,
    release: unsafe extern "C" fn(*mut c_void) -> i32,
    create: impl FnOnce(*mut i32) -> *mut c_void,
) -> Result<Object, OpenClError> {
    let mut code = cl::CL_SUCCESS;
    let raw = create(&raw mut code);
    done(call, code)?;
    Ok(Object { raw, release })
}
