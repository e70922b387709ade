//! The command line over this library.
use vyre_conform_c as _;
use vyre_conform_cuda as _;
use vyre_conform_opencl as _;
use vyre_ops as _;

/// Certificates are many small values, and making them is most of the time of `verify` and `report`: this allocator
/// needs half the time of the system's, which also gives freed memory back and asks for it again at once.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    vyre_conform_cli::main()
}
