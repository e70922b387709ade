//! Certificates of a network: written, or compared with the network that is there.

use super::folder;
use crate::exit::{Failure, Status};
use std::path::Path;
use vyre_conform_certificate::escape::plain;
use vyre_conform_network::certificate::{
    CertificateComparison, CertifyError, NetworkCertificate, certify,
};
use vyre_conform_network::plan::Shapes;
use vyre_conform_network::{Graph, Machine, Orders};
use vyre_conform_runtime::catalog::Catalog;

/// The seed of the inputs.
const SEED: u32 = 1;

/// The most bytes of a certificate.
const MAX_BYTES: u64 = 1 << 28;

/// The certificate of a graph on machines.
fn of(
    graph: &Graph,
    catalog: &Catalog,
    of: (&Shapes, &Orders),
    machines: &mut [Box<dyn Machine + '_>],
) -> Result<NetworkCertificate, Failure> {
    certify(graph, catalog, of, SEED, machines).map_err(|error| match error {
        CertifyError::Plan(error) => super::failure(error),
        other => Failure::io(other),
    })
}

const fn status(holds: bool) -> Status {
    if holds {
        Status::Success
    } else {
        Status::Refuted
    }
}

/// Writes the certificate of a graph.
pub(super) fn write(
    path: &Path,
    graph: &Graph,
    catalog: &Catalog,
    how: (&Shapes, &Orders),
    machines: &mut [Box<dyn Machine + '_>],
) -> Result<Status, Failure> {
    let certificate = of(graph, catalog, how, machines)?;
    let place = path.display();
    std::fs::write(path, certificate.to_string())
        .map_err(|error| Failure::io(format!("{place}: {error}")))?;
    for fact in &certificate.facts {
        if fact.starts_with("machine ") || fact.starts_with("batch ") {
            sayln!("{}", plain(fact));
        }
    }
    sayln!("wrote {place}");
    Ok(status(certificate.holds))
}

/// Compares a certificate with the graph: the lines that are others now.
pub(super) fn rerun(
    path: &Path,
    graph: &Graph,
    catalog: &Catalog,
    how: (&Shapes, &Orders),
    machines: &mut [Box<dyn Machine + '_>],
) -> Result<Status, Failure> {
    let place = path.display();
    let bytes = folder::bytes(path, MAX_BYTES)?;
    let kept = String::from_utf8(bytes);
    let kept = kept.map_err(|_| Failure::io(format!("{place}: not a certificate of a network")))?;
    let certificate = of(graph, catalog, how, machines)?;
    let comparison = CertificateComparison::new(&kept, &certificate);
    for (label, lines) in [
        ("differs", &comparison.faults),
        ("not rerun, the issuer's word", &comparison.unconfirmed),
        ("not in the certificate", &comparison.unlisted),
    ] {
        for line in lines {
            sayln!("{label}: {}", plain(line));
        }
    }
    let repeated = comparison.repeated;
    if !comparison.faults.is_empty() {
        return Ok(Status::Refuted);
    }
    if comparison.unconfirmed.is_empty() {
        sayln!("{place}: every line is the same again");
    } else {
        let open = comparison.unconfirmed.len();
        sayln!("{place}: {repeated} lines are the same again; {open} lines were not rerun");
    }
    Ok(status(certificate.holds))
}
