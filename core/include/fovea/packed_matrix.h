#pragma once

#include <cstdint>
#include <vector>

#include "fovea/matrix.h"

namespace fovea {

/// A view of a matrix by its strides: element (i, j) is data[i·rowStride + j·columnStride].
struct StridedView {
  const Scalar* data;
  Index rows;
  Index columns;
  Index rowStride;
  Index columnStride;

  StridedView transposed() const { return {data, columns, rows, columnStride, rowStride}; }
};

/// The view of a row-major matrix or block.
inline StridedView strided(const MatrixView& m) {
  return {m.data(), m.rows(), m.cols(), m.outerStride(), 1};
}

/// How a packed matrix keeps its values. What is narrow takes half the memory, for whose bytes
/// short sequences wait, and is widened panel by panel as the product goes.
enum class Storage { kScalar, kF16, kBf16 };

/// The right-hand side B of a product A·B, copied into the order in which the kernel reads it:
/// blocks of rows; in a block, panels of some columns; in a panel, row after row. The last panel is
/// filled up with zeros. In a narrow row each word has the value of a column in its lower half, and
/// in its upper half that of the column a vector further on.
class PackedMatrix {
 public:
  /// Values that the storage cannot hold exactly are rounded to nearest; F16 that holds an infinity
  /// or a NaN is kept as scalars.
  void assign(const StridedView& b, Storage storage = Storage::kScalar);

  /// b again, into a row-major matrix of rows() × columns() by its strides.
  void unpack(Scalar* to, Index rowStride, Index columnStride) const;

  bool empty() const { return rows_ == 0; }
  Index rows() const { return rows_; }
  Index columns() const { return columns_; }
  Storage storage() const { return storage_; }
  /// The first panel, where storage() is kScalar.
  const Scalar* scalars() const { return scalars_.data(); }
  /// The first panel, where it is narrow.
  const std::uint32_t* words() const { return words_.data(); }

 private:
  Index rows_ = 0;
  Index columns_ = 0;
  Storage storage_ = Storage::kScalar;
  std::vector<Scalar, Eigen::aligned_allocator<Scalar>> scalars_;
  std::vector<std::uint32_t, Eigen::aligned_allocator<std::uint32_t>> words_;
};

}  // namespace fovea
