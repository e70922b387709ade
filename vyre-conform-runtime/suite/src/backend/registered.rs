//! Backends of other crates.

#[doc(hidden)]
pub use inventory;

use super::{Backend, GuardedBackend};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::Duration;
use vyre_conform_runtime::sync::lock;

/// A backend that takes part in every run of programs that link its crate: harness and command line.
/// [`backend!`](crate::backend!) creates it.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub struct BackendDef {
    /// Name for messages if it cannot be opened: the module and the function that opens it.
    pub name: &'static str,
    /// Opens the backend, or returns the reason why it is missing, such as an absent device.
    pub open: fn() -> Result<Box<dyn Backend>, Unavailable>,
    /// Prefix of the name by which a run requests it, for an opt-in backend; `None` for one that takes part in every
    /// run.
    pub request_prefix: Option<&'static str>,
}

inventory::collect!(BackendDef);

/// Reason why a backend is missing, according to its crate. The function that opens it may return a `String` or any
/// other error that converts into this.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unavailable {
    /// The missing thing, with the remedy.
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
/// Backends that a program discovers at run time, such as those named in the environment. They take part only on
/// request. [`backends!`](crate::backends!) creates it.
#[derive(Clone, Copy, Debug)]
pub struct BackendsDef {
    /// Prefix of their names.
    pub request_prefix: &'static str,
    /// Lists them.
    pub list: fn() -> Vec<BackendEntry>,
}

inventory::collect!(BackendsDef);

/// A listed backend.
pub struct BackendEntry {
    /// Its slug, by which a run requests it.
    pub name: String,
    /// Opens it, for a run with this time limit, or returns the reason why it is missing.
    pub open: BackendOpener,
}

/// Function that opens a backend.
pub type BackendOpener = Box<dyn FnOnce(Duration) -> Result<Box<dyn Backend>, Unavailable> + Send>;

/// A registered backend that takes no part in a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AbsentBackend {
    /// The name of its [definition](BackendDef).
    pub name: String,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for AbsentBackend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is absent: {}", self.name, self.reason)
    }
}

/// The registered backends, opened.
#[non_exhaustive]
pub struct OpenedBackends {
    /// Opened backends, sorted by slug, with the names of their definitions.
    pub list: Vec<(&'static str, GuardedBackend)>,
    /// Missing backends with reasons, sorted by name.
    pub absent: Vec<AbsentBackend>,
}

/// The backends that take part in every run, opened on first use.
static OPENED: OnceLock<OpenedBackends> = OnceLock::new();

/// The opt-in backends requested so far, by the names of their definitions.
static REQUESTED: Mutex<BTreeMap<&'static str, &'static OpenedBackends>> =
    Mutex::new(BTreeMap::new());

/// Opens the backends that take part in every run, once per process; the time limit is that of the first call.
pub fn registered(patience: Duration) -> &'static OpenedBackends {
    OPENED.get_or_init(|| open(defs(|def| def.request_prefix.is_none()), patience))
}

/// The registered backends opened so far in this process.
pub fn opened() -> Vec<&'static GuardedBackend> {
    let requested: Vec<&'static OpenedBackends> = lock(&REQUESTED).values().copied().collect();
    let all = OPENED.get().into_iter().chain(requested);
    all.flat_map(|opened| opened.list.iter().map(|(_, backend)| backend))
        .collect()
}

/// Opens the opt-in backends that match one of these parts of names, in lower case; without parts, all of them. Each is
/// opened once per process.
pub fn requested(patience: Duration, wanted: &[String]) -> Vec<&'static OpenedBackends> {
    let asks = |asked: &dyn Fn(&str) -> bool| wanted.is_empty() || wanted.iter().any(|w| asked(w));
    let is_asked = |def: &BackendDef| {
        let name = def.request_prefix;
        name.is_some_and(|name| asks(&|part| part.starts_with(name)))
    };
    let mut asked = defs(is_asked);
    let listed = listed().into_iter();
    let listed = listed.filter(|listed| asks(&|part| listed.name.contains(part)));
    asked.extend(listed.map(|listed| {
        // Leaked for the lifetime of the process: there are few.
        let name: &'static str = Box::leak(listed.name.into_boxed_str());
        (name, listed.open)
    }));
    let mut opened = lock(&REQUESTED);
    let mut names: Vec<&'static str> = asked.iter().map(|(name, _)| *name).collect();
    names.sort_unstable();
    asked.retain(|(name, _)| !opened.contains_key(name));
    for (name, result) in open_all(asked, patience) {
        let one = OpenedBackends::new(vec![(name, result)]);
        opened.insert(name, Box::leak(Box::new(one)));
    }
    names
        .iter()
        .filter_map(|name| opened.get(name).copied())
        .collect()
}

/// True if a part of a name requests an opt-in backend.
pub fn is_request(part: &str) -> bool {
    let part = part.to_lowercase();
    let mut listed = inventory::iter::<BackendsDef>.into_iter();
    fixed().any(|name| part.starts_with(name))
        || listed.any(|def| part.starts_with(def.request_prefix))
}

/// The names of opt-in backends, sorted; those of a list one by one.
pub fn requests() -> Vec<String> {
    let fixed = fixed().map(str::to_owned);
    let listed = listed().into_iter().map(|one| one.name);
    // A name without a suffix cannot be opened.
    let named = listed.filter(|name| !name.ends_with('-'));
    let mut names: Vec<String> = fixed.chain(named).collect();
    names.sort_unstable();
    names
}

/// The names of opt-in backends that are in no list.
fn fixed() -> impl Iterator<Item = &'static str> {
    let found = inventory::iter::<BackendDef>.into_iter();
    found.filter_map(|def| def.request_prefix)
}

/// A backend to open, with the name of its definition.
type NamedOpener = (&'static str, BackendOpener);

fn defs(wanted: impl Fn(&BackendDef) -> bool) -> Vec<NamedOpener> {
    let all = inventory::iter::<BackendDef>.into_iter();
    let opening =
        |def: &'static BackendDef| -> NamedOpener { (def.name, Box::new(|_| (def.open)())) };
    all.filter(|def| wanted(def)).map(opening).collect()
}

fn listed() -> Vec<BackendEntry> {
    let all = inventory::iter::<BackendsDef>.into_iter();
    all.flat_map(|def| (def.list)()).collect()
}

/// Result of opening a backend.
type OpenResult = (&'static str, Result<GuardedBackend, String>);

fn open(defs: Vec<NamedOpener>, patience: Duration) -> OpenedBackends {
    OpenedBackends::new(open_all(defs, patience))
}

/// Opens backends in parallel: those that do not return cost one time limit together.
fn open_all(defs: Vec<NamedOpener>, patience: Duration) -> Vec<OpenResult> {
    thread::scope(|scope| {
        let opening = defs.into_iter().map(|(name, open)| {
            let open = move || open(patience);
            let opened = scope.spawn(move || GuardedBackend::open(name, patience, open));
            (name, opened)
        });
        let opening: Vec<_> = opening.collect();
        let ended = opening.into_iter().map(|(name, opened)| {
            let opened = opened
                .join()
                .map_err(|_| "the thread of `open` ended".to_owned());
            (
                name,
                opened.and_then(|opened| opened.map_err(|v| v.observation)),
            )
        });
        ended.collect()
    })
}

impl OpenedBackends {
    fn new(opened: Vec<OpenResult>) -> Self {
        let (mut list, mut absent) = (vec![], vec![]);
        for (name, opened) in opened {
            match opened {
                Ok(backend) => list.push((name, backend)),
                Err(reason) => absent.push(AbsentBackend {
                    name: name.to_owned(),
                    reason,
                }),
            }
        }
        // Linked items have no defined order.
        list.sort_by(|a, b| (&a.1.identity().slug, a.0).cmp(&(&b.1.identity().slug, b.0)));
        absent.sort();
        Self { list, absent }
    }
}

impl BackendDef {
    /// A backend that `open` opens.
    #[doc(hidden)]
    pub const fn new(
        name: &'static str,
        open: fn() -> Result<Box<dyn Backend>, Unavailable>,
        request_prefix: Option<&'static str>,
    ) -> Self {
        Self {
            name,
            open,
            request_prefix,
        }
    }
}

/// Registers a backend: a function without parameters that returns `Result<impl Backend, E>`. `E` is the reason why the
/// backend is missing: an [`Unavailable`](crate::backend::Unavailable), or a type that converts into one, such as a
/// `String`. Linking the crate tests the backend: `harness!(my_ops, my_backend)`, or `use my_backend as _;` beside
/// `cli::main()`.
///
/// ```text
/// vyre_conform_suite::backend!(MyBackend::open);
/// ```
///
/// With `on_request = "name"` it takes part only in runs that request it by a name with this prefix, so that a crate
/// may be linked for its other items.
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

/// Registers backends that are listed at run time: a function without parameters that returns a `Vec<BackendEntry>`.
///
/// ```text
/// vyre_conform_suite::backends!(named_by_the_environment, on_request = "process");
/// ```
#[macro_export]
macro_rules! backends {
    ($list:path, on_request = $name:literal) => {
        const _: () = {
            $crate::backend::inventory::submit! {
                $crate::backend::BackendsDef { list: $list, request_prefix: $name }
            }
        };
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::{BackendError, Identity, LoadedOp, OpCode};

    struct NamedBackend(Identity);

    impl Backend for NamedBackend {
        fn identity(&self) -> &Identity {
            &self.0
        }

        fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
            Err(BackendError::Other(op.id.to_owned()))
        }
    }

    fn named(slug: &str) -> Result<Box<dyn Backend>, Unavailable> {
        Ok(Box::new(NamedBackend(Identity::named(slug))))
    }

    inventory::submit! {
        BackendsDef {
            request_prefix: "planted-",
            list: || {
                let one = |name: &str| BackendEntry {
                    name: name.into(),
                    open: Box::new(|_| named("planted")),
                };
                vec![one("planted-"), one("planted-mine")]
            },
        }
    }

    /// Oracle: the registrations above: those of a list are named one by one, without nameless ones.
    #[test]
    fn every_possible_backend_has_a_name() {
        let planted = |name: &String| name.starts_with("planted");
        let found: Vec<String> = requests().into_iter().filter(planted).collect();
        assert_eq!(found, ["planted-mine"]);
        assert!(is_request("planted-other") && !is_request("plant"));
    }

    /// Oracle: the functions, which open, refuse, panic, hang and have a slug that none may have.
    #[test]
    fn unopened_backends_are_named_with_the_reason() {
        type Plain = fn() -> Result<Box<dyn Backend>, Unavailable>;
        let def = |name, open: Plain| -> NamedOpener { (name, Box::new(move |_| open())) };
        let defs = vec![
            def("a::right", || named("right")),
            def("a::none", || Err("no card in slot 3".into())),
            def("a::boom", || panic!("boom")),
            def("a::profile", || named("right+wgsl")),
            def("a::stuck", || {
                loop {
                    thread::park();
                }
            }),
        ];
        let patience = Duration::from_millis(300);
        let opened = open(defs, patience);
        let there: Vec<&str> = opened.list.iter().map(|(name, _)| *name).collect();
        assert_eq!(there, ["a::right"]);
        let messages: Vec<String> = opened.absent.iter().map(ToString::to_string).collect();
        for (message, expected) in messages.iter().zip([
            "a::boom is absent: `open` panicked: boom",
            "a::none is absent: no card in slot 3",
            "a::profile is absent: `right+wgsl` cannot be the slug of a backend",
            "a::stuck is absent: `open` did not return within 0.3 s",
        ]) {
            assert!(message.starts_with(expected), "{message}");
        }
        assert_eq!(messages.len(), 4);
    }
}
