#pragma once

#include <string>
#include <vector>

#include "fovea/safetensors.h"

namespace fovea {

// An 8-bit matrix: w(i, j) = scale(i) · value(i, j), with the values in an I8 tensor "….weight" and
// the scales, one per row, in an F32 tensor "….scale".

/// The name of the scales of "….weight".
std::string scaleName(const std::string& weightName);

/// Appends the matrix and its scales. scale(i) = maxⱼ |w(i, j)| / 127, rounded to BF16, so that
/// scale · value is exact in F32 and reading and writing again changes nothing. A row that is not
/// finite gets a NaN as its scale.
void appendInt8Rows(const std::string& name, const Matrix& m, std::vector<TensorToWrite>& tensors);

/// An 8-bit matrix in a file.
struct Int8Rows {
  std::string name;
  const TensorEntry* values;
  const TensorEntry* scales;  ///< F32, one per row
};

/// Reads the matrix row by row into `out`, and returns the scales. Throws ModelError{kNotFinite} or
/// {kInvalidScale} naming the scales.
RowVector readInt8Rows(const ByteSource& source, const Int8Rows& matrix, Scalar* out);

}  // namespace fovea
