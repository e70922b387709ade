//! The languages of the C family, and their differences.

use vyre_conform_spec::TextTarget;

/// A language of the C family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dialect {
    /// ISO C11 with the optional atomics.
    C11,
    /// OpenCL C 1.2.
    OpenCl,
    /// CUDA C++.
    Cuda,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Self; 3] = [Self::C11, Self::OpenCl, Self::Cuda];

    /// The name in commands and files: `c`, `opencl`, `cuda`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::C11 => "c",
            Self::OpenCl => "opencl",
            Self::Cuda => "cuda",
        }
    }

    /// The corresponding language of hand-written texts.
    pub const fn target(self) -> TextTarget {
        match self {
            Self::C11 => TextTarget::C,
            Self::OpenCl => TextTarget::OpenCl,
            Self::Cuda => TextTarget::Cuda,
        }
    }

    /// The beginning of each text: headers, and the names of the types.
    pub const fn prologue(self) -> &'static str {
        match self {
            Self::C11 => {
                "#include <stdatomic.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n\n\
                 typedef uint32_t u32;\ntypedef int32_t i32;\ntypedef uint64_t u64;\ntypedef int64_t i64;\n"
            }
            Self::OpenCl | Self::Cuda => self.types(),
        }
    }

    /// The headers for functions on values, without buffers.
    pub(super) const fn headers_of_values(self) -> &'static str {
        match self {
            Self::C11 => "#include <stdbool.h>\n#include <stdint.h>\n\n",
            Self::OpenCl | Self::Cuda => "",
        }
    }

    /// The names of the types.
    pub(super) const fn types(self) -> &'static str {
        match self {
            Self::C11 => {
                "typedef uint32_t u32;\ntypedef int32_t i32;\ntypedef uint64_t u64;\ntypedef int64_t i64;\n"
            }
            Self::OpenCl => {
                "typedef uint u32;\ntypedef int i32;\ntypedef ulong u64;\ntypedef long i64;\n"
            }
            Self::Cuda => {
                "typedef unsigned int u32;\ntypedef int i32;\ntypedef unsigned long long u64;\ntypedef long long i64;\n"
            }
        }
    }

    /// Qualifier of an internal function.
    pub const fn function(self) -> &'static str {
        match self {
            Self::C11 | Self::OpenCl => "static inline ",
            Self::Cuda => "static __device__ inline ",
        }
    }

    /// Qualifier of a function that the host calls, with its return type.
    pub const fn kernel(self) -> &'static str {
        match self {
            Self::C11 => "",
            Self::OpenCl => "__kernel ",
            Self::Cuda => "extern \"C\" __global__ ",
        }
    }

    /// Qualifier of a pointer without aliases.
    pub(super) const fn restrict(self) -> &'static str {
        match self {
            Self::C11 | Self::OpenCl => "restrict",
            Self::Cuda => "__restrict__",
        }
    }

    /// The head of a loop over this invocation's share of `cases` cases.
    pub const fn for_each_case(self) -> &'static str {
        match self {
            Self::C11 => "for (u64 n = 0; n < cases; n++)",
            Self::OpenCl => "for (u64 n = get_global_id(0); n < cases; n += get_global_size(0))",
            Self::Cuda => {
                "for (u64 n = (u64)blockIdx.x * blockDim.x + threadIdx.x; n < cases; n += (u64)gridDim.x * blockDim.x)"
            }
        }
    }

    /// The loop over cooperating invocations, all of which take part in each iteration: the number of
    /// the iteration's case is `at`, and if it is beyond the last case `n` is the last one. C11 has one
    /// invocation.
    pub(super) const fn for_each_case_together(self) -> &'static str {
        match self {
            Self::C11 => "for (u64 at = 0, n = 0; at < cases; n = ++at) {",
            Self::OpenCl => {
                "for (u64 first = (u64)get_group_id(0) * get_local_size(0); first < cases; first += \
                 get_global_size(0)) {\n        \
                 const u64 at = first + get_local_id(0), n = at < cases ? at : cases - 1;"
            }
            Self::Cuda => {
                "for (u64 first = (u64)blockIdx.x * blockDim.x; first < cases; first += (u64)gridDim.x * blockDim.x) \
                 {\n        \
                 const u64 at = first + threadIdx.x, n = at < cases ? at : cases - 1;"
            }
        }
    }

    /// Qualifier of a constant table.
    pub(super) const fn table(self) -> &'static str {
        match self {
            Self::C11 => "static const ",
            Self::OpenCl => "__constant ",
            Self::Cuda => "static __device__ const ",
        }
    }

    /// Qualifier of the pointee of a pointer into a table.
    pub(super) const fn table_pointer(self) -> &'static str {
        match self {
            Self::C11 | Self::Cuda => "const ",
            Self::OpenCl => "__constant ",
        }
    }

    /// Qualifier of the pointee of a pointer into a storage buffer.
    pub const fn storage(self) -> &'static str {
        match self {
            Self::C11 | Self::Cuda => "",
            Self::OpenCl => "__global ",
        }
    }

    /// Qualifier of the pointee of a pointer into workgroup memory.
    pub(super) const fn shared(self) -> &'static str {
        match self {
            Self::C11 | Self::Cuda => "",
            Self::OpenCl => "__local ",
        }
    }

    /// Suffix of a 64-bit literal.
    pub const fn suffix_u64(self) -> &'static str {
        match self {
            Self::C11 | Self::Cuda => "ull",
            Self::OpenCl => "ul",
        }
    }
}
