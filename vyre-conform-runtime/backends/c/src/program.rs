//! Compiled programs.

use super::module::Module;
use std::ffi::c_void;
use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_ir::{Node, Program};
use vyre_conform_lower_c::{run_name, scratch_name};
use vyre_conform_runtime::sync::cores;
use vyre_conform_suite::backend::{BackendError, LoadedPrograms};

/// [`run_name`].
type Run = unsafe extern "C" fn(*const u32, u64, u64, *const *mut u32, *const u32, *mut c_void);

/// Number of invocations of a dispatch from which on threads pay off.
const THREADING_THRESHOLD: u64 = 1 << 14;

/// Number of checks for the other threads of a dispatch before a thread starts without them.
const MAX_SPINS: u32 = 2000;

/// Runner of one program.
struct Runner {
    module: Arc<Module>,
    run: Run,
    /// Bytes of memory that it needs.
    scratch: u64,
    /// True if invocations have atomic steps, so that the interleaving of workgroups matters.
    steps: bool,
}

/// Compiled programs.
#[derive(Default)]
pub(super) struct CPrograms {
    programs: Vec<ValidProgram>,
    runners: Vec<Runner>,
}

/// The buffers of a dispatch, shared by its workgroups.
struct DispatchBuffers {
    groups: [u32; 3],
    buffers: Vec<*mut u32>,
    /// Lengths in elements.
    lengths: Vec<u32>,
    /// Lengths in words.
    words: Vec<usize>,
}

// SAFETY: the pointers are to buffers that outlive the dispatch and that only the program accesses meanwhile. Races of
// its invocations on one word are the program's responsibility, and in C it is one word.
unsafe impl Sync for DispatchBuffers {}

impl DispatchBuffers {
    fn new(step: &Step, program: &Program, buffers: &mut [Vec<u32>]) -> Self {
        let mut bound = Self {
            groups: step.workgroups,
            buffers: vec![],
            lengths: vec![],
            words: vec![],
        };
        for ((_, decl), slot) in program.bound().into_iter().zip(&step.buffers) {
            let words = &mut buffers[*slot];
            bound.buffers.push(words.as_mut_ptr());
            bound.words.push(words.len());
            bound
                .lengths
                .push((words.len() / decl.element.words()) as u32);
        }
        bound
    }
}

/// The workgroups of a dispatch, shared by its threads.
struct WorkQueue {
    /// Number of workgroups.
    count: u64,
    threads: u64,
    /// Number of workgroups that a thread takes at once.
    part: u64,
    /// The first workgroup that no thread has taken.
    next: AtomicU64,
    /// Number of threads that have started.
    started: AtomicU64,
}

impl Runner {
    /// Runs workgroups of the queue until it is empty.
    fn work(&self, bound: &DispatchBuffers, queue: &WorkQueue) {
        queue.started.fetch_add(1, Ordering::Relaxed);
        // Starting a thread takes longer than a small dispatch, so the first thread waits briefly.
        let mut looks = 0..MAX_SPINS;
        while queue.started.load(Ordering::Relaxed) < queue.threads && looks.next().is_some() {
            spin_loop();
        }
        let mut scratch = vec![0_u64; self.scratch.div_ceil(8) as usize];
        let (scratch_at, scratch_bytes) = (scratch.as_mut_ptr(), size_of_val(&scratch[..]));
        let top = 0;
        // SAFETY: the memory outlives the calls below, which this thread makes.
        let memory = unsafe {
            self.module.with_memory(&top, |memory| {
                memory.add(&bound.groups);
                memory.add(&bound.buffers);
                memory.add(&bound.lengths);
                memory.add_at(scratch_at.cast_const().cast(), scratch_bytes);
                for (start, words) in bound.buffers.iter().zip(&bound.words) {
                    memory.add_at(start.cast_const().cast(), 4 * words);
                }
            })
        };
        loop {
            let first = queue.next.fetch_add(queue.part, Ordering::Relaxed);
            if first >= queue.count {
                drop(memory);
                return;
            }
            let end = (first + queue.part).min(queue.count);
            // SAFETY: `Launch::check` has checked that every declared buffer is bound; every access of the text is
            // within its length. The memory has the size that the unit states.
            unsafe {
                (self.run)(
                    bound.groups.as_ptr(),
                    first,
                    end,
                    bound.buffers.as_ptr(),
                    bound.lengths.as_ptr(),
                    scratch_at.cast(),
                );
            }
        }
    }
}

impl CPrograms {
    /// Adds the program with this number in the unit.
    pub(super) fn add_lowered(
        &mut self,
        module: Arc<Module>,
        program: &ValidProgram,
        number: usize,
    ) -> Result<(), BackendError> {
        // SAFETY: the unit has a number of this type for each program.
        let scratch = unsafe { module.symbol::<*const u64>(&scratch_name(number)) };
        let scratch = scratch.map_err(missing)?;
        // SAFETY: the module lives at least as long.
        let scratch = unsafe { *scratch };
        self.add(module, program, &run_name(number), scratch)
    }

    /// Adds a program that this function of the unit runs with this many bytes of memory.
    pub(super) fn add(
        &mut self,
        module: Arc<Module>,
        program: &ValidProgram,
        name: &str,
        scratch: u64,
    ) -> Result<(), BackendError> {
        // SAFETY: the unit has a function of this type, and the module is kept with it.
        let run = unsafe { module.symbol::<Run>(name) }.map_err(missing)?;
        self.runners.push(Runner {
            module,
            run,
            scratch,
            steps: has_steps(&program.program().entry.body),
        });
        self.programs.push(program.clone());
        Ok(())
    }

    /// Runs one dispatch.
    fn dispatch(&self, step: &Step, buffers: &mut [Vec<u32>]) {
        let program = self.programs[step.program].program();
        let count: u64 = step.workgroups.iter().map(|n| u64::from(*n)).product();
        if count == 0 {
            return;
        }
        let bound = DispatchBuffers::new(step, program, buffers);
        let runner = &self.runners[step.program];
        // Atomic steps of several workgroups interact in small dispatches too, for which two threads suffice.
        let max = match (
            count.saturating_mul(program.invocations()) < THREADING_THRESHOLD,
            runner.steps,
        ) {
            (false, _) => u64::MAX,
            (true, true) => 2,
            (true, false) => 1,
        };
        let threads = (cores() as u64).min(count).min(max);
        let queue = WorkQueue {
            count,
            threads,
            // Several parts per thread, so that none waits long for the last.
            part: count.div_ceil(threads * 8).max(1),
            next: AtomicU64::new(0),
            started: AtomicU64::new(0),
        };
        let work = || runner.work(&bound, &queue);
        if threads == 1 {
            return work();
        }
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(work);
            }
            work();
        });
    }
}

/// The error that a unit lacks a symbol of its text.
fn missing(error: libloading::Error) -> BackendError {
    BackendError::Other(error.to_string())
}

/// True if the nodes contain an atomic step.
fn has_steps(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| {
        let mut is_present = matches!(node, Node::Atomic { .. });
        node.for_each_part(|_| {}, |block| is_present |= has_steps(block));
        is_present
    })
}

impl LoadedPrograms for CPrograms {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        launch.check(&self.programs)?;
        let mut buffers: Vec<Vec<u32>> = launch.buffers.iter().map(Contents::to_words).collect();
        let slacks = self.runners.iter().map(|runner| runner.module.slack());
        let slack = slacks.max().unwrap_or(0);
        buffers.iter_mut().for_each(|words| words.reserve(slack));
        for step in &launch.steps {
            self.dispatch(step, &mut buffers);
            let module = &self.runners[step.program].module;
            module.is_defined(&self.programs[step.program].program().name)?;
        }
        let read_back = launch.read_back.iter();
        Ok(read_back.map(|slot| buffers[*slot].clone()).collect())
    }
}
