//! Locks, panics and threads, in one place for every package.

mod makers;

pub use makers::InFlight;
use std::any::Any;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// The number of threads that this machine runs in parallel; 1 if unknown.
pub fn cores() -> usize {
    // The query takes longer than many dispatches of a small program.
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// Locks a mutex, ignoring poison: data guarded by this project's locks is consistent between any two
/// statements.
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The message of a panic, if it has one.
pub fn panic_message(panic: &(dyn Any + Send)) -> Option<&str> {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind, panic_any};

    /// Oracle: `std`: a literal's message is a `&str`, a formatted one a `String`, and a payload may be anything.
    #[test]
    fn a_poisoned_lock_locks_and_a_panic_has_its_message() {
        let mutex = Mutex::new(1);
        let of = |run: &dyn Fn()| {
            let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("it panics");
            panic_message(&*panic).map(str::to_owned)
        };
        let literal = of(&|| {
            let mut guard = lock(&mutex);
            *guard = 2;
            panic!("while it is held");
        });
        assert_eq!(literal.as_deref(), Some("while it is held"));
        assert!(mutex.is_poisoned());
        assert_eq!(*lock(&mutex), 2);
        let formatted = of(&|| panic!("number {}", *lock(&mutex)));
        assert_eq!(formatted.as_deref(), Some("number 2"));
        assert_eq!(of(&|| panic_any(3_u8)), None);
    }
}
