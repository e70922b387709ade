//! The scan over the invocations of a workgroup, after Hillis and Steele ("Data Parallel Algorithms", 1986), with steps
//! of four, which halve the number of barriers.

use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Operand, Type, Var};

/// Workgroup memory for [`GroupScan::run`].
pub(super) struct GroupScan {
    size: u32,
    /// Two arrays that alternate; none for a single invocation.
    parts: Option<[Part; 2]>,
}

/// One element per invocation: a buffer, or a part of a buffer that also holds other data.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Part {
    buffer: Buffer,
    /// Start of a part of a buffer.
    from: Option<u32>,
}

impl Part {
    /// Address of the invocation's element.
    fn index(self, local: impl Into<Expr>) -> Expr {
        match self.from {
            Some(from) => local.into() + from,
            None => local.into(),
        }
    }

    fn at(self, local: impl Into<Expr>) -> Expr {
        self.buffer.at(self.index(local))
    }

    /// The element of the invocation this many before, or 0 if there is none. An index below zero wraps out of bounds,
    /// where a load returns zero; in a part of a buffer, zeros are stored there.
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

    /// In [`GroupScan::words`] words of a buffer with other uses between two runs, with a barrier after each.
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

    /// Words of a buffer that a scan needs.
    pub(super) const fn words(size: u32) -> u32 {
        2 * (Self::farthest(size) + size)
    }

    /// Distance over which an invocation looks back.
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
            // The next run begins by writing words that this one still reads.
            k.barrier();
        }
        (before, all)
    }
}
