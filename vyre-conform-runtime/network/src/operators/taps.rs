//! Elements and their weights along an axis that gets another length, by sizes alone.

use crate::lowering::NodeFault;

/// The rule of a node.
pub(super) struct Rule<'a> {
    pub(super) mode: &'a str,
    pub(super) coordinates: &'a str,
    pub(super) nearest: &'a str,
    pub(super) cubic: f64,
    pub(super) excludes_outside: bool,
    pub(super) smooths: bool,
    pub(super) extrapolation: f32,
}

/// An axis, the length that it gets, its scale, and the part of it that is taken.
pub(super) struct Axis {
    pub(super) axis: usize,
    pub(super) len: usize,
    pub(super) scale: f64,
    pub(super) part: [f64; 2],
}

/// Elements and their weights for every place of a result.
pub(super) struct Taps {
    pub(super) places: Vec<Vec<usize>>,
    pub(super) weights: Vec<Vec<f64>>,
    /// Places that are outside of the operand.
    pub(super) outside: Vec<bool>,
}

impl Rule<'_> {
    /// The place in the operand of a place in the result.
    fn origin(&self, axis: &Axis, len: usize, at: usize) -> Result<f64, NodeFault> {
        let (at, len) = (at as f64, len as f64);
        let exact = axis.scale * len;
        Ok(match self.coordinates {
            "align_corners" if exact == 1.0 => 0.0,
            "align_corners" => at * (len - 1.0) / (exact - 1.0),
            "asymmetric" => at / axis.scale,
            "tf_crop_and_resize" => {
                let [start, end] = axis.part;
                let inside = if exact == 1.0 {
                    (end - start) * (len - 1.0) / 2.0
                } else {
                    at * (end - start) * (len - 1.0) / (exact - 1.0)
                };
                inside + start * (len - 1.0)
            }
            "pytorch_half_pixel" if exact == 1.0 => -0.5,
            "half_pixel" | "pytorch_half_pixel" => (at + 0.5) / axis.scale - 0.5,
            "half_pixel_symmetric" => {
                let adjusted = axis.len as f64 / exact;
                let offset = len / 2.0 * (1.0 - adjusted);
                offset + (at + 0.5) / axis.scale - 0.5
            }
            other => {
                let reason = format!("is `{other}`, which is not supported");
                return Err(NodeFault::attribute(
                    "coordinate_transformation_mode",
                    reason,
                ));
            }
        })
    }

    /// The weights of neighbours at a distance from the one on the left.
    fn weights(&self, ratio: f64, scale: f64) -> Result<Vec<f64>, NodeFault> {
        let scale = if self.smooths { scale.min(1.0) } else { 1.0 };
        let reach = match self.mode {
            "nearest" => return self.nearest_weights(ratio),
            "linear" => 1.0,
            "cubic" => 2.0,
            other => {
                let reason = format!("is `{other}`: nearest, linear and cubic are supported");
                return Err(NodeFault::attribute("mode", reason));
            }
        };
        let start = (-reach / scale).floor() + 1.0;
        let count = 2.0 - 2.0 * start;
        if count > 256.0 {
            return Err(NodeFault::node(
                "takes more than 256 neighbours of an element",
            ));
        }
        let all = (0..count as usize).map(|k| {
            let at = ((start + k as f64) - ratio) * scale;
            if reach == 1.0 {
                (1.0 - at.abs()).clamp(0.0, 1.0)
            } else {
                self.cubic_weight(at.abs())
            }
        });
        let all: Vec<f64> = all.collect();
        if !self.smooths {
            return Ok(all);
        }
        let sum: f64 = all.iter().sum();
        Ok(all.iter().map(|by| by / sum).collect())
    }

    fn nearest_weights(&self, ratio: f64) -> Result<Vec<f64>, NodeFault> {
        let is_left = match self.nearest {
            _ if ratio == 1.0 => false,
            "round_prefer_floor" => ratio <= 0.5,
            "round_prefer_ceil" => ratio < 0.5,
            "floor" => true,
            "ceil" => false,
            other => {
                let reason = format!("is `{other}`, which is not supported");
                return Err(NodeFault::attribute("nearest_mode", reason));
            }
        };
        Ok(if is_left {
            vec![1.0, 0.0]
        } else {
            vec![0.0, 1.0]
        })
    }

    fn cubic_weight(&self, x: f64) -> f64 {
        let a = self.cubic;
        if x <= 1.0 {
            ((a + 2.0) * x - (a + 3.0)) * x * x + 1.0
        } else if x < 2.0 {
            ((a * x - 5.0 * a) * x + 8.0 * a) * x - 4.0 * a
        } else {
            0.0
        }
    }

    /// The elements and weights of every place along an axis of a length.
    pub(super) fn taps(&self, axis: &Axis, len: usize) -> Result<Taps, NodeFault> {
        let mut taps = Taps {
            places: vec![],
            weights: vec![],
            outside: vec![],
        };
        for at in 0..axis.len {
            let origin = self.origin(axis, len, at)?;
            let is_outside = !(0.0..=(len as f64 - 1.0)).contains(&origin);
            taps.outside
                .push(is_outside && self.coordinates == "tf_crop_and_resize");
            // Of a place between two the left one; of an element itself the one before it.
            let left = origin.ceil() - 1.0;
            let mut weights = self.weights(origin - left, axis.scale)?;
            let first = left - (weights.len() / 2) as f64 + 1.0;
            let all = (0..weights.len()).map(|k| first + k as f64);
            let all: Vec<f64> = all.collect();
            if self.excludes_outside {
                for (by, at) in weights.iter_mut().zip(&all) {
                    if !(0.0..len as f64).contains(at) {
                        *by = 0.0;
                    }
                }
                let sum: f64 = weights.iter().sum();
                weights.iter_mut().for_each(|by| *by /= sum);
            }
            let inside = all
                .iter()
                .map(|at| at.clamp(0.0, len as f64 - 1.0) as usize);
            taps.places.push(inside.collect());
            taps.weights.push(weights);
        }
        Ok(taps)
    }
}
