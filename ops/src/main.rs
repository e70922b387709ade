//! The command line over this library.
use vyre_conform_c as _;
use vyre_conform_cuda as _;
use vyre_conform_opencl as _;
use vyre_ops as _;

/// `verify` and `report` spend most of their time allocating many small values of certificates. This allocator takes
/// half the time of the system allocator, which also returns freed memory to the system and requests it again.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    vyre_conform_cli::main()
}
