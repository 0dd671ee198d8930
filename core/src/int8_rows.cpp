#include "int8_rows.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "fovea/error.h"
#include "fovea/half.h"
#include "json_text.h"
#include "number_text.h"

namespace fovea {
namespace {

constexpr Scalar kLargestValue = 127;

Scalar scaleOfRow(const MatrixView& row) {
  if (!row.allFinite()) return std::numeric_limits<Scalar>::quiet_NaN();
  return widenBf16(narrowBf16(static_cast<float>(row.cwiseAbs().maxCoeff() / kLargestValue)));
}

std::int8_t valueOf(Scalar weight, Scalar scale) {
  if (!(scale > 0)) return 0;
  return static_cast<std::int8_t>(
      std::clamp(std::nearbyint(weight / scale), -kLargestValue, kLargestValue));
}

// With a scale up to this, no weight overflows.
void checkScales(const std::string& name, const RowVector& scales) {
  constexpr Scalar kLargestScale = 0x1p120F;
  for (Index i = 0; i < scales.size(); ++i) {
    if (scales[i] >= 0 && scales[i] <= kLargestScale) continue;
    refuse(ErrorCode::kInvalidScale, "tensor " + inQuotes(name) + ": element " + std::to_string(i) +
                                         " is " + numberText(scales[i]) +
                                         ", but a scale must lie between 0 and 2^120");
  }
}

}  // namespace

std::string scaleName(const std::string& weightName) {
  return weightName.substr(0, weightName.size() - std::strlen("weight")) + "scale";
}

void appendInt8Rows(const std::string& name, const Matrix& m, std::vector<TensorToWrite>& tensors) {
  RowVector scales(m.rows());
  std::vector<std::uint8_t> values;
  values.reserve(static_cast<std::size_t>(m.size()));
  for (Index i = 0; i < m.rows(); ++i) {
    scales[i] = scaleOfRow(m.row(i));
    for (const Scalar weight : m.row(i))
      values.push_back(static_cast<std::uint8_t>(valueOf(weight, scales[i])));
  }
  tensors.push_back({name, Dtype::kI8, shapeOf(m), std::move(values)});
  tensors.push_back(
      {scaleName(name), Dtype::kF32, shapeOf(scales),
       fromFloat(scales.data(), static_cast<std::size_t>(scales.size()), Dtype::kF32)});
}

RowVector readInt8Rows(const ByteSource& source, const Int8Rows& matrix, Scalar* out) {
  const Index rows = matrix.values->shape[0];
  const Index columns = matrix.values->shape[1];
  RowVector scales(rows);
  const std::string name = scaleName(matrix.name);
  readFiniteFloats(source, name, *matrix.scales, scales.data());
  checkScales(name, scales);
  readInt8(source, *matrix.values, out);
  for (Index i = 0; i < rows; ++i) Eigen::Map<RowVector>(out + i * columns, columns) *= scales[i];
  return scales;
}

}  // namespace fovea
