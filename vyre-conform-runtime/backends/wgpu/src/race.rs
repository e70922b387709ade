//! Races: two shaders over the same values, or two lists of programs on the same launch, or either and a copy, in
//! alternating turns.

use super::WgpuBackend;
use super::program::WgpuPrograms;
use super::stream::{Stream, StreamWidth};
use std::sync::Arc;
use std::time::Duration;
use vyre_conform_ir::dispatch::Launch;
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_spec::TextTarget;
use vyre_conform_suite::backend::{
    Backend, BackendError, OpCode, SpeedComparison, SpeedMeasurement, has_hardware, race_words,
    revalidated_for_limits,
};

/// Dispatches of an op per turn, waited for together.
const DISPATCHES: u32 = 16;

/// Workgroup size of a copy, and words per invocation.
const COPY: [u32; 2] = [256, 4];

/// A copy of words, four per invocation.
const COPY_TEXT: &str = "
@group(0) @binding(0) var<uniform> params: vec4<u32>;
@group(0) @binding(1) var<storage, read> source: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read_write> target_words: array<vec4<u32>>;

@compute @workgroup_size(256)
fn vyre_main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let i = (group.y * params.y + group.x) * 256u + lane;
    if i < params.x / 4u {
        target_words[i] = source[i];
    }
}
";

impl WgpuBackend {
    pub(super) fn take_turns(
        &self,
        race: &SpeedComparison<'_>,
        turns: usize,
    ) -> Result<SpeedMeasurement, BackendError> {
        match race {
            SpeedComparison::Ops {
                op,
                other,
                operands,
            } => self.ops(op, other.as_ref(), operands, turns),
            SpeedComparison::Launches {
                programs,
                texts,
                launch,
                order_dependent,
            } => match texts {
                Some(texts) => self.launches(programs, texts, (launch, order_dependent), turns),
                None => self.launch_and_copy(programs, launch, turns),
            },
            _ => Err(BackendError::Validation(
                "this adapter knows no such race".to_owned(),
            )),
        }
    }

    fn ops(
        &self,
        op: &OpCode<'_>,
        other: Option<&OpCode<'_>>,
        operands: &[Arc<[u32]>],
        turns: usize,
    ) -> Result<SpeedMeasurement, BackendError> {
        let operands: Vec<&[u32]> = operands.iter().map(|words| &**words).collect();
        // Vectors of four reach the memory bandwidth.
        let width = StreamWidth::Four;
        let ours = self.stream(op, width, &operands)?;
        let theirs = match other {
            Some(other) => self.stream(other, width, &operands)?,
            None => self.copy(copied_words(op, &operands))?,
        };
        let mut nanoseconds = vec![];
        for stream in [&ours, &theirs] {
            stream.time(DISPATCHES)?;
        }
        let agree = other.is_none() || ours.results()? == theirs.results()?;
        let time = |stream: &Stream| stream.time(DISPATCHES).map(whole);
        for _ in 0..turns {
            nanoseconds.push([time(&ours)?, time(&theirs)?]);
        }
        Ok(SpeedMeasurement::new(nanoseconds, agree, vec![]))
    }

    fn launches(
        &self,
        programs: &[ValidProgram],
        texts: &[&str],
        (launch, order_dependent): (&Launch, &[usize]),
        turns: usize,
    ) -> Result<SpeedMeasurement, BackendError> {
        if programs.len() != texts.len() {
            return Err(BackendError::Validation(format!(
                "{} texts for {} programs",
                texts.len(),
                programs.len()
            )));
        }
        let ours = self.lowered(programs)?;
        let theirs = texts.iter().map(|text| (*text).to_owned()).collect();
        let theirs = self.loaded(programs, theirs)?;
        let ((_, words), (_, others)) = (ours.timed(launch)?, theirs.timed(launch)?);
        let mut pairs = words.iter().zip(&others).enumerate();
        let agree = pairs.all(|(k, (x, y))| order_dependent.contains(&k) || x == y);
        let mut nanoseconds = vec![];
        for _ in 0..turns {
            let [mine, other] = [&ours, &theirs].map(|programs| programs.timed(launch));
            nanoseconds.push([whole(mine?.0), whole(other?.0)]);
        }
        Ok(SpeedMeasurement::new(nanoseconds, agree, words))
    }

    /// A turn of either is one submission that is waited for.
    fn launch_and_copy(
        &self,
        programs: &[ValidProgram],
        launch: &Launch,
        turns: usize,
    ) -> Result<SpeedMeasurement, BackendError> {
        let ours = self.lowered(programs)?;
        let copy = self.copy(race_words(launch))?;
        let (_, words) = ours.timed(launch)?;
        copy.time(1)?;
        let mut nanoseconds = vec![];
        for _ in 0..turns {
            nanoseconds.push([whole(ours.timed(launch)?.0), whole(copy.time(1)?)]);
        }
        Ok(SpeedMeasurement::new(nanoseconds, true, words))
    }

    /// The lowerings of programs in this profile, if the adapter supports their callees.
    fn lowered(&self, programs: &[ValidProgram]) -> Result<WgpuPrograms, BackendError> {
        for program in programs {
            has_hardware(program, self.identity(), Some(TextTarget::Wgsl))?;
        }
        self.loaded(programs, self.texts(programs)?)
    }

    /// Programs with these texts.
    fn loaded(
        &self,
        programs: &[ValidProgram],
        texts: Vec<String>,
    ) -> Result<WgpuPrograms, BackendError> {
        let limits = self.limits();
        let pairs = programs.iter().zip(texts);
        let fit = pairs
            .map(|(program, text)| {
                Ok((
                    revalidated_for_limits(program, self.identity(), &limits)?,
                    text,
                ))
            })
            .collect::<Result<_, BackendError>>()?;
        WgpuPrograms::load(self.gpu()?, fit)
    }

    /// A copy of this many words, in whole vectors of four.
    fn copy(&self, words: usize) -> Result<Stream, BackendError> {
        self.stream_text(COPY_TEXT, COPY, &[&vec![1; words]])
    }
}

/// Words of a copy that reads and writes as many bytes as an op on these operands.
fn copied_words(op: &OpCode<'_>, operands: &[&[u32]]) -> usize {
    let first = op.signature.operands.first().map_or(1, |ty| ty.words());
    let cases = operands.first().map_or(0, |words| words.len() / first);
    let read: usize = operands.iter().map(|words| words.len()).sum();
    (read + cases * op.signature.result.words()) / 2
}

/// Nanoseconds, at least one.
fn whole(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX).max(1)
}
