//! Every engine of the library on the interpreter, at every workgroup size, and decoders compared with crates.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use vyre_conform_interp::{Options, report_launch};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{EngineDef, Input, Output, SIZES};
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_tests::part::is_taken;

/// The fault of an engine's run on one input, if any.
pub(super) fn run_fault(
    catalog: &Catalog,
    def: &EngineDef,
    (input, expected): (&Input, &Output),
    size: u32,
) -> Result<(), String> {
    let plan = (def.plan)(input, size);
    let valid = |program| validate_program(program, catalog, &Limits::WEBGPU);
    let programs: Result<Vec<ValidProgram>, _> = plan.programs.into_iter().map(valid).collect();
    let programs = programs.map_err(|rules| rules[0].to_string())?;
    let options = Options {
        races: true,
        ..Options::default()
    };
    let report =
        report_launch(&programs, &plan.launch, &options).map_err(|fault| fault.to_string())?;
    if let Some(race) = report.races.first() {
        return Err(format!("{race:?}"));
    }
    if report.steps > plan.max_steps {
        return Err(format!(
            "{} steps, {} allowed",
            report.steps, plan.max_steps
        ));
    }
    let actual = def.compared(&(plan.decode)(input, &report.words));
    let expected = def.compared(expected);
    if actual != expected {
        let first = actual.iter().zip(&expected).position(|(a, b)| a != b);
        let first = first.unwrap_or(actual.len().min(expected.len()));
        return Err(format!(
            "{} records instead of {}; record {first} is {:?} instead of {:?}",
            actual.len(),
            expected.len(),
            actual.get(first),
            expected.get(first)
        ));
    }
    for guard in plan.guards {
        let before = plan.launch.buffers[plan.launch.read_back[guard.read_back]].to_words();
        if report.words[guard.read_back][guard.first_word..] != before[guard.first_word..] {
            return Err(format!(
                "output {} was written past its end",
                guard.read_back
            ));
        }
    }
    for queue in plan.queues {
        let count = report.words[queue.read_back][queue.word];
        if count > queue.bound {
            return Err(format!("a queue of {} holds {count}", queue.bound));
        }
    }
    Ok(())
}

/// Oracle: the references, plain Rust, over the first inputs and the corpus. In a sample, the engines in it.
#[test]
#[ignore = "a long run: seconds"]
fn engines_agree_with_their_references() {
    let mut wrong = vec![];
    let mut engines = 0;
    let catalog = Catalog::linked().expect("the library");
    for (place, def) in catalog.engines().iter().enumerate() {
        engines += 1;
        if !is_taken(place) {
            continue;
        }
        let reference = def.reference.expect("every engine here has one");
        let cited = def
            .corpus
            .iter()
            .map(|case| ((case.input)(), (case.output)()));
        let cited: Vec<(Input, Output)> = cited.collect();
        for (input, output) in &cited {
            assert_eq!(reference(input), *output, "{}: the corpus", def.id);
        }
        let generated = (0..24).map(|n| (def.inputs)(n * 3 % 31));
        let generated = generated.map(|input| {
            let output = reference(&input);
            (input, output)
        });
        for (n, (input, output)) in generated.chain(cited).enumerate() {
            for size in SIZES {
                if let Err(error) = run_fault(&catalog, def, (&input, &output), size) {
                    wrong.push(format!("{}, input {n}, size {size}: {error}", def.id));
                    break;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(engines, vyre_conform_tests::published_engines());
}

/// The text in a decoder's input: its length in bytes, then its bytes, four per word, lowest first.
fn text(input: &Input) -> Vec<u8> {
    let bytes = input.columns[1].iter().flat_map(|word| word.to_le_bytes());
    bytes.take(input.columns[0][0] as usize).collect()
}

/// Results of an engine and a crate for a text: its bytes, or the place or description of the error.
type DecodedPair<E> = (Result<Vec<u8>, u32>, Result<Vec<u8>, E>);

/// The bytes of every text in a decoder's inputs, or the offset of its error, from the engine's reference and from
/// another decoder.
fn decoded<E>(id: &str, other: fn(&[u8]) -> Result<Vec<u8>, E>) -> Vec<DecodedPair<E>> {
    let catalog = Catalog::linked().expect("the library");
    let def = catalog.find_engine(id).expect("a decoder of the library");
    let reference = def.reference.expect("it has one");
    let both = (0..400).map(|n| {
        let input = (def.inputs)(n);
        let records = reference(&input);
        let own = match &records[..] {
            [record] if record[0] == 1 => Err(record[1]),
            bytes => Ok(bytes.iter().map(|record| record[2] as u8).collect()),
        };
        (own, other(&text(&input)))
    });
    both.collect()
}

/// Oracle: the crate base64, whose standard engine is as strict.
#[test]
fn base64_agrees_with_the_crate() {
    use base64::DecodeError::{InvalidByte, InvalidLastSymbol};
    let mut refused = 0;
    for (own, crates) in decoded("engine::base64_decode", |text| BASE64_STANDARD.decode(text)) {
        match (own, crates) {
            (Ok(own), Ok(crates)) => assert_eq!(own, crates),
            (Err(own), Err(InvalidByte(position, _) | InvalidLastSymbol(position, _))) => {
                assert_eq!(own as usize, position);
                refused += 1;
            }
            (Err(_), Err(_)) => refused += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(refused > 50, "{refused}");
}

/// Oracle: the crate hex.
#[test]
fn hex_agrees_with_the_crate() {
    use hex::FromHexError::InvalidHexCharacter;
    let mut refused = 0;
    for (own, crates) in decoded("engine::hex_decode", |text| hex::decode(text)) {
        match (own, crates) {
            (Ok(own), Ok(crates)) => assert_eq!(own, crates),
            (Err(own), Err(InvalidHexCharacter { index, .. })) => {
                assert_eq!(own as usize, index);
                refused += 1;
            }
            (Err(_), Err(_)) => refused += 1,
            other => panic!("{other:?}"),
        }
    }
    assert!(refused > 50, "{refused}");
}
