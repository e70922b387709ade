//! Compilation of valid programs to pipelines: a thousand nodes of three kinds.

use std::error::Error;
use std::time::Instant;
use vyre_conform_fuzz::Case;
use vyre_conform_lower as lower;
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Node, Operand, Program, Type};
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_suite::backend::Backend;
use vyre_conform_wgpu::WgpuBackend;

/// Number of nodes.
const NODES: usize = 1000;
/// Limit in milliseconds.
const LIMIT: f64 = 50.0;

/// A kernel of a thousand nodes, three of four with a load that is bounds-checked. Each `salt` gives another text, so
/// that no driver has it cached.
fn memory(salt: u32) -> Program {
    let mut k = Kernel::new("memory", [64, 1, 1]);
    let from = k.read_only("from", Type::U32);
    let to = k.read_write("to", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    k.store(to, i, salt);
    for n in 0..249_u32 {
        let x = k.bind(
            "x",
            (from.at(i + n) * 0x9e37_79b9_u32) ^ (from.at(i) >> (n % 32)),
        );
        k.when(x.less(to.len()), |k| {
            let y = k.bind("y", (x & 0xffff_u32).max(i + 1_u32).differs(n).select(x, i));
            k.store(to, x, y + from.at(y % 1000_u32));
        });
    }
    k.barrier();
    k.store(to, i, i);
    k.finish()
}

/// A kernel without loads: values of variables, a condition around every second node.
fn arithmetic(salt: u32) -> Program {
    let mut k = Kernel::new("arithmetic", [64, 1, 1]);
    let to = k.read_write("to", Type::U32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let sum = k.variable("sum", i + salt);
    for n in 0..249_u32 {
        let x = k.bind("x", ((i + n) * 0x9e37_79b9_u32) ^ (sum >> (n % 32)));
        k.when(x.less(sum), |k| {
            let y = k.bind("y", (x & 0xffff_u32).max(i + 1_u32).differs(n).select(x, i));
            k.assign(sum, y + (x % 1000_u32));
        });
    }
    k.assign(sum, sum ^ i);
    k.store(to, i, sum);
    k.finish()
}

/// Random programs of every kind of node and expression, a thousand nodes in total.
fn random(salt: u32) -> Vec<Program> {
    let mut left = NODES as i64;
    (u64::from(salt) << 32..)
        .map(|seed| Case::random(seed, &[]).program)
        .take_while(|program| {
            let begins = left > 0;
            left -= nodes_of(&program.entry.body) as i64;
            begins
        })
        .collect()
}

fn nodes_of(nodes: &[Node]) -> usize {
    let mut count = nodes.len();
    for node in nodes {
        node.for_each_part(|_| {}, |block| count += nodes_of(block));
    }
    count
}

/// Milliseconds of lowering, of naga's front end and validator, and of everything including the driver.
fn times(
    device: &WgpuBackend,
    programs: Vec<Program>,
) -> Result<([f64; 3], usize), Box<dyn Error>> {
    let nodes = programs.iter().map(|p| nodes_of(&p.entry.body)).sum();
    let valid = programs
        .into_iter()
        .map(|program| validate_program(program, &(), &Limits::WEBGPU));
    let valid: Vec<ValidProgram> = valid
        .collect::<Result<_, _>>()
        .map_err(|actual| actual[0].to_string())?;
    let since = |begin: Instant| begin.elapsed().as_secs_f64() * 1e3;
    let begin = Instant::now();
    let texts: Vec<String> = valid.iter().map(lower::program).collect();
    let lowering = since(begin);
    let begin = Instant::now();
    for text in &texts {
        let module = naga::front::wgsl::parse_str(text)?;
        let flags = naga::valid::ValidationFlags::all();
        let capabilities = naga::valid::Capabilities::empty();
        naga::valid::Validator::new(flags, capabilities).validate(&module)?;
    }
    let naga = since(begin);
    let begin = Instant::now();
    device.load_programs(&valid)?;
    Ok(([lowering, naga, since(begin)], nodes))
}

/// Measures the fastest of 20 runs per kind, and its parts on the host. Returns true if every kind takes less than the
/// promised 50 ms per thousand nodes.
pub(crate) fn compiling(device: &WgpuBackend) -> Result<bool, Box<dyn Error>> {
    type Make = fn(u32) -> Vec<Program>;
    let kinds: [(&str, Make); 3] = [
        ("1,000 nodes, random programs", random),
        ("1,000 nodes, one program, arithmetic", |salt| {
            vec![arithmetic(salt)]
        }),
        ("1,000 nodes, one program, loads", |salt| vec![memory(salt)]),
    ];
    let mut fast = true;
    for (kind, make) in kinds {
        let mut min = [f64::INFINITY; 3];
        for salt in 0..20 {
            let (times, nodes) = times(device, make(salt))?;
            // The last random program is counted as a whole.
            let share = NODES as f64 / nodes as f64;
            assert!(share <= 1.0 && share > 0.8, "{kind}: {nodes} nodes");
            for (min, time) in min.iter_mut().zip(times) {
                *min = min.min(time * share);
            }
        }
        let [lowering, naga, whole] = min;
        let verdict = if whole < LIMIT { "" } else { "  TOO SLOW" };
        println!(
            "  {kind:<44} {whole:>10.2} ms: lowering {lowering:.2}, naga {naga:.2}, the rest the driver{verdict}"
        );
        fast &= whole < LIMIT;
    }
    Ok(fast)
}
