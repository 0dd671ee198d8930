#pragma once

#include <cstdint>
#include <vector>

#include "fovea/matrix.h"

namespace fovea {

/// A view of a matrix by its strides: element (i, j) is data[i·rowStride + j·columnStride].
struct StridedView {
  const Scalar* data;  ///< element (0, 0)
  Index rows;          ///< how many
  Index columns;       ///< how many
  Index rowStride;     ///< from a row to the next, in elements
  Index columnStride;  ///< from a column to the next, in elements

  /// The same elements, rows as columns.
  StridedView transposed() const { return {data, columns, rows, columnStride, rowStride}; }
};

/// The view of a row-major matrix or block.
inline StridedView strided(const MatrixView& m) {
  return {m.data(), m.rows(), m.cols(), m.outerStride(), 1};
}

/// How a packed matrix keeps its values. BF16 halves the memory traffic that bounds short
/// sequences; it is widened in registers for few rows, else a panel at a time. (F16 costs more than
/// it saves.)
enum class Storage { kScalar, kBf16 };

/// Two BF16: in the lower half the value of one column, in the upper half that of another.
using Bf16Pair = std::uint32_t;

/// Leaves elements uninitialised, for vectors whose every element is written before it is read:
/// zeroing would take a tenth of the time to read a large file.
template <typename T>
struct UnsetAllocator : Eigen::aligned_allocator<T> {
  /// As allocators have it.
  template <typename U>
  struct rebind {
    /// The same for elements of another type.
    using other = UnsetAllocator<U>;
  };
  /// Leaves the element as it is.
  void construct(T*) {}
};

/// The right-hand side B of a product A·B, copied into the order in which the kernel reads it:
/// blocks of rows; in a block, panels of some columns; in a panel, row after row. The last panel is
/// filled up with zeros. The upper half of a pair is the column a vector further on.
class PackedMatrix {
 public:
  /// Values that the storage cannot hold exactly are rounded to nearest.
  void assign(const StridedView& b, Storage storage = Storage::kScalar);

  /// b again, into a matrix of rows() × columns() by its strides.
  void unpack(Scalar* to, Index rowStride, Index columnStride) const;

  /// Whether nothing has been packed.
  bool empty() const { return rows_ == 0; }
  /// Of B, as are the columns.
  Index rows() const { return rows_; }
  /// Without those that fill the last panel.
  Index columns() const { return columns_; }
  /// How the values are kept.
  Storage storage() const { return storage_; }
  /// The first panel, where storage() is kScalar.
  const Scalar* scalars() const { return scalars_.data(); }
  /// The first panel, where it is kBf16.
  const Bf16Pair* bf16Pairs() const { return pairs_.data(); }

 private:
  /// Column j of the row of a panel that begins at this place, in values.
  Scalar valueAt(Index rowPlace, Index j) const;

  Index rows_ = 0;
  Index columns_ = 0;
  Storage storage_ = Storage::kScalar;
  std::vector<Scalar, UnsetAllocator<Scalar>> scalars_;
  std::vector<Bf16Pair, UnsetAllocator<Bf16Pair>> pairs_;
};

}  // namespace fovea
