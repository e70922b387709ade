//! Buffers by name, to distinguish buffers of equal size.

use super::engine::{BoundEngine, EnginePipeline};
use super::error::RecordError;
use vyre_conform_runtime::engine::StagedBuffer;

impl EnginePipeline {
    /// Like [`record`](Self::record) with the name of each buffer, in any order, as `named` of the
    /// structs in `vyre_ops::kernels::named` returns them. The names are those of
    /// [`buffers`](Self::buffers).
    ///
    /// # Errors
    /// The errors of [`record`](Self::record); a missing, unknown or duplicate name.
    pub fn record_named(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        buffers: &[(&str, &wgpu::Buffer)],
    ) -> Result<(), RecordError> {
        self.bind_named(buffers)?.record(encoder);
        Ok(())
    }

    /// Like [`bind`](Self::bind) with the name of each buffer.
    ///
    /// # Errors
    /// The errors of [`record_named`](Self::record_named).
    pub fn bind_named(
        &self,
        buffers: &[(&str, &wgpu::Buffer)],
    ) -> Result<BoundEngine<'_>, RecordError> {
        self.bind(&ordered_buffers(self.buffers(), buffers)?)
    }
}

/// The buffers in the required order.
fn ordered_buffers<'b, B>(
    needed: &[StagedBuffer],
    given: &[(&str, &'b B)],
) -> Result<Vec<&'b B>, RecordError> {
    let is_needed = |name: &str| needed.iter().any(|of| of.name == name);
    if let Some((name, _)) = given.iter().find(|(name, _)| !is_needed(name)) {
        let names: Vec<&str> = needed.iter().map(|of| of.name).collect();
        return Err(RecordError::Unknown {
            name: (*name).to_owned(),
            names: names.join(", "),
        });
    }
    let one = |of: &StagedBuffer| {
        let name = of.name.to_owned();
        let mut same = given.iter().filter(|(name, _)| *name == of.name);
        match (same.next(), same.next()) {
            (Some((_, buffer)), None) => Ok(*buffer),
            (None, _) => Err(RecordError::Missing { name }),
            (Some(_), Some(_)) => Err(RecordError::Again { name }),
        }
    };
    needed.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_runtime::engine::Usage;

    /// Oracle: the documentation of [`EnginePipeline::record_named`], by hand.
    #[test]
    fn names_decide_and_not_places() {
        let of = |name, slot| StagedBuffer::new(name, slot, 1, Usage::Read);
        let needed = [of("keys", 0), of("values", 1)];
        let right = ordered_buffers(&needed, &[("values", &2), ("keys", &1)]);
        assert_eq!(right, Ok(vec![&1, &2]));
        let wrong = |given: &[(&str, &i32)]| ordered_buffers(&needed, given).expect_err("refused");
        assert_eq!(
            wrong(&[("keys", &1), ("value", &2)]),
            RecordError::Unknown {
                name: "value".into(),
                names: "keys, values".into()
            }
        );
        let missing = RecordError::Missing {
            name: "values".into(),
        };
        assert_eq!(wrong(&[("keys", &1)]), missing);
        let again = RecordError::Again {
            name: "keys".into(),
        };
        assert_eq!(wrong(&[("keys", &1), ("keys", &2)]), again);
    }
}
