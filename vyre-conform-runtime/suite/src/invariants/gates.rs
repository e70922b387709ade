//! `gates`: conditions for running anything.
//!
//! Every plan can be made, is reproducible, breaks no rule, names only contents of its launch, and runs no program in
//! which invocations certainly race. Inputs are reproducible by number and not all equal. The reference is reproducible
//! and agrees with the corpus: if not, the reference is wrong, because cited outputs are right.

use super::author::{call, noted};
use super::violation::first_difference;
use super::{Difference, Violation};
use std::collections::VecDeque;
use vyre_conform_interp::{Race, certain_races};
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_ir::{Library, Program};
use vyre_conform_runtime::engine::{Check, EngineDef, Input, InputSource, Plan, SIZES};
use vyre_conform_runtime::registry::calls::EngineFunction;

/// Maximal declared steps of a plan: minutes on the interpreter. An unreachable bound bounds nothing.
const MAX_STEPS: u64 = 1 << 36;

/// Maximal number of cached programs without races.
const FOLLOWED: usize = 32;

/// Programs without races.
#[derive(Default)]
pub(super) struct RaceFreePrograms(VecDeque<Program>);

impl RaceFreePrograms {
    fn has(&self, program: &Program) -> bool {
        self.0.contains(program)
    }

    fn put(&mut self, program: Program) {
        self.0.push_back(program);
        if self.0.len() > FOLLOWED {
            self.0.pop_front();
        }
    }
}

/// Checks an engine's plan for an input at a workgroup size, and at the first size also the input itself.
pub(super) fn case(
    def: &EngineDef,
    library: &dyn Library,
    (source, size): (InputSource, u32),
    followed: &mut RaceFreePrograms,
) -> Result<(), Box<Violation>> {
    let input = made(def, source)?;
    if size == SIZES[0] {
        expectation(def, source, &input)?;
    }
    let plan = call(def.id, EngineFunction::Plan, source, Some(size), || {
        (def.plan)(&input, size)
    });
    let plan = match plan {
        Ok(plan) => plan,
        Err(message) => return Err(broken(Some((source, size)), Some(input), vec![message])),
    };
    let found = offence(def, library, (source, size), &input, &plan);
    let because = match found {
        Ok(valid) => racing(&plan, &valid, followed),
        Err(because) => Some(because),
    };
    match because {
        Some(because) => Err(broken(Some((source, size)), Some(input), because)),
        None => Ok(()),
    }
}

/// The violation if all generated inputs are equal.
pub(super) fn alike(def: &EngineDef, inputs: u64) -> Option<Box<Violation>> {
    let made = |n| {
        call(
            def.id,
            EngineFunction::Inputs,
            InputSource::Generated(n),
            None,
            || (def.inputs)(n),
        )
        .ok()
    };
    let first = made(0)?;
    (inputs > 1 && (1..inputs).all(|n| made(n).as_ref() == Some(&first))).then(|| {
        let because = vec![format!("inputs 0 to {} are all alike", inputs - 1)];
        broken(None, Some(first), because)
    })
}

/// The input of a source, which must be reproducible.
fn made(def: &EngineDef, source: InputSource) -> Result<Input, Box<Violation>> {
    let make = || match source {
        InputSource::Generated(n) => (def.inputs)(n),
        InputSource::Corpus(k) => (def.corpus[k].input)(),
        InputSource::Saved(_) | InputSource::Sums(_) => {
            panic!("input {source} is none of the gates'")
        }
    };
    let made = call(def.id, EngineFunction::Inputs, source, None, || {
        (make(), make())
    });
    let (input, again) = made.map_err(|message| broken(None, None, vec![message]))?;
    if input == again {
        Ok(input)
    } else {
        let because = vec![format!("input {source} differs when it is made again")];
        Err(broken(None, Some(input), because))
    }
}

/// Checks that the reference is reproducible and agrees with the corpus.
fn expectation(def: &EngineDef, source: InputSource, input: &Input) -> Result<(), Box<Violation>> {
    if let InputSource::Corpus(k) = source
        && def.corpus[k].source.trim().is_empty()
    {
        let because = vec![format!("corpus case {k} cites no source")];
        return Err(broken(None, None, because));
    }
    let Some(reference) = def.reference else {
        return Ok(());
    };
    let results = call(def.id, EngineFunction::Reference, source, None, || {
        (reference(input), reference(input))
    });
    let (first, again) =
        results.map_err(|message| broken(None, Some(input.clone()), vec![message]))?;
    let mut difference = Difference {
        expected: Some(("the CPU reference".into(), first.clone())),
        found: Some(("the CPU reference again".into(), again.clone())),
        causes: vec![],
    };
    let mut because = first_difference(&first, &again);
    if let (None, InputSource::Corpus(k)) = (&because, source) {
        let case = &def.corpus[k];
        let cited = noted(def.id, EngineFunction::Reference, source, None, || {
            (case.output)()
        });
        let due = def.compared(&cited);
        because = first_difference(&due, &def.compared(&first));
        difference.expected = Some((case.source.into(), due));
        difference.found = Some(("the CPU reference".into(), first));
    }
    let Some(because) = because else {
        return Ok(());
    };
    difference.causes.push(because);
    Err(Box::new(Violation {
        check: Check::Gates,
        case: None,
        input: Some(input.clone()),
        difference,
    }))
}

/// The first race that every run of the plan has. Programs in `followed` have none.
fn racing(
    plan: &Plan,
    programs: &[ValidProgram],
    followed: &mut RaceFreePrograms,
) -> Option<Vec<String>> {
    for (number, step) in plan.launch.steps.iter().enumerate() {
        let valid = &programs[step.program];
        if step.workgroups.contains(&0) || followed.has(valid.program()) {
            continue;
        }
        if let Some(race) = certain_races(valid).into_iter().next() {
            let race = Race {
                step: number,
                ..race
            };
            return Some(vec![
                format!("a data race in every run: {race}"),
                "the program alone shows it, whatever the buffers hold".into(),
            ]);
        }
        followed.put(valid.program().clone());
    }
    None
}

/// The programs of a plan, or its fault.
fn offence(
    def: &EngineDef,
    library: &dyn Library,
    (source, size): (InputSource, u32),
    input: &Input,
    plan: &Plan,
) -> Result<Vec<ValidProgram>, Vec<String>> {
    let again = noted(def.id, EngineFunction::Plan, source, Some(size), || {
        (def.plan)(input, size)
    });
    if again.programs != plan.programs || again.launch != plan.launch {
        return Err(vec!["the plan differs when it is made again".into()]);
    }
    if plan.max_steps == 0 {
        return Err(vec!["the plan declares no steps: set `max_steps`".into()]);
    }
    if plan.max_steps > MAX_STEPS {
        return Err(vec![format!(
            "the plan declares {} steps, and the limit is {MAX_STEPS}: set `max_steps` to what it \
             takes",
            plan.max_steps
        )]);
    }
    let mut valid = vec![];
    for program in &plan.programs {
        match validate_program(program.clone(), library, &Limits::INTERPRETER) {
            Ok(program) => valid.push(program),
            Err(rules) => {
                let mut lines = vec![format!("program `{}` is not valid:", program.name)];
                lines.extend(rules.iter().map(ToString::to_string));
                return Err(lines);
            }
        }
    }
    if let Err(error) = plan.launch.check(&valid) {
        return Err(vec![format!(
            "the launch does not fit its programs: {error}"
        )]);
    }
    match outside(plan) {
        Some(text) => Err(vec![text]),
        None => Ok(valid),
    }
}

/// The fault of a guard, queue or order-dependent buffer that is not read back.
fn outside(plan: &Plan) -> Option<String> {
    let read = &plan.launch.read_back;
    let words = |k: usize| read.get(k).map(|buffer| plan.launch.buffers[*buffer].len());
    for guard in &plan.guards {
        if words(guard.read_back).is_none_or(|words| guard.first_word > words) {
            return Some(format!(
                "the guard from word {} of the output {} is not inside a buffer that is read back",
                guard.first_word, guard.read_back
            ));
        }
    }
    for queue in &plan.queues {
        if words(queue.read_back).is_none_or(|words| queue.word >= words) {
            return Some(format!(
                "the counter of a queue, word {} of the output {}, is not inside a buffer that is read back",
                queue.word, queue.read_back
            ));
        }
    }
    let absent = plan.order_dependent.iter().find(|k| **k >= read.len());
    absent.map(|k| {
        format!(
            "`order_dependent` names read-back buffer {k}, but the launch has {}",
            read.len()
        )
    })
}

fn broken(
    case: Option<(InputSource, u32)>,
    input: Option<Input>,
    causes: Vec<String>,
) -> Box<Violation> {
    Box::new(Violation {
        check: Check::Gates,
        case,
        input,
        difference: Difference {
            causes,
            ..Difference::default()
        },
    })
}
