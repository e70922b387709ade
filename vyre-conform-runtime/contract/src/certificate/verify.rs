//! Verification of a certificate of a kernel.

use super::claims::claims;
use super::mutants;
use super::{
    AdapterEvidence, FOREIGN_TRACK, InterpreterEvidence, KERNEL_CERTIFICATE_FORMAT,
    KernelCertificate, KernelCertificateProblem, KernelClaims, MAX_KERNEL_CERTIFICATE_BYTES,
};
use crate::check::{ContractOptions, check};
use crate::compare::ToleranceUse;
use crate::contract::Contract;
use crate::evidence::PartyEvidence;
use crate::interpreter::INTERPRETER;
use serde::Serialize;
use serde_json::Value;
use vyre_conform_suite::backend::{adapter_slug, is_adapter, is_slug};

pub(super) type Problems = Vec<KernelCertificateProblem>;

/// Runs of each case on a device: twice over poison, once over the words of the last run.
const DEVICE_RUNS: u64 = 3;
/// Runs of each case on the interpreter: four orders, and once over the words of the last run.
const INTERPRETER_RUNS: u64 = 5;

/// Verifies a certificate against its contract: everything that needs no device is computed again, and what devices
/// left must agree with it. `time_limit` and the like of `options` bound the interpreter; the seed is the
/// certificate's.
///
/// # Errors
/// The problems, in the order of the certificate's parts.
pub fn verify_kernel(
    text: &str,
    contract: &Contract<'_>,
    options: &ContractOptions,
) -> Result<KernelCertificate, Vec<KernelCertificateProblem>> {
    let certificate = parsed(text)?;
    let seed = certificate.claims.seed;
    let again = ContractOptions {
        seed,
        saved: vec![],
        is_replay: false,
        ..options.clone()
    };
    let whole = |message: String| vec![KernelCertificateProblem::new("claims", message)];
    let report = check(contract, &[], &again).map_err(|error| whole(error.to_string()))?;
    if let Some(fault) = report.faults.first() {
        return Err(whole(format!(
            "the kernel does not keep its contract: {fault}"
        )));
    }
    let expected = claims(contract, seed, &report).map_err(|error| whole(error.to_string()))?;
    let mut problems = differences("claims", &certificate.claims, &expected);
    if problems.is_empty() {
        adapters(&certificate, contract, &mut problems);
        problems.extend(mutants::problems(&certificate, contract, &again));
        omissions(&certificate, &report.omissions, &mut problems);
    }
    if problems.is_empty() {
        Ok(certificate)
    } else {
        Err(problems)
    }
}

/// The certificate of a text, whose digest and form are right.
fn parsed(text: &str) -> Result<KernelCertificate, Problems> {
    let one = |part: &str, message: &str| vec![KernelCertificateProblem::new(part, message)];
    if text.len() as u64 > MAX_KERNEL_CERTIFICATE_BYTES {
        let message = format!("it has more than {MAX_KERNEL_CERTIFICATE_BYTES} bytes");
        return Err(one("the file", &message));
    }
    let certificate: KernelCertificate = serde_json::from_str(text).map_err(|error| {
        one(
            "the file",
            &format!("not a certificate of a kernel: {error}"),
        )
    })?;
    if certificate.format != KERNEL_CERTIFICATE_FORMAT {
        return Err(one("format", "an unknown format"));
    }
    if certificate.track != FOREIGN_TRACK {
        return Err(one("track", "the track of kernels is `foreign`"));
    }
    if certificate.version != env!("CARGO_PKG_VERSION") {
        let message = format!(
            "issued by version {}: certify the kernel again",
            certificate.version
        );
        return Err(one("version", &message));
    }
    if certificate.digest != certificate.own_digest() {
        return Err(one(
            "digest",
            "it does not belong to the rest: the file was edited",
        ));
    }
    if certificate.text() != text {
        return Err(one(
            "the file",
            "the text is not the one that `certify` writes",
        ));
    }
    Ok(certificate)
}

/// The parts in which two certificates differ, by the paths of their JSON.
pub fn kernel_differences(
    found: &KernelCertificate,
    expected: &KernelCertificate,
) -> Vec<KernelCertificateProblem> {
    differences("", found, expected)
}

pub(super) fn differences<T: Serialize>(path: &str, found: &T, expected: &T) -> Problems {
    let value = |of: &T| serde_json::to_value(of).unwrap_or_default();
    let mut problems = vec![];
    compared(path, &value(found), &value(expected), &mut problems);
    problems
}

fn compared(path: &str, found: &Value, expected: &Value, problems: &mut Problems) {
    match (found, expected) {
        (Value::Object(a), Value::Object(b)) if a.keys().eq(b.keys()) => {
            for (key, value) in a {
                compared(&format!("{path}.{key}"), value, &b[key], problems);
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (k, (a, b)) in a.iter().zip(b).enumerate() {
                compared(&format!("{path}[{k}]"), a, b, problems);
            }
        }
        _ if found == expected => {}
        _ => {
            let short = |value: &Value| {
                let text: String = value.to_string().chars().take(80).collect();
                text
            };
            let message = format!(
                "{}, but {} when computed again",
                short(found),
                short(expected)
            );
            problems.push(KernelCertificateProblem::new(path, message));
        }
    }
}

/// A terminal shows the name on one line, and it has a letter or a digit.
fn is_name(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric) && !text.chars().any(char::is_control)
}

fn adapters(certificate: &KernelCertificate, contract: &Contract<'_>, problems: &mut Problems) {
    let all = &certificate.adapters;
    if all.is_empty() {
        problems.push(KernelCertificateProblem::new("adapters", "there is none"));
    }
    if !all.is_sorted_by(|a, b| a.slug < b.slug) {
        let message = "names are not in ascending order, or one occurs twice";
        problems.push(KernelCertificateProblem::new("adapters", message));
    }
    for (k, adapter) in all.iter().enumerate() {
        let part = format!("adapters[{k}]");
        let texts = [
            &adapter.kind,
            &adapter.slug,
            &adapter.device,
            &adapter.driver,
        ];
        if texts.iter().any(|text| !is_name(text)) {
            let message = "a device without a name, or a name with control characters";
            problems.push(KernelCertificateProblem::new(&part, message));
        }
        // Several adapters of one name have numbers.
        let name = adapter.slug.split('#').next().unwrap_or_default();
        let expected = adapter_slug(&adapter.device, &adapter.kind);
        if !is_slug(&adapter.slug) || !is_adapter(&adapter.kind) || name != expected {
            let message = "no adapter has this kind, this slug and this device";
            problems.push(KernelCertificateProblem::new(&part, message));
        }
        let stated = contract.stated_subgroup_size();
        let mismatch = adapter.subgroup_mismatch.as_ref();
        if mismatch.is_some_and(|m| {
            m.device != format!("`{}`", adapter.slug) || !stated.is_some_and(|size| m.is_real(size))
        }) {
            let message = "the contract states no other subgroup size than this device has";
            problems.push(KernelCertificateProblem::new(&part, message));
        }
        let mut compared = all.iter().filter(|one| one.subgroup_mismatch.is_none());
        let first = compared.next().map(|first| &first.runs);
        runs(&part, &certificate.claims, adapter, first, problems);
    }
}

/// The runs of a device agree with the claims.
fn runs(
    part: &str,
    claims: &KernelClaims,
    adapter: &AdapterEvidence,
    first: Option<&PartyEvidence>,
    problems: &mut Problems,
) {
    let runs = &adapter.runs;
    let mut wrong = |part: String, message: &str| {
        problems.push(KernelCertificateProblem::new(part, message));
    };
    if runs.cases.len() != claims.cases.len() {
        wrong(
            format!("{part}.runs.cases"),
            "not as many as the contract has",
        );
        return;
    }
    let interpreted = match &claims.interpreter {
        InterpreterEvidence::Ran { runs } => Some(runs),
        InterpreterEvidence::Unavailable { .. } => None,
    };
    for (c, (case, run)) in claims.cases.iter().zip(&runs.cases).enumerate() {
        let place = format!("{part}.runs.cases[{c}]");
        if run.outputs.len() != claims.outputs.len() {
            wrong(place, "not as many outputs as the contract has");
            continue;
        }
        let launches = match interpreted.map(|runs| runs.cases[c].launches) {
            Some(launches) => {
                (launches / INTERPRETER_RUNS).checked_mul(DEVICE_RUNS) == Some(run.launches)
            }
            None => run.launches % DEVICE_RUNS == 0,
        };
        if !launches {
            wrong(format!("{place}.launches"), "not those of the contract");
        }
        for (k, output) in claims.outputs.iter().enumerate() {
            let other = match &output.equality[..] {
                "exact" => case.expected[k].as_ref(),
                "same_every_run" if adapter.subgroup_mismatch.is_some() => None,
                "same_every_run" => {
                    let same = interpreted.or(first);
                    same.and_then(|runs| runs.cases.get(c)?.outputs.get(k))
                }
                _ => None,
            };
            let found = &run.outputs[k];
            if other.is_some_and(|other| other != found) {
                wrong(
                    format!("{place}.outputs[{k}]"),
                    "not the output that the contract states",
                );
            } else if found.len() != 64 || !found.bytes().all(|b| b.is_ascii_hexdigit()) {
                wrong(format!("{place}.outputs[{k}]"), "not a digest");
            }
        }
    }
    tolerances(part, claims, &runs.tolerances, &mut wrong);
}

fn tolerances(
    part: &str,
    claims: &KernelClaims,
    found: &[ToleranceUse],
    wrong: &mut impl FnMut(String, &str),
) {
    let is_tolerance = |equality: &str| !["exact", "same_every_run"].contains(&equality);
    let outputs = claims.outputs.iter().enumerate();
    let outputs: Vec<_> = outputs
        .filter(|(_, output)| is_tolerance(&output.equality))
        .collect();
    if outputs.len() != found.len() {
        wrong(
            format!("{part}.runs.tolerances"),
            "not one for each tolerance of the contract",
        );
        return;
    }
    for (k, output) in outputs {
        let place = format!("{part}.runs.tolerances");
        let Some(used) = found.iter().find(|used| used.buffer == output.buffer) else {
            wrong(place, "a tolerance of the contract is missing");
            continue;
        };
        let elements: u64 = claims.cases.iter().map(|case| case.elements[k]).sum();
        if used.equality != output.equality || used.elements != DEVICE_RUNS.saturating_mul(elements)
        {
            wrong(
                place,
                "not the equality or the number of elements of the contract",
            );
            continue;
        }
        if !is_consistent(used) {
            wrong(
                place,
                "the largest error, its bound and the elements above half of it disagree",
            );
        }
    }
}

/// The numbers of a tolerance agree with each other.
fn is_consistent(used: &ToleranceUse) -> bool {
    let share = if used.error == 0.0 {
        0.0
    } else {
        used.error / used.bound
    };
    (0.0..=1.0).contains(&used.largest)
        && used.error >= 0.0
        && share == used.largest
        && used
            .above_half
            .checked_add(used.nans)
            .is_some_and(|sum| sum <= used.elements)
        && (used.above_half > 0) == (used.largest > 0.5)
}

/// Parts that the interpreter leaves out are those of the certificate.
fn omissions(certificate: &KernelCertificate, again: &[String], problems: &mut Problems) {
    let of_interpreter = |omission: &&String| omission.starts_with(INTERPRETER);
    if !again
        .iter()
        .filter(of_interpreter)
        .eq(&certificate.omissions)
    {
        let message = "not the parts that are left out";
        problems.push(KernelCertificateProblem::new("omissions", message));
    }
}
