//! Programs on a device.

use super::memory::{BorrowedBuffer, Session};
use super::{Device, Dispatch, KernelArgument, KernelBackend};
use std::sync::Arc;
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_suite::backend::{BackendError, LoadedPrograms};

/// Compiled programs.
pub(super) struct KernelPrograms<'a, D: Device> {
    pub(super) backend: &'a KernelBackend<D>,
    pub(super) programs: Vec<ValidProgram>,
    /// One kernel per program.
    pub(super) kernels: Vec<Kernel<D>>,
}

/// The kernel of a program.
pub(super) struct Kernel<D: Device> {
    pub(super) unit: Arc<D::Unit>,
    pub(super) name: String,
    /// Bytes of workgroup memory beyond the text's declarations.
    pub(super) memory: u32,
    /// Workgroup size, if it differs from the program's.
    pub(super) invocations: Option<u32>,
}

impl<D: Device> KernelPrograms<'_, D> {
    fn launch(
        &self,
        session: &Session<'_, D>,
        launch: &Launch,
    ) -> Result<Vec<Vec<u32>>, BackendError> {
        let slots = launch.buffers.iter().map(|contents| match contents {
            Contents::Words(words) => session.filled(words),
            Contents::Zeros(words) => session.zeros(*words),
        });
        let slots = slots.collect::<Result<Vec<_>, BackendError>>()?;
        for step in launch.steps.iter().filter(|s| !s.workgroups.contains(&0)) {
            self.dispatch(session, step, launch, &slots)?;
        }
        let read_back = launch.read_back.iter().map(|slot| {
            let mut words = vec![0; launch.buffers[*slot].len()];
            session.read(&slots[*slot], &mut words)?;
            Ok(words)
        });
        let result = read_back.collect::<Result<Vec<_>, BackendError>>()?;
        // Without reading back, nothing has been waited for.
        session.device.finish(&session.queue)?;
        session.give_back(slots);
        Ok(result)
    }

    /// Runs one dispatch. [`Launch::check`] has checked that everything in a step exists.
    fn dispatch(
        &self,
        session: &Session<'_, D>,
        step: &Step,
        launch: &Launch,
        slots: &[BorrowedBuffer<D::Buffer>],
    ) -> Result<(), BackendError> {
        let kernel = &self.kernels[step.program];
        let program = self.programs[step.program].program();
        let mut arguments = vec![];
        for ((_, decl), slot) in program.bound().into_iter().zip(&step.buffers) {
            let words = launch.buffers[*slot].len();
            arguments.push(KernelArgument::Buffer(&slots[*slot].buffer));
            arguments.push(KernelArgument::Word((words / decl.element.words()) as u32));
        }
        let dispatch = Dispatch {
            kernel: &kernel.name,
            memory: kernel.memory,
            workgroups: step.workgroups,
            size: match kernel.invocations {
                Some(all) => [all, 1, 1],
                None => program.workgroup_size,
            },
            arguments: &arguments,
        };
        session.device.run(&session.queue, &kernel.unit, &dispatch)
    }
}

impl<D: Device> LoadedPrograms for KernelPrograms<'_, D> {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        launch.check(&self.programs)?;
        let KernelBackend { device, memory, .. } = self.backend;
        memory.session(device, |session| self.launch(session, launch))
    }
}
