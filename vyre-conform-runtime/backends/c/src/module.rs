//! Compiled and loaded units.

use super::checked::{self, CallMemory, SetMemoryRanges};
use libloading::Library;
use std::ffi::{CStr, c_char};
use std::path::Path;
use vyre_conform_suite::backend::BackendError;

/// A loaded unit.
#[derive(Debug)]
pub(super) struct Module {
    library: Library,
    /// Reports undefined behaviour, in a checked unit.
    undefined: Option<UndefinedFn>,
    /// Receives the memory accessible to calls, in a checked unit.
    set_memory_ranges: Option<SetMemoryRanges>,
}

/// [`checked::TAKE_FINDING`].
type UndefinedFn = unsafe extern "C" fn(*mut u32) -> *const c_char;

impl Module {
    pub(super) fn load(path: &Path, checked: bool) -> Result<Self, libloading::Error> {
        // SAFETY: the library was compiled from a text of the lowering, which has no initialisers.
        let library = unsafe { Library::new(path)? };
        let mut module = Self {
            library,
            undefined: None,
            set_memory_ranges: None,
        };
        if checked {
            // SAFETY: the function has this type in `checked::HANDLERS`.
            module.undefined =
                Some(unsafe { module.symbol::<UndefinedFn>(checked::TAKE_FINDING)? });
            // SAFETY: as above.
            module.set_memory_ranges =
                Some(unsafe { module.symbol::<SetMemoryRanges>(checked::SET_MEMORY_RANGES)? });
        }
        Ok(module)
    }

    /// The address of a function or of a number.
    ///
    /// # Safety
    ///
    /// `T` must be a pointer of the symbol's type in the text, and must not be used after the module is dropped.
    pub(super) unsafe fn symbol<T: Copy>(&self, name: &str) -> Result<T, libloading::Error> {
        // SAFETY: the type is the caller's.
        Ok(*unsafe { self.library.get::<T>(name.as_bytes())? })
    }

    /// Number of words after each output of a call.
    pub(super) fn slack(&self) -> usize {
        self.set_memory_ranges.map_or(0, |_| checked::GUARD_WORDS)
    }

    /// Passes the memory accessible to this thread's next calls, if they are checked. `top` is in the stack frame of
    /// the caller.
    ///
    /// # Safety
    ///
    /// The memory and the returned list must outlive these calls.
    pub(super) unsafe fn with_memory(
        &self,
        top: &u64,
        list: impl FnOnce(&mut CallMemory),
    ) -> CallMemory {
        let mut memory = CallMemory::default();
        if let Some(knows) = self.set_memory_ranges {
            list(&mut memory);
            // SAFETY: the caller's.
            unsafe { memory.tell(knows, top) };
        }
        memory
    }

    /// `Ok` if no undefined behaviour occurred since the last call.
    pub(super) fn is_defined(&self, name: &str) -> Result<(), BackendError> {
        let Some(undefined) = self.undefined else {
            return Ok(());
        };
        let mut line = 0;
        // SAFETY: the function writes a number and returns a constant text or null.
        let what = unsafe {
            let what = undefined(&raw mut line);
            (!what.is_null()).then(|| CStr::from_ptr(what).to_string_lossy())
        };
        match what {
            None => Ok(()),
            Some(what) => {
                let place = match line {
                    0 => String::new(),
                    line => format!(", in line {line}"),
                };
                Err(BackendError::Validation(format!(
                    "the C text of `{name}` has undefined behaviour{place}: {what}"
                )))
            }
        }
    }
}
