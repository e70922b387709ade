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
            match (def.open)() {
                Ok(backend) if backend.identity().slug.contains(PROFILE_MARK) => absent.push(format!(
                    "`{}` cannot be the slug of a backend: `{PROFILE_MARK}` stands before the profile of an \
                     adapter. Give it another slug",
                    backend.identity().slug
                )),
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
