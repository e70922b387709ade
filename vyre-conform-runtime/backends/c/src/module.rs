//! A unit that was compiled and loaded.

use super::checked;
use libloading::Library;
use std::ffi::{CStr, c_char};
use std::path::Path;
use vyre_conform_suite::backend::BackendError;

/// A loaded unit.
#[derive(Debug)]
pub(super) struct Module {
    library: Library,
    /// What tells of undefined behaviour, in a unit that is checked for it.
    undefined: Option<Undefined>,
}

/// [`checked::FOUND`].
type Undefined = unsafe extern "C" fn(*mut u32) -> *const c_char;

impl Module {
    pub(super) fn load(path: &Path, checked: bool) -> Result<Self, libloading::Error> {
        // SAFETY: the library was compiled from a text of the lowering, which has no initialisers.
        let library = unsafe { Library::new(path)? };
        let mut module = Self {
            library,
            undefined: None,
        };
        if checked {
            // SAFETY: the function has this type in `checked::HANDLERS`.
            module.undefined = Some(unsafe { module.symbol::<Undefined>(checked::FOUND)? });
        }
        Ok(module)
    }

    /// The address of a function or of a number.
    ///
    /// # Safety
    /// `T` is a pointer of the type that the symbol has in the text, and is not used after the module is dropped.
    pub(super) unsafe fn symbol<T: Copy>(&self, name: &str) -> Result<T, libloading::Error> {
        // SAFETY: the type is the caller's.
        Ok(*unsafe { self.library.get::<T>(name.as_bytes())? })
    }

    /// `Ok` unless something undefined was done since the last call.
    pub(super) fn is_defined(&self, name: &str) -> Result<(), BackendError> {
        let Some(undefined) = self.undefined else {
            return Ok(());
        };
        let mut line = 0;
        // SAFETY: the function writes a number to the place and gives a constant text or nothing.
        let what = unsafe {
            let what = undefined(&raw mut line);
            (!what.is_null()).then(|| CStr::from_ptr(what).to_string_lossy())
        };
        match what {
            None => Ok(()),
            Some(what) => Err(BackendError::Validation(format!(
                "the C text of `{name}` does what C leaves undefined, in line {line}: {what}"
            ))),
        }
    }
}
