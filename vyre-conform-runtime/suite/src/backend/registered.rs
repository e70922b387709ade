//! Backends that other crates bring along.

#[doc(hidden)]
pub use inventory;

use super::{Backend, Guarded};
use std::fmt;
use std::sync::OnceLock;
use std::thread;
use std::time::Duration;

/// A backend that takes part in every run of the programs which its crate is linked into: harness and
/// command line. [`backend!`](crate::backend!) makes one.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct BackendDef {
    /// What it is called where it is not there to say who it is: the module and the function that opens it.
    pub name: &'static str,
    /// Opens the backend, or says why it is not there, such as a missing device.
    pub open: fn() -> Result<Box<dyn Backend>, Unavailable>,
    /// How the name begins by which a run asks for it, where it takes part in no other; `None` of one that takes part in
    /// every run.
    pub on_request: Option<&'static str>,
}

inventory::collect!(BackendDef);

/// Why a backend is not there, as the crate says that brings it. A function that opens one may give a `String` or any
/// other error that turns into this.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unavailable {
    /// What is missing, with what to do about it.
    pub reason: String,
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Unavailable {}

impl From<String> for Unavailable {
    fn from(reason: String) -> Self {
        Self { reason }
    }
}

impl From<&str> for Unavailable {
    fn from(reason: &str) -> Self {
        reason.to_owned().into()
    }
}

/// A registered backend that takes no part in a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Absent {
    /// The name of its [definition](BackendDef).
    pub name: String,
    /// Why.
    pub reason: String,
}

impl fmt::Display for Absent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is absent: {}", self.name, self.reason)
    }
}

/// The registered backends, opened.
#[non_exhaustive]
pub struct Registered {
    /// Those that are there, by slug, with the names of their definitions.
    pub list: Vec<(&'static str, Guarded)>,
    /// Why each of the others is not, by name.
    pub absent: Vec<Absent>,
}

/// Opens the backends that take part in every run, once a process; the patience is that of the first call.
pub fn registered(patience: Duration) -> &'static Registered {
    static OPENED: OnceLock<Registered> = OnceLock::new();
    OPENED.get_or_init(|| open(&defs(|def| def.on_request.is_none()), patience))
}

/// Opens the backends that take part where they are asked for, once a process.
pub fn requested(patience: Duration) -> &'static Registered {
    static OPENED: OnceLock<Registered> = OnceLock::new();
    OPENED.get_or_init(|| open(&defs(|def| def.on_request.is_some()), patience))
}

/// Whether a part of a name asks for a backend that takes part in no other run.
pub fn is_request(part: &str) -> bool {
    let mut names = requests();
    names.any(|name| part.to_lowercase().starts_with(name))
}

/// The names of the backends that take part where they are asked for, sorted.
pub fn requests() -> impl Iterator<Item = &'static str> {
    let found = inventory::iter::<BackendDef>.into_iter();
    let mut names: Vec<&str> = found.filter_map(|def| def.on_request).collect();
    names.sort_unstable();
    names.into_iter()
}

fn defs(wanted: impl Fn(&BackendDef) -> bool) -> Vec<&'static BackendDef> {
    let all = inventory::iter::<BackendDef>.into_iter();
    all.filter(|def| wanted(def)).collect()
}

/// Opens backends at once: those that do not come back cost one patience together.
fn open(defs: &[&BackendDef], patience: Duration) -> Registered {
    let opened: Vec<(&'static str, Result<Guarded, String>)> = thread::scope(|scope| {
        let opening = defs.iter().map(|def| {
            let BackendDef { name, open, .. } = **def;
            let opened = scope.spawn(move || Guarded::open(name, patience, open));
            (name, opened)
        });
        let opening: Vec<_> = opening.collect();
        let ended = opening.into_iter().map(|(name, opened)| {
            let opened = opened
                .join()
                .map_err(|_| "the thread of `open` ended".to_owned());
            (name, opened.and_then(|opened| opened.map_err(|v| v.seen)))
        });
        ended.collect()
    });
    let (mut list, mut absent) = (vec![], vec![]);
    for (name, opened) in opened {
        match opened {
            Ok(backend) => list.push((name, backend)),
            Err(reason) => absent.push(Absent {
                name: name.to_owned(),
                reason,
            }),
        }
    }
    // What is linked has no order of its own.
    list.sort_by(|a, b| (&a.1.identity().slug, a.0).cmp(&(&b.1.identity().slug, b.0)));
    absent.sort();
    Registered { list, absent }
}

impl BackendDef {
    /// A backend that this opens.
    #[doc(hidden)]
    pub const fn new(
        name: &'static str,
        open: fn() -> Result<Box<dyn Backend>, Unavailable>,
        on_request: Option<&'static str>,
    ) -> Self {
        Self {
            name,
            open,
            on_request,
        }
    }
}

/// Registers a backend: a function without parameters that gives `Result<impl Backend, E>`, where `E` is the reason for
/// which the backend is not there: an [`Unavailable`](crate::backend::Unavailable), or what turns into one, such as a
/// `String`. Whoever links the crate certifies the backend:
/// `harness!(my_ops, my_backend)`, or `use my_backend as _;` beside `cli::main()`.
///
/// ```text
/// vyre_conform_suite::backend!(MyBackend::open);
/// ```
///
/// With `on_request = "name"` it takes part only in runs that ask for it, by a name that begins like this: so a crate
/// may be linked for what else it has.
#[macro_export]
macro_rules! backend {
    ($open:path) => {
        $crate::backend! { @ $open, ::core::option::Option::None }
    };
    ($open:path, on_request = $name:literal) => {
        $crate::backend! { @ $open, ::core::option::Option::Some($name) }
    };
    (@ $open:path, $on_request:expr) => {
        const _: () = {
            fn open() -> ::core::result::Result<
                ::std::boxed::Box<dyn $crate::backend::Backend>,
                $crate::backend::Unavailable,
            > {
                let opened = $open()?;
                ::core::result::Result::Ok(::std::boxed::Box::new(opened))
            }
            const NAME: &str =
                ::core::concat!(::core::module_path!(), "::", ::core::stringify!($open));
            $crate::backend::inventory::submit! {
                $crate::backend::BackendDef::new(NAME, open, $on_request)
            }
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

    fn named(slug: &str) -> Result<Box<dyn Backend>, Unavailable> {
        Ok(Box::new(Named(Identity::named(slug))))
    }

    /// Oracle: the functions, which open, refuse, panic, hang and have a slug that none may have.
    #[test]
    fn what_does_not_open_is_named_with_its_reason() {
        let def = |name, open| BackendDef {
            name,
            open,
            on_request: None,
        };
        let defs = [
            def("a::right", || named("right")),
            def("a::none", || Err("no card in slot 3".into())),
            def("a::boom", || panic!("boom")),
            def("a::profile", || named("right+native")),
            def("a::stuck", || {
                loop {
                    thread::park();
                }
            }),
        ];
        let patience = Duration::from_millis(300);
        let opened = open(&defs.iter().collect::<Vec<_>>(), patience);
        let there: Vec<&str> = opened.list.iter().map(|(name, _)| *name).collect();
        assert_eq!(there, ["a::right"]);
        let said: Vec<String> = opened.absent.iter().map(ToString::to_string).collect();
        for (said, due) in said.iter().zip([
            "a::boom is absent: `open` panicked: boom",
            "a::none is absent: no card in slot 3",
            "a::profile is absent: `right+native` cannot be the slug of a backend",
            "a::stuck is absent: `open` did not come back within 0.3 s",
        ]) {
            assert!(said.starts_with(due), "{said}");
        }
        assert_eq!(said.len(), 4);
    }
}
