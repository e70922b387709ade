//! Random programs on the backend and on the interpreter.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use vyre_conform_fuzz::{Callable, Case};
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::sync::cores;
use vyre_conform_runtime::valid::ValidProgram;
use vyre_conform_suite::backend::Backend;

/// Programs per unit: compiling each alone would take longer than everything else.
pub const PROGRAMS_PER_UNIT: u64 = 40;

/// Random programs, and the interpreter's words for each.
pub struct Programs {
    cases: Vec<Case>,
    valid: Vec<ValidProgram>,
    words: Vec<Vec<Vec<u32>>>,
}

impl Programs {
    /// The programs of these seeds, without those whose text has a word of `left_out`.
    pub fn random(
        seeds: Range<u64>,
        callable: &Callable,
        catalog: &Catalog,
        left_out: &[&str],
    ) -> Self {
        let cases = seeds.map(|seed| Case::random(seed, &callable.signatures));
        let contains = |case: &Case| left_out.iter().any(|word| case.text().contains(word));
        let cases: Vec<Case> = cases.filter(|case| !contains(case)).collect();
        let valid = cases
            .iter()
            .map(|case| case.valid(catalog).expect("a valid program"));
        let valid: Vec<ValidProgram> = valid.collect();
        let each = cases.iter().zip(&valid);
        let words = each.map(|(case, program)| {
            let launch = case.launch(program);
            let words = run_launch(std::slice::from_ref(program), &launch, &Options::default());
            words.expect("words")
        });
        let words = words.collect();
        Self {
            cases,
            valid,
            words,
        }
    }

    /// The first program for which the backend's words differ.
    pub fn differs(&self, backend: &dyn Backend) -> Option<&Case> {
        let loaded = backend.load_programs(&self.valid).expect("compiled");
        let differs = |k: &usize| {
            let mut launch = self.cases[*k].launch(&self.valid[*k]);
            launch.steps.iter_mut().for_each(|step| step.program = *k);
            loaded.run(&launch).expect("words") != self.words[*k]
        };
        (0..self.cases.len()).find(differs).map(|k| &self.cases[k])
    }

    /// The number of programs with this word in their text.
    pub fn with(&self, word: &str) -> u64 {
        let matching = self.cases.iter().filter(|case| case.text().contains(word));
        matching.count() as u64
    }
}

/// Compares this many programs. Other tests check further properties of the same programs, such as the absence of
/// races.
pub fn compare(backend: &dyn Backend, count: u64) {
    compare_without(backend, count, &[]);
}

/// [`compare`] without programs whose text has a word of `left_out`: known faults of a driver.
pub fn compare_without(backend: &dyn Backend, count: u64, left_out: &[&str]) {
    let catalog = Catalog::linked().expect("the library");
    let callable = Callable::of(catalog.ops());
    compare_calling(backend, count, &catalog, &callable, &[], left_out);
}

/// [`compare_without`] with programs that also call ops of one hardware feature: at least one program calls each of
/// `ids`.
pub fn compare_with_hardware(backend: &dyn Backend, count: u64, ids: &[&str], left_out: &[&str]) {
    let catalog = Catalog::linked().expect("the library");
    let callable = Callable::with_hardware(&catalog, &[backend]);
    compare_calling(backend, count, &catalog, &callable, ids, left_out);
}

fn compare_calling(
    backend: &dyn Backend,
    count: u64,
    catalog: &Catalog,
    callable: &Callable,
    ids: &[&str],
    left_out: &[&str],
) {
    let [next, with_barriers, with_steps] = [(); 3].map(|()| AtomicU64::new(0));
    let with_calls: Vec<AtomicU64> = ids.iter().map(|_| AtomicU64::new(0)).collect();
    let work = || {
        loop {
            let first = next.fetch_add(PROGRAMS_PER_UNIT, Ordering::Relaxed);
            if first >= count {
                return;
            }
            let seeds = first..(first + PROGRAMS_PER_UNIT).min(count);
            let programs = Programs::random(seeds, callable, catalog, left_out);
            if let Some(case) = programs.differs(backend) {
                panic!("of seed {first} or a later one:\n{}", case.text());
            }
            with_barriers.fetch_add(programs.with("barrier"), Ordering::Relaxed);
            with_steps.fetch_add(programs.with("atomic"), Ordering::Relaxed);
            for (id, calls) in ids.iter().zip(&with_calls) {
                calls.fetch_add(programs.with(&format!("call {id}(")), Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..cores() {
            scope.spawn(work);
        }
    });
    // Many of them have barriers and atomic steps.
    let with_barriers = with_barriers.into_inner();
    let has_barriers = !left_out.contains(&"barrier();");
    assert!(
        !has_barriers || with_barriers > count / 10,
        "{with_barriers} of {count}"
    );
    let with_steps = with_steps.into_inner();
    let min = count / if left_out.is_empty() { 10 } else { 20 };
    assert!(with_steps > min, "{with_steps} of {count}");
    for (id, calls) in ids.iter().zip(with_calls) {
        let calls = calls.into_inner();
        println!("{calls} of {count} programs call {id}");
        assert!(calls > 0, "{calls} of {count} call {id}");
    }
}
