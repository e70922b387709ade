//! An adapter with its profiles of native floats.

use crate::Failure;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_suite::backend::{Backend, BackendError, LoadedOp, OpCode};
use vyre_conform_wgpu::WgpuBackend;

/// Bytes a second that memory of hardware moves, and that of a processor which plays an adapter does not.
const HARDWARE: f64 = 1e11;

pub(crate) struct Device {
    /// The lowering: integers alone.
    pub(crate) portable: &'static WgpuBackend,
    /// Float instructions, held to the strict rules.
    pub(crate) native: Option<&'static WgpuBackend>,
    /// Bytes a second of a shader that copies.
    pub(crate) bandwidth: f64,
}

impl Device {
    /// The adapters that `VYRE_ADAPTER` selects.
    pub(crate) fn selected() -> Result<Vec<Self>, Failure> {
        let all = vyre_conform_wgpu::selected()?.into_iter();
        let portable = all.filter(|device| device.identity().profile().is_none());
        let devices: Result<Vec<Self>, Failure> = portable.map(Self::of).collect();
        let devices = devices?;
        if devices.is_empty() {
            let none = vyre_conform_wgpu::adapters().reason.as_deref();
            println!(
                "no device measured: {}",
                none.unwrap_or("VYRE_ADAPTER names profiles alone")
            );
        }
        Ok(devices)
    }

    fn of(portable: &'static WgpuBackend) -> Result<Self, Failure> {
        let name = format!("{}+native", portable.identity().slug);
        let mut profiles = vyre_conform_wgpu::adapters().profiles.iter();
        Ok(Self {
            portable,
            native: profiles.find(|profile| profile.identity().slug == name),
            bandwidth: portable.bandwidth()?,
        })
    }

    /// True if targets count here, and numbers of cases are those of hardware.
    pub(crate) fn is_hardware(&self) -> bool {
        self.bandwidth > HARDWARE
    }

    pub(crate) fn introduce(&self) {
        let identity = self.portable.identity();
        println!(
            "\n{} ({}, {}); a shader copies {:.1} GB/s, read + write",
            identity.slug,
            identity.device,
            identity.driver,
            self.bandwidth / 1e9
        );
    }

    /// The portable profile, and the native one.
    pub(crate) fn profiles(&self) -> impl Iterator<Item = (&'static str, &'static WgpuBackend)> {
        let native = self.native.map(|native| ("native", native));
        [("portable", self.portable)].into_iter().chain(native)
    }
}

pub(crate) fn find<'a>(catalog: &'a Catalog, id: &str) -> Result<&'a Op, Failure> {
    let found = catalog.find(id);
    found.ok_or_else(|| format!("`{id}` is not an op of the library").into())
}

pub(crate) fn code(op: &Op) -> Result<OpCode<'_>, Failure> {
    let module = op
        .module()
        .as_ref()
        .map_err(|found| format!("{}: {found:?}", op.def.id))?;
    Ok(OpCode::of(op.def, module, op.correction()))
}

/// The measurement of a profile, or the reason why it lacks the op.
pub(crate) fn or_unsupported<T>(
    asked: Result<T, BackendError>,
) -> Result<Result<T, String>, Failure> {
    match asked {
        Err(BackendError::UnsupportedByBackend { hardware, .. }) => Ok(Err(hardware)),
        asked => Ok(Ok(asked?)),
    }
}

/// The op on a profile.
pub(crate) fn load(
    backend: &'static WgpuBackend,
    op: &Op,
) -> Result<Result<Box<dyn LoadedOp>, String>, Failure> {
    or_unsupported(backend.load(&code(op)?))
}
