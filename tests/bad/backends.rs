//! Backends with one defect each.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use vyre_conform_interp::Interpreter;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::valid::{Limits, Valid};
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, Identity, LoadedOp, OpCode, Operand,
};

/// The defect of a backend.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bad {
    /// It panics in the call with this name.
    Panics(&'static str),
    /// It does not return from the call with this name.
    Hangs(&'static str),
    /// Only the defects in the functions below.
    Otherwise,
    /// Its identity changes after the first load.
    Changes,
    /// Its device is lost after the first run.
    Dies,
    /// One bit of one result is wrong.
    Lies,
    /// It omits a result.
    Short,
}

struct Device {
    identities: [Identity; 2],
    bad: Bad,
    calls: AtomicU64,
}

impl Device {
    fn named(slug: &str, bad: Bad) -> Result<Self, String> {
        Ok(Self {
            identities: [slug, "somebody_else"].map(Identity::named),
            bad,
            calls: AtomicU64::new(0),
        })
    }

    /// Panics or hangs if this is the call with the defect.
    fn call(&self, name: &'static str) {
        match self.bad {
            Bad::Panics(at) if at == name => panic!("the driver of {name} crashed"),
            Bad::Hangs(at) if at == name => hang(),
            _ => {}
        }
    }
}

fn hang() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

impl Backend for Device {
    fn identity(&self) -> &Identity {
        self.call("identity");
        let loaded = self.calls.load(Ordering::Relaxed) > 0;
        &self.identities[usize::from(self.bad == Bad::Changes && loaded)]
    }

    fn missing_support(&self, op: &OpCode<'_>) -> Option<String> {
        self.call("lacks");
        matches!(op.code, Code::Texts(_)).then(|| "a compiler of texts".into())
    }

    fn limits(&self) -> Limits {
        self.call("limits");
        Limits::WEBGPU
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        self.call("load");
        self.calls.fetch_add(1, Ordering::Relaxed);
        match op.code {
            Code::Module(module) => Ok(Box::new(DeviceOp(self, module.clone(), op.signature))),
            _ => Err(BackendError::Other("it reads no WGSL".into())),
        }
    }
}

struct DeviceOp<'a>(&'a Device, Valid, Signature);

impl LoadedOp for DeviceOp<'_> {
    fn signature(&self) -> Signature {
        self.2
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        self.0.call("run");
        let before = self.0.calls.fetch_add(1, Ordering::Relaxed);
        if self.0.bad == Bad::Dies && before > 1 {
            return Err(BackendError::DeviceLost("the plug was pulled".into()));
        }
        let mut device = Interpreter::new(&self.1);
        let mut out = vec![0; cases];
        for (case, result) in out.chunks_mut(1).enumerate() {
            let words: Vec<u32> = operands
                .iter()
                .flat_map(|operand| operand.words(case, self.2.result))
                .copied()
                .collect();
            let called = device.call_words(&words, result);
            called.map_err(|e| BackendError::Other(e.to_string()))?;
        }
        match self.0.bad {
            Bad::Lies => out[cases - 1] ^= 1 << 7,
            Bad::Short => drop(out.pop()),
            _ => {}
        }
        Ok(out)
    }
}

impl Drop for DeviceOp<'_> {
    fn drop(&mut self) {
        self.0.call("drop");
    }
}

macro_rules! backends {
    ($($open:ident = $slug:literal, $bad:expr;)+) => {
        $(
            fn $open() -> Result<Device, String> {
                Device::named($slug, $bad)
            }
            vyre_conform_suite::backend!($open);
        )+
    };
}

backends! {
    nameless = "", Bad::Otherwise;
    spaced = "two words", Bad::Otherwise;
    first_twin = "twin", Bad::Otherwise;
    second_twin = "twin", Bad::Otherwise;
    stolen = "llvmpipe", Bad::Lies;
    identity_panics = "identity_panics", Bad::Panics("identity");
    limits_hang = "limits_hang", Bad::Hangs("limits");
    lacks_panics = "lacks_panics", Bad::Panics("lacks");
    lacks_hangs = "lacks_hangs", Bad::Hangs("lacks");
    load_panics = "load_panics", Bad::Panics("load");
    load_hangs = "load_hangs", Bad::Hangs("load");
    run_panics = "run_panics", Bad::Panics("run");
    run_hangs = "run_hangs", Bad::Hangs("run");
    drop_panics = "drop_panics", Bad::Panics("drop");
    changes = "changes", Bad::Changes;
    dies = "dies", Bad::Dies;
    lies = "lies", Bad::Lies;
    short = "short", Bad::Short;
    right = "right", Bad::Otherwise;
}

fn absent() -> Result<Device, String> {
    Err("there is no card in slot 3".into())
}

fn open_panics() -> Result<Device, String> {
    panic!("the firmware is missing")
}

fn open_hangs() -> Result<Device, String> {
    hang()
}

vyre_conform_suite::backend!(absent);
vyre_conform_suite::backend!(open_panics);
vyre_conform_suite::backend!(open_hangs);
