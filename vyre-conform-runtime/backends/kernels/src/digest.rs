//! Digests computed on the device: it generates cases, runs the op's own kernel on them, and digests the results, so
//! that 16 bytes per block are read back.

use super::generate::witness;
use std::fmt::Write;
use std::ops::Range;
use vyre_conform_lower_c::Dialect;
use vyre_conform_suite::backend::digest::BLOCK_CASES;

/// The digest kernel. Arguments: results, digests, index of the first case's digest, number of that case, key, number
/// of cases.
pub(super) const DIGEST: &str = "vyre_digest";

/// Cases that a workgroup processes at once, all of one block.
const PART: u64 = 1024;

/// Cases of one round, a multiple of the block size.
pub(super) const ROUND: u64 = 1 << 24;

/// The kernel that adds the results of a round, with this many words each, to the digests of their blocks.
pub(super) fn text(words: usize, dialect: Dialect) -> String {
    let storage = dialect.storage();
    let Grid {
        shared,
        barrier,
        group,
        groups,
        mine,
        size,
        add,
    } = Grid::new(dialect);
    let mut each = String::new();
    for w in 0..words {
        let _ = writeln!(
            each,
            "            const u32 w{w} = results[n * {words} + {w}];"
        );
    }
    for lane in 0..4 {
        let _ = writeln!(
            each,
            "            u32 v{lane} = vyre_hash(lo * 0x9e3779b1u + key_{lane});"
        );
        for w in 0..words {
            let _ = writeln!(each, "            v{lane} = vyre_hash(v{lane} ^ w{w});");
        }
        let _ = writeln!(each, "            sum_{lane} += v{lane};");
    }
    let four = |f: &dyn Fn(usize) -> String| (0..4).map(f).collect::<String>();
    let keys = four(&|lane| {
        let stream = 4 * lane;
        format!(
            "        const u32 key_{lane} = vyre_key((u32)((start + first) >> 32), key, {stream}u);\n        \
             u32 sum_{lane} = 0u;\n"
        )
    });
    let adds = four(&|lane| format!("        {add}(&sums[{lane}], sum_{lane});\n"));
    format!(
        "{}{}\n{}void {DIGEST}(const {storage}u32 *results, {storage}u32 *digests, u64 slot, u64 start, u64 key, u64 \
         cases) {{\n    \
         {shared}u32 sums[4];\n    \
         const u32 mine = {mine};\n    \
         for (u64 first = (u64){group} * {PART}; first < cases; first += (u64){groups} * {PART}) {{\n        \
         if (mine < 4u) sums[mine] = 0u;\n        \
         {barrier}\n\
         {keys}        \
         const u64 end = first + {PART} < cases ? first + {PART} : cases;\n        \
         for (u64 n = first + mine; n < end; n += {size}) {{\n            \
         const u32 lo = (u32)(start + n);\n\
         {each}        }}\n\
         {adds}        \
         {barrier}\n        \
         const u64 block = slot + (start + first) / {BLOCK_CASES} - start / {BLOCK_CASES};\n        \
         if (mine < 4u) {add}(&digests[block * 4 + mine], sums[mine]);\n        \
         {barrier}\n    }}\n}}\n",
        dialect.prologue(),
        witness(dialect),
        dialect.kernel(),
    )
}

/// Names of a dialect for workgroups.
struct Grid {
    shared: &'static str,
    barrier: &'static str,
    group: &'static str,
    groups: &'static str,
    mine: &'static str,
    size: &'static str,
    add: &'static str,
}

impl Grid {
    fn new(dialect: Dialect) -> Self {
        match dialect {
            Dialect::Cuda => Self {
                shared: "__shared__ ",
                barrier: "__syncthreads();",
                group: "blockIdx.x",
                groups: "gridDim.x",
                mine: "threadIdx.x",
                size: "blockDim.x",
                add: "atomicAdd",
            },
            _ => Self {
                shared: "__local ",
                barrier: "barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);",
                group: "get_group_id(0)",
                groups: "get_num_groups(0)",
                mine: "(u32)get_local_id(0)",
                size: "get_local_size(0)",
                add: "atomic_add",
            },
        }
    }
}

/// The range, split so that each part is within one block, or starts at a block and has at most [`ROUND`] cases.
pub(super) fn rounds(range: Range<u64>) -> impl Iterator<Item = Range<u64>> {
    let mut position = range.start;
    std::iter::from_fn(move || {
        let end = match position % BLOCK_CASES {
            0 => position.saturating_add(ROUND),
            _ => position.next_multiple_of(BLOCK_CASES),
        };
        let round = position..end.min(range.end);
        position = round.end;
        (round.start < round.end).then_some(round)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the rule in the documentation of `rounds`, on hand-written ranges.
    #[test]
    fn rounds_are_cut_where_blocks_end() {
        let all = |range| rounds(range).collect::<Vec<_>>();
        let block = BLOCK_CASES;
        assert_eq!(all(0..10), vec![0..10; 1]);
        assert_eq!(all(5..5), []);
        assert_eq!(all(7..block + 3), [7..block, block..block + 3]);
        let long = all(7..ROUND + block + 9);
        assert_eq!(
            long,
            [
                7..block,
                block..ROUND + block,
                ROUND + block..ROUND + block + 9
            ]
        );
    }
}
