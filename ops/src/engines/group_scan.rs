//! The scan over the invocations of a workgroup, as by Hillis and Steele ("Data Parallel Algorithms", 1986), with steps
//! of four, which halves the barriers.

use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Operand, Type, Var};

/// Workgroup memory for [`GroupScan::run`].
pub(super) struct GroupScan {
    size: u32,
    /// Two arrays that take turns, none for a single invocation.
    parts: Option<[Part; 2]>,
}

/// An element an invocation: a buffer, or a part of one that holds other things besides.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Part {
    buffer: Buffer,
    /// Where a part of a buffer begins.
    from: Option<u32>,
}

impl Part {
    /// Where the element of an invocation is.
    fn index(self, local: impl Into<Expr>) -> Expr {
        match self.from {
            Some(from) => local.into() + from,
            None => local.into(),
        }
    }

    fn at(self, local: impl Into<Expr>) -> Expr {
        self.buffer.at(self.index(local))
    }

    /// The element of the invocation this many before, 0 where there is none: an index below zero wraps to one that is out of
    /// bounds, where a load gives zero, and in a part of a buffer zeros stand there.
    fn before(self, local: Var, distance: u32) -> Expr {
        match self.from {
            Some(from) => self.buffer.at(local + (from - distance)),
            None => self.at(local - distance),
        }
    }
}

impl GroupScan {
    pub(super) fn declare(k: &mut Kernel, size: u32) -> Self {
        let parts = (size > 1).then(|| {
            let [a, b] = ["parts", "more_parts"];
            [a, b].map(|name| Part {
                buffer: k.workgroup(name, Type::U32, size),
                from: None,
            })
        });
        Self { size, parts }
    }

    /// In [`GroupScan::words`] words of a buffer that is used for something else between two runs, with a barrier after each.
    pub(super) fn within(buffer: Buffer, from: u32, size: u32) -> Self {
        let zeros = Self::farthest(size);
        let part = |from| Part {
            buffer,
            from: Some(from),
        };
        let first = from + zeros;
        let parts = (size > 1).then(|| [part(first), part(first + size + zeros)]);
        Self { size, parts }
    }

    /// Words that a scan takes of a buffer.
    pub(super) const fn words(size: u32) -> u32 {
        2 * (Self::farthest(size) + size)
    }

    /// How far back an invocation looks.
    const fn farthest(size: u32) -> u32 {
        let (mut step, mut farthest) = (1, 0);
        while step < size {
            let times = (size - 1) / step;
            farthest = step * if times < 3 { times } else { 3 };
            step *= 4;
        }
        farthest
    }

    /// The sum of `value` over the invocations before this one, and over all. May be repeated.
    pub(super) fn run(&self, k: &mut Kernel, local: Var, value: Var) -> (Var, Var) {
        let Some([mut from, mut to]) = self.parts else {
            return (k.bind("before", 0), k.bind("all", value));
        };
        let first = from;
        k.store(from.buffer, from.index(local), value);
        let zeros = Self::farthest(self.size);
        if let [Some(a), Some(b)] = [from.from, to.from] {
            k.when(local.less(zeros), |k| {
                k.store(from.buffer, local + (a - zeros), 0);
                k.store(to.buffer, local + (b - zeros), 0);
            });
        }
        k.barrier();
        let mut step = 1;
        while step < self.size {
            let earlier = (1..4).filter(|j| j * step < self.size);
            let sum = earlier.fold(from.at(local), |sum, j| sum + from.before(local, j * step));
            k.store(to.buffer, to.index(local), sum);
            k.barrier();
            (from, to) = (to, from);
            step *= 4;
        }
        let before = k.bind("before", from.at(local) - value);
        let all = k.bind("all", from.at(self.size - 1));
        if from == first && from.from.is_none() {
            // The next run begins by writing what this one still reads.
            k.barrier();
        }
        (before, all)
    }
}
