#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fovea/matrix.h"

namespace fovea {

struct EncoderActivations;

/// The indices begin ≤ i < end along an axis; without `end`, to the end of the axis.
struct IndexRange {
  Index begin = 0;                          ///< the first index
  std::optional<Index> end = std::nullopt;  ///< one past the last
};

/// Elements of a tensor of the trace: one range per axis, or no ranges for the whole tensor.
struct Region {
  std::string tensor;                   ///< its name in the trace
  std::vector<IndexRange> ranges = {};  ///< of each axis, from the outermost
};

/// Parses a tensor's name followed, in brackets, by an index `2`, a range `2:5` (5 excluded), `2:`,
/// `:5`, or `:` for each axis: `layers.2.attention.weights[2,7,:]`. Without brackets it is the
/// whole tensor. Throws ModelError{kInvalidInput}.
Region parseRegion(const std::string& text);

/// Text from which parseRegion recovers the region.
std::string toText(const Region& region);

enum class Operation { kSet, kScale, kAdd };

/// A tensor of a pass, by value, in row-major order.
struct TensorValues {
  std::vector<Index> shape;    ///< from the outermost axis
  std::vector<Scalar> values;  ///< as many as the product of the shape
};

/// A change to a forward pass: as soon as the tensor is computed, the region's elements are set to,
/// multiplied by, or increased by the values. Everything computed later sees the change; everything
/// computed earlier stays the same, bit for bit. A norm's output uses its mean and rstd; changing
/// the mean does not recompute rstd.
struct Intervention {
  Region region;                          ///< what to change
  Operation operation = Operation::kSet;  ///< what to do with the values
  /// One value for all elements, or one for each in row-major order. They must be finite, except
  /// that attention scores can be set to −∞ to mask a key.
  std::vector<Scalar> values = {};
  /// Instead of values: another captured pass, by a model of the same config, from which the same
  /// elements of the same tensor are taken. It must have them, but its length may differ.
  const EncoderActivations* from = nullptr;
  /// The same if only this tensor of the other pass is at hand.
  std::optional<TensorValues> fromTensor = std::nullopt;
};

/// Parses `REGION=VALUE` (set), `REGION*=VALUE` (scale) or `REGION+=VALUE` (add), with one value or
/// several separated by commas. Throws ModelError{kInvalidInput}.
Intervention parseIntervention(const std::string& text);

}  // namespace fovea
