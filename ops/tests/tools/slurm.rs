//! A real Slurm on this machine runs `certify` as an array job and merges in a dependent one.
//!
//! The daemons run on loopback with separate ports, keys and folders, and end with the test. Logs, job outputs and
//! certificates are kept in `target/tmp/slurm`.

use crate::BINARY;
use crate::cluster::{Cluster, Missing};
use vyre_conform_tests::sandbox::Sandbox;

const FILTER: &str = "u32::bit_not::";
const CASES: &str = "2000000";

/// Oracle: the digest of the undivided run.
pub(crate) fn array_job_and_merge_equal_the_undivided_run(cluster: Cluster) {
    let sandbox = Sandbox::with_adapter(BINARY);
    let whole = sandbox.certify(FILTER, "whole.json", &["--cases", CASES]);
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    let expected = sandbox.read("whole.json");

    let certify = sandbox.certify_arguments(FILTER, "shard-$SLURM_ARRAY_TASK_ID.json", &[]);
    let script = format!(
        "{BINARY} {} --cases {CASES} --shard auto --resume-if-any",
        certify.join(" ")
    );
    let array = cluster.submit(&sandbox, &["--array=0-3", "--requeue"], &script);
    let script = format!(
        "{BINARY} merge shard-0.json shard-1.json shard-2.json shard-3.json -o merged.json"
    );
    // A shard with a refutation fails its task, but belongs to the whole all the same.
    let after = format!("--dependency=afterany:{array}");
    let merged = cluster.submit_and_wait(&sandbox, &[&after], &script);
    assert!(merged, "{}", cluster.outputs());
    for task in 0..4 {
        let shards = sandbox.read(&format!("shard-{task}.json")).evidence.shards;
        assert_eq!((shards.of, shards.have), (4, vec![task + 1]));
    }
    let certificate = sandbox.read("merged.json");
    assert_eq!(certificate.evidence, expected.evidence);
    assert_eq!(certificate.digest, expected.digest);
    cluster.keep(&sandbox, &["whole.json", "merged.json", "shard-0.json"]);

    // Every task refuses an array with gaps, so that nothing exists to merge.
    let script = format!("{BINARY} certify {FILTER} -o gap-$SLURM_ARRAY_TASK_ID.json --shard auto");
    let array = cluster.submit(&sandbox, &["--array=0,1,5"], &script);
    let after = format!("--dependency=afterany:{array}");
    let script = format!("{BINARY} merge gap-0.json gap-1.json gap-5.json -o gaps.json");
    assert!(!cluster.submit_and_wait(&sandbox, &[&after], &script));
    let output = cluster.outputs();
    assert_eq!(output.matches("leave gaps").count(), 3, "{output}");
    assert_eq!(
        output.matches("gap-0.json: No such file").count(),
        1,
        "{output}"
    );
}

/// Oracle: the list of a cluster's requirements.
pub(crate) fn missing_requirements_are_named() {
    let nowhere = std::path::Path::new("/nonexistent");
    let Err(missing) = Cluster::start_with(&[nowhere], true) else {
        panic!("there is no Slurm in {}", nowhere.display());
    };
    assert_eq!(missing, Missing::Program("munged"));
    assert!(missing.to_string().contains("slurm-wlm"), "{missing}");
    let Err(missing) = Cluster::start_with(&[nowhere], false) else {
        panic!("not root");
    };
    assert_eq!(missing, Missing::Root);
}
