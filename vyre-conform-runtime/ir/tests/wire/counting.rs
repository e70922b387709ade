//! An allocator that counts the bytes that a thread holds.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// Bytes that the thread holds now, and their maximum since the last start.
    static ALLOCATED: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

fn count(bytes: isize) {
    // A thread also frees memory at its end, after its counters are gone.
    let _ = ALLOCATED.try_with(|held| {
        let (now, max) = held.get();
        held.set((now + bytes, max.max(now + bytes)));
    });
}

struct Counting;

// SAFETY: every request is forwarded unchanged to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller upholds the same contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller upholds the same contract.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The result, and the maximum number of bytes that this thread held meanwhile.
pub(crate) fn peak<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = ALLOCATED.with(|held| {
        let (now, _) = held.get();
        held.set((now, now));
        now
    });
    let result = work();
    let (_, max) = ALLOCATED.with(Cell::get);
    (result, (max - before) as usize)
}
