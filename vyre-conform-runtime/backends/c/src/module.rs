//! A unit that was compiled and loaded.

use super::checked::{self, CallMemory, Knows};
use libloading::Library;
use std::ffi::{CStr, c_char};
use std::path::Path;
use vyre_conform_suite::backend::BackendError;

/// A loaded unit.
#[derive(Debug)]
pub(super) struct Module {
    library: Library,
    /// What tells of undefined behaviour, in a unit that is checked for it.
    undefined: Option<UndefinedFn>,
    /// What hears which memory a call may touch, in such a unit.
    knows: Option<Knows>,
}

/// [`checked::FOUND`].
type UndefinedFn = unsafe extern "C" fn(*mut u32) -> *const c_char;

impl Module {
    pub(super) fn load(path: &Path, checked: bool) -> Result<Self, libloading::Error> {
        // SAFETY: the library was compiled from a text of the lowering, which has no initialisers.
        let library = unsafe { Library::new(path)? };
        let mut module = Self {
            library,
            undefined: None,
            knows: None,
        };
        if checked {
            // SAFETY: the function has this type in `checked::HANDLERS`.
            module.undefined = Some(unsafe { module.symbol::<UndefinedFn>(checked::FOUND)? });
            // SAFETY: the same of this one.
            module.knows = Some(unsafe { module.symbol::<Knows>(checked::KNOWS)? });
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

    /// Words that stand behind everything that a call may write.
    pub(super) fn slack(&self) -> usize {
        self.knows.map_or(0, |_| checked::SLACK)
    }

    /// Says what memory the next calls of this thread may touch, where they are checked. `top` lies in the frame of who
    /// makes them.
    ///
    /// # Safety
    /// What is given outlives these calls, and so does the list of it.
    pub(super) unsafe fn given(&self, top: &u64, list: impl FnOnce(&mut CallMemory)) -> CallMemory {
        let mut given = CallMemory::default();
        if let Some(knows) = self.knows {
            list(&mut given);
            // SAFETY: the caller's.
            unsafe { given.tell(knows, top) };
        }
        given
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
            Some(what) => {
                let place = match line {
                    0 => String::new(),
                    line => format!(", in line {line}"),
                };
                Err(BackendError::Validation(format!(
                    "the C text of `{name}` does what C leaves undefined{place}: {what}"
                )))
            }
        }
    }
}
