#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fovea/matrix.h"

namespace fovea {

struct EncoderActivations;

/// The indices begin ≤ i < end of an axis; without an end, up to the axis's.
struct IndexRange {
  Index begin = 0;                          ///< the first index
  std::optional<Index> end = std::nullopt;  ///< one past the last
};

/// Cells of a tensor of the trace: a range for each of its axes, or no range at all for every cell.
struct Region {
  std::string tensor;                   ///< its name in the trace
  std::vector<IndexRange> ranges = {};  ///< of each axis, from the outermost
};

/// Reads a tensor's name and, in brackets, for each axis an index `2`, a range `2:5` (without the
/// 5), `2:`, `:5`, or `:` for all: `layers.2.attention.weights[2,7,:]`. Without brackets it is the
/// whole tensor. Throws ModelError{kInvalidInput}.
Region parseRegion(const std::string& text);

/// The text that parseRegion reads back.
std::string toText(const Region& region);

enum class Operation { kSet, kScale, kAdd };

/// A tensor of a pass, wherever it is kept: its numbers in row-major order.
struct TensorValues {
  std::vector<Index> shape;    ///< from the outermost axis
  std::vector<Scalar> values;  ///< as many as the shape says
};

/// A change of a forward pass: as soon as the tensor is computed, the region's cells are set to,
/// multiplied by, or increased by the values. What is computed after it reads the changed cells;
/// what was computed before stays bit for bit as it was. A norm's output reads its mean and rstd,
/// and its rstd is not recomputed from a changed mean.
struct Intervention {
  Region region;                          ///< what is changed
  Operation operation = Operation::kSet;  ///< what is done with the values
  /// One value for all cells, or one for each in row-major order. They are finite; −∞ may be set
  /// where it forbids a key, in attention scores.
  std::vector<Scalar> values = {};
  /// In place of values: the same cells of the same tensor in another captured pass of a model of
  /// the same config. It must hold these cells; its sequence may have another length.
  const EncoderActivations* from = nullptr;
  /// The same where of the other pass there is this tensor alone.
  std::optional<TensorValues> fromTensor = std::nullopt;
};

/// Reads `REGION=VALUE` (set), `REGION*=VALUE` (scale) or `REGION+=VALUE` (add), with one value or
/// several separated by commas. Throws ModelError{kInvalidInput}.
Intervention parseIntervention(const std::string& text);

}  // namespace fovea
