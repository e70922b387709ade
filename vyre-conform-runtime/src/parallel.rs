//! Work on the items of a list, side by side.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Pieces a thread takes, one after the other, so that a long one does not keep the others waiting.
const PIECES: usize = 8;

/// Cores that this process may use; asking the system opens files, so that it is asked once.
fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// What `work` makes of each item, in the order of the items. Fewer than `few` items are not worth
/// another thread.
///
/// # Panics
/// Where `work` does.
pub(crate) fn map<T: Sync, R: Send>(
    items: &[T],
    few: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let threads = cores().min(items.len() / few.max(1));
    if threads < 2 {
        return items.iter().map(work).collect();
    }
    let size = items.len().div_ceil(threads * PIECES);
    let pieces: Vec<&[T]> = items.chunks(size).collect();
    let next = AtomicUsize::new(0);
    let some = || {
        let mut done: Vec<(usize, Vec<R>)> = vec![];
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            let Some(piece) = pieces.get(k) else {
                return done;
            };
            done.push((k, piece.iter().map(&work).collect()));
        }
    };
    let mut done = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(some)).collect();
        let mut done = some();
        for other in others {
            done.extend(
                other
                    .join()
                    .unwrap_or_else(|e| std::panic::resume_unwind(e)),
            );
        }
        done
    });
    done.sort_unstable_by_key(|(k, _)| *k);
    done.into_iter().flat_map(|(_, results)| results).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the same work, one item after the other.
    #[test]
    fn results_keep_the_order_of_their_items() {
        for len in [0, 1, 2, 3, 7, 100, 1001] {
            let items: Vec<usize> = (0..len).collect();
            let due: Vec<String> = items.iter().map(|k| format!("{k}")).collect();
            for few in [1, 2, 64, 10_000] {
                assert_eq!(map(&items, few, |k| format!("{k}")), due, "{len} {few}");
            }
        }
    }
}
