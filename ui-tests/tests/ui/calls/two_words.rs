use vyre_conform_runtime::vyre_op;

mod other {
    /// A function of a package that is independent of devices.
    #[inline]
    pub const fn twist(a: u64, turns: u32) -> u64 {
        a.rotate_left(turns)
    }
}

/// Called three times, reported once.
#[vyre_op(boundaries((1)))]
const fn twisted(a: u64) -> u64 {
    let b = other::twist(a, 1);
    if b == 0 { other::twist(b, 3) } else { other::twist(b, 5) }
}

fn main() {}
