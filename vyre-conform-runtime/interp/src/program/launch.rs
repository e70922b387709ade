//! Execution of a launch, dispatch by dispatch.

use super::atomics::AtomicModel;
use super::fault::ProgramFault;
use super::memory::{Cells, OutOfBounds, WriteSet};
use super::mixed::{Interleaving, active_workgroups};
use super::order::{Order, Stride};
use super::size;
use super::view::BarrierModel;
use super::workgroup::{HaltReason, Workgroups};
use super::world::{ElementAccess, World};
use crate::frames::FrameLayouts;
use crate::places::unfold;
use crate::race::{Race, Scope, Shadow};
use crate::stop::StopReason;
use vyre_conform_ir::dispatch::{Launch, Step};
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_ir::{Access, BufferId, Program};

/// Maximum total bytes of the buffers of a launch.
pub const MAX_INPUT_BYTES: u64 = 64 << 20;
/// Maximum total bytes of the workgroup buffers of a program.
pub const MAX_WORKGROUP_BYTES: u64 = 64 << 20;
/// Maximum total bytes of the locals of concurrently active invocations.
pub const MAX_LOCAL_BYTES: u64 = 1 << 30;

/// Options of a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The order of workgroups and invocations.
    pub order: Order,
    /// Maximum number of steps of the launch, all invocations together: each executed node is a step,
    /// and so is the end of a list of nodes. The default is 2^32, about a minute.
    pub steps: u64,
    /// The behaviour of barriers. Races are detected only with the full behaviour.
    pub barriers: BarrierModel,
    /// The behaviour of atomic steps.
    pub atomics: AtomicModel,
    /// True to detect races.
    pub races: bool,
    /// Words whose largest value to report: an index into [`Launch::buffers`], and the word's index.
    pub watched: Vec<(usize, usize)>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            order: Order::Ascending,
            steps: 1 << 32,
            barriers: BarrierModel::Full,
            atomics: AtomicModel::Full,
            races: false,
            watched: vec![],
        }
    }
}

/// The result of a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The words of the buffers to read back, in the order of [`Launch::read_back`].
    pub words: Vec<Vec<u32>>,
    /// The elements written, for each of [`Launch::buffers`].
    pub written: Vec<WriteSet>,
    /// Number of steps, as [`Options::steps`] counts them.
    pub steps: u64,
    /// Out-of-bounds accesses to buffers.
    pub out_of_bounds: OutOfBounds,
    /// The largest value of each of [`Options::watched`] during the launch, the initial value included;
    /// 0 if the word does not exist.
    pub highest: Vec<u32>,
    /// Races: one for each pair of places in the program and each buffer.
    pub races: Vec<Race>,
}

/// Runs a launch and returns the words of the buffers to read back.
///
/// # Errors
/// The launch does not fit its programs, exceeds a limit of the interpreter, or does not end.
pub fn run_launch(
    programs: &[ValidProgram],
    launch: &Launch,
    options: &Options,
) -> Result<Vec<Vec<u32>>, ProgramFault> {
    Ok(report_launch(programs, launch, options)?.words)
}

/// Runs a launch and returns the full report.
///
/// # Errors
/// The errors of [`run_launch`].
pub fn report_launch(
    programs: &[ValidProgram],
    launch: &Launch,
    options: &Options,
) -> Result<Report, ProgramFault> {
    Ok(logged(programs, launch, options, false)?.0)
}

/// Like [`report_launch`], optionally with a log of all accesses to shared memory.
pub(super) fn logged(
    programs: &[ValidProgram],
    launch: &Launch,
    options: &Options,
    logged: bool,
) -> Result<(Report, Vec<ElementAccess>), ProgramFault> {
    launch.check(programs)?;
    let words = launch.buffers.iter().map(|contents| contents.len() as u64);
    let bytes = words.fold(0, u64::saturating_add).saturating_mul(4);
    if bytes > MAX_INPUT_BYTES {
        let limit = MAX_INPUT_BYTES;
        return Err(ProgramFault::InputTooLarge { bytes, limit });
    }
    let buffers = launch.buffers.iter();
    let cells = buffers.map(|contents| Cells::new(contents.to_words(), 1));
    let mut cells: Vec<Cells> = cells.collect();
    for (buffer, word) in &options.watched {
        if let Some(cells) = cells.get_mut(*buffer) {
            cells.watch(*word);
        }
    }
    // The race detector requires that workgroups run one after another.
    let detects = options.barriers == BarrierModel::Full && !options.order.mixes_workgroups();
    let shadow = (options.races && detects).then(Shadow::default);
    let mut world = World::new(cells, options, shadow);
    world.log = logged.then(Vec::new);
    let mut races = vec![];
    for (number, step) in launch.steps.iter().enumerate() {
        let valid = &programs[step.program];
        world.dispatch = number;
        dispatch(valid, step, launch.buffers.len(), options, &mut world)?;
        if let Some(shadow) = &mut world.shadow {
            races.extend(shadow.races(number, valid, step.workgroups, &world.bound));
        }
    }
    world.cells.truncate(launch.buffers.len());
    let log = world.log.take().unwrap_or_default();
    let watched = options.watched.iter();
    let highest =
        watched.map(|(buffer, word)| world.cells.get(*buffer).map_or(0, |c| c.highest(*word)));
    let highest = highest.collect();
    let (words, written): (Vec<_>, _) = world.cells.into_iter().map(Cells::into_parts).unzip();
    let report = Report {
        words: launch.read_back.iter().map(|k| words[*k].clone()).collect(),
        written,
        steps: world.steps,
        out_of_bounds: world.out_of_bounds,
        highest,
        races,
    };
    Ok((report, log))
}

/// Runs one dispatch of a launch with this many buffers.
fn dispatch(
    valid: &ValidProgram,
    step: &Step,
    buffers: usize,
    options: &Options,
    world: &mut World,
) -> Result<(), ProgramFault> {
    let program = valid.program();
    let scopes = bind(valid, step, buffers, world)?;
    world.shared = scopes.iter().map(|s| *s != Scope::Unwatched).collect();
    if let Some(shadow) = &mut world.shadow {
        shadow.begin_dispatch(scopes);
    }
    let code = FrameLayouts::new(valid.module());
    let count = step.workgroups.iter().map(|n| u64::from(*n)).product();
    // The limits of every target keep this within 32 bits.
    let invocations = u32::try_from(program.invocations()).unwrap_or(u32::MAX);
    // With a deficient barrier, the memory view belongs to one workgroup at a time.
    let mixed = options.order.mixes_workgroups() && options.barriers == BarrierModel::Full;
    let interleaved = matches!(options.order, Order::Interleaved(_) | Order::Concurrent(_));
    let at_once = if mixed || interleaved || size::has_barrier(&program.entry.body) {
        options
            .barriers
            .waiting_together(invocations)
            .min(invocations)
    } else {
        1
    };
    let frames = checked_frames(program, &code, at_once)?;
    let mut draws = options.order.draws();
    let order = Stride::new(count, draws.as_mut());
    let mut workgroups = Workgroups {
        code: &code,
        world,
        barriers: options.barriers,
        draws,
        interleaved,
        spare: vec![],
    };
    if mixed {
        // Their memory fits if that of one workgroup does.
        let max = (MAX_LOCAL_BYTES / frames.max(1))
            .min(MAX_WORKGROUP_BYTES / workgroup_bytes(program).max(1));
        let shape = Interleaving {
            workgroups: step.workgroups,
            order,
            count,
            invocations,
            active: active_workgroups(options.order, invocations, max),
            buffers,
        };
        let halt = match options.order {
            Order::Preempted(schedule) => workgroups.preempted(&shape, schedule),
            _ => workgroups.concurrent(&shape),
        };
        return halt.map_err(|halt| fault(halt, valid, workgroups.world, options));
    }
    let numbers = (0..count).map(|k| order.at(k));
    let halt = in_turn(&mut workgroups, numbers, step, invocations, buffers);
    halt.map_err(|halt| fault(halt, valid, workgroups.world, options))
}

/// Bytes of the locals of the invocations that are active at once.
fn checked_frames(
    program: &Program,
    code: &FrameLayouts<'_>,
    at_once: u32,
) -> Result<u64, ProgramFault> {
    let frames = size::frames(code).saturating_mul(at_once.into());
    if frames > MAX_LOCAL_BYTES {
        return Err(ProgramFault::LocalsTooLarge {
            program: program.name.clone(),
            invocations: at_once.into(),
            bytes: frames,
            limit: MAX_LOCAL_BYTES,
        });
    }
    Ok(frames)
}

/// Runs the workgroups with these numbers, one after another.
fn in_turn(
    workgroups: &mut Workgroups<'_, '_>,
    numbers: impl Iterator<Item = u64>,
    step: &Step,
    invocations: u32,
    buffers: usize,
) -> Result<(), HaltReason> {
    for number in numbers {
        let world = &mut *workgroups.world;
        world.workgroup = unfold(number, step.workgroups);
        // Used only when schedules are computed, for few invocations.
        world.first = number.wrapping_mul(invocations.into());
        if workgroups.barriers != BarrierModel::Unscoped {
            world.cells[buffers..].iter_mut().for_each(Cells::clear);
        }
        if let Some(shadow) = &mut world.shadow {
            shadow.begin_workgroup(number);
        }
        workgroups.run(invocations)?;
    }
    Ok(())
}

/// Binds the program's buffers to those of the launch, and creates its workgroup buffers. Returns the
/// scope for race detection of each.
fn bind(
    valid: &ValidProgram,
    step: &Step,
    buffers: usize,
    world: &mut World,
) -> Result<Vec<Scope>, ProgramFault> {
    let program = valid.program();
    let bytes = workgroup_bytes(program);
    if bytes > MAX_WORKGROUP_BYTES {
        return Err(ProgramFault::WorkgroupTooLarge {
            program: program.name.clone(),
            bytes,
            limit: MAX_WORKGROUP_BYTES,
        });
    }
    world.cells.truncate(buffers);
    world.workgroup_size = program.workgroup_size;
    world.bound = vec![0; program.buffers.len()];
    let mut scopes = vec![Scope::Unwatched; buffers];
    for ((BufferId(id), decl), cells) in program.bound().into_iter().zip(&step.buffers) {
        world.bound[id as usize] = *cells;
        world.cells[*cells].set_step(decl.element.words());
        if decl.access == Access::ReadWrite {
            scopes[*cells] = Scope::Dispatch;
        }
    }
    for (decl, bound) in program.buffers.iter().zip(&mut world.bound) {
        if decl.access == Access::Workgroup {
            let step = decl.element.words();
            let words = decl.count.unwrap_or(0) as usize * step;
            *bound = world.cells.len();
            world.cells.push(Cells::new(vec![0; words], step));
            scopes.push(Scope::Workgroup);
        }
    }
    Ok(scopes)
}

/// Bytes of the workgroup buffers of a program.
fn workgroup_bytes(program: &Program) -> u64 {
    let private = program.buffers.iter();
    let private = private.filter(|decl| decl.access == Access::Workgroup);
    private
        .map(|decl| u64::from(decl.count.unwrap_or(0)) * decl.element.words() as u64 * 4)
        .sum()
}

fn fault(halt: HaltReason, valid: &ValidProgram, world: &World, options: &Options) -> ProgramFault {
    let program = valid.program().name.clone();
    let local = |k: u32| unfold(k.into(), world.workgroup_size);
    match halt {
        HaltReason::Divergent(first, second) => ProgramFault::DivergentBarrier {
            program,
            workgroup: world.workgroup,
            first: local(first),
            second: local(second),
        },
        HaltReason::Stop(StopReason::Bound { function, bound }) => ProgramFault::BoundExceeded {
            program,
            function: valid.module().functions[function.0 as usize].name.clone(),
            bound,
        },
        HaltReason::Stop(StopReason::Steps) => ProgramFault::Steps {
            program,
            steps: options.steps,
        },
        HaltReason::Stop(StopReason::OutOfBounds { .. }) => {
            unreachable!("only runs of ops are strict")
        }
    }
}
