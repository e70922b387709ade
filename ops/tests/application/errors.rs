//! The output of a program whose `main` returns an error: its `Debug` form.

use std::error::Error;
use vyre_conform_emit::EmitError;
use vyre_conform_emit::build::BuildError;
use vyre_conform_pipeline::{PipelineError, RecordError};
use vyre_conform_runtime::catalog::CatalogError;
use vyre_ops::kernels;

/// Oracle: the sentences of `Display`.
#[test]
fn errors_are_sentences_in_every_form() {
    let size = kernels::histogram(1, 0).expect_err("no bins");
    let missing_feature = RecordError::Usage {
        name: "total".into(),
        missing: "STORAGE".into(),
    };
    let errors: [(Box<dyn Error>, &str); 6] = [
        (CatalogError::Empty.into(), "`use my_ops as _;`"),
        (
            EmitError::Unknown("u32::averageup".into()).into(),
            "there is no op `u32::averageup`",
        ),
        (BuildError::NoFolder.into(), "OUT_DIR is not set"),
        (PipelineError::Lost.into(), "request another one"),
        (missing_feature.into(), "lacks the usage STORAGE"),
        (size.into(), "at least one bin"),
    ];
    for (error, words) in errors {
        assert!(format!("{error}").contains(words), "{error}");
        assert_eq!(format!("{error:?}"), format!("{error}"));
    }
}
