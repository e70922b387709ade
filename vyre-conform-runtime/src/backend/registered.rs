//! Backends that other crates bring along.

#[doc(hidden)]
pub use inventory;

use super::{Backend, PROFILE_MARK};
use std::sync::OnceLock;

/// A backend that takes part in every run of the programs which its crate is linked into: harness and
/// command line. [`backend!`](crate::backend!) makes one.
#[derive(Clone, Copy, Debug)]
pub struct BackendDef {
    /// Opens the backend; the reason where it is not there, such as a missing device.
    pub open: fn() -> Result<Box<dyn Backend>, String>,
}

inventory::collect!(BackendDef);

/// The registered backends, opened.
pub struct Registered {
    /// Those that are there, by slug.
    pub list: Vec<Box<dyn Backend>>,
    /// Why each of the others is not.
    pub absent: Vec<String>,
}

/// Opens every registered backend, once a process.
pub fn registered() -> &'static Registered {
    static OPENED: OnceLock<Registered> = OnceLock::new();
    OPENED.get_or_init(|| {
        let (mut list, mut absent) = (vec![], vec![]);
        for def in inventory::iter::<BackendDef> {
            match (def.open)().and_then(admitted) {
                Ok(backend) => list.push(backend),
                Err(reason) => absent.push(reason),
            }
        }
        // What is linked has no order of its own.
        list.sort_by(|a, b| a.identity().slug.cmp(&b.identity().slug));
        absent.sort();
        Registered { list, absent }
    })
}

/// The backend, unless its slug is that of a profile, which would make its evidence that of native floats.
fn admitted(backend: Box<dyn Backend>) -> Result<Box<dyn Backend>, String> {
    let slug = &backend.identity().slug;
    match slug.contains(PROFILE_MARK) {
        true => Err(format!(
            "`{slug}` cannot be the slug of a backend: `{PROFILE_MARK}` stands before the profile of an adapter. \
             Give it another slug"
        )),
        false => Ok(backend),
    }
}

/// Registers a backend: a function without parameters that gives `Result<impl Backend, String>`, the
/// reason where the backend is not there. Whoever links the crate certifies the backend:
/// `harness!(my_ops, my_backend)`, or `use my_backend as _;` beside `cli::main()`.
///
/// ```text
/// vyre_conform_runtime::backend!(MyBackend::open);
/// ```
#[macro_export]
macro_rules! backend {
    ($open:path) => {
        const _: () = {
            fn open() -> ::core::result::Result<
                ::std::boxed::Box<dyn $crate::backend::Backend>,
                ::std::string::String,
            > {
                let opened = $open()?;
                ::core::result::Result::Ok(::std::boxed::Box::new(opened))
            }
            $crate::backend::inventory::submit! { $crate::backend::BackendDef { open } }
        };
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::{BackendError, Identity, LoadedOp, OpCode};

    struct Named(Identity);

    impl Backend for Named {
        fn identity(&self) -> &Identity {
            &self.0
        }

        fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
            Err(BackendError::Other(op.id.to_owned()))
        }
    }

    /// Oracle: the documentation of profiles: the mark stands before the name of one, and of nothing else.
    #[test]
    fn a_slug_with_the_mark_of_profiles_is_refused() {
        let opened = |slug: &str| admitted(Box::new(Named(Identity::named(slug))));
        assert!(opened("fpga").is_ok());
        for slug in ["fpga+native", "c++", "+"] {
            let reason = opened(slug).err().expect("a mark");
            let begins = format!("`{slug}` cannot be the slug of a backend: `+`");
            assert!(reason.starts_with(&begins), "{reason}");
        }
    }
}
