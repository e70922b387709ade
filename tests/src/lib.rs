//! vyre-conform tested from outside: what the tests share.

pub mod barriers;
pub mod programs;
pub mod tint;

use std::sync::OnceLock;
use vyre_conform_runtime::backend::wgpu::{self, WgpuBackend};

/// Every adapter, or none with the reason printed. `VYRE_REQUIRE_GPU=1`, as continuous integration
/// sets it, makes none a failure.
pub fn adapters() -> &'static [&'static WgpuBackend] {
    static ADAPTERS: OnceLock<Vec<&'static WgpuBackend>> = OnceLock::new();
    ADAPTERS.get_or_init(|| {
        let found = wgpu::selected().expect("the selection of adapters is valid");
        if found.is_empty() {
            let reason = wgpu::adapters().reason.as_deref();
            let reason = reason.unwrap_or("none selected");
            let required = std::env::var_os("VYRE_REQUIRE_GPU").is_some();
            assert!(!required, "no adapter: {reason}");
            println!("skipped: no adapter: {reason}");
        }
        found
    })
}
