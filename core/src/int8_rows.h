#pragma once

#include <string>
#include <vector>

#include "fovea/safetensors.h"

namespace fovea {

// A matrix in 8 bits: w(i, j) = scale(i) · value(i, j), the values in a tensor "….weight" of I8,
// the scales in a tensor "….scale" of F32, one a row.

/// The name of the scales that belong to "….weight".
std::string scaleName(const std::string& weightName);

/// Appends the matrix under its name and its scales under theirs. scale(i) = maxⱼ |w(i, j)| / 127,
/// rounded to BF16: then scale · value is exact in F32, and what was read is written the same.
/// A row that is not finite has a scale that is not a number.
void appendInt8Rows(const std::string& name, const Matrix& m, std::vector<TensorToWrite>& tensors);

/// A matrix of a file that is kept so.
struct Int8Rows {
  std::string name;
  const TensorEntry* values;
  const TensorEntry* scales;  ///< F32, one a row
};

/// Reads the matrix, row after row, into `out`. Throws ModelError{kNotFinite, kInvalidScale} that
/// names the scales.
void readInt8Rows(const ByteSource& source, const Int8Rows& matrix, Scalar* out);

}  // namespace fovea
