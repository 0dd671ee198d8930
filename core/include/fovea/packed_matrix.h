#pragma once

#include <cstdint>
#include <vector>

#include "fovea/matrix.h"

namespace fovea {

/// A view of a matrix by strides: element (i, j) is data[i·rowStride + j·columnStride].
struct StridedView {
  const Scalar* data;  ///< element (0, 0)
  Index rows;          ///< how many
  Index columns;       ///< how many
  Index rowStride;     ///< from one row to the next, in elements
  Index columnStride;  ///< from one column to the next, in elements

  /// The transposed matrix, without copying.
  StridedView transposed() const { return {data, columns, rows, columnStride, rowStride}; }
};

/// The view of a row-major matrix or block.
inline StridedView strided(const MatrixView& m) {
  return {m.data(), m.rows(), m.cols(), m.outerStride(), 1};
}

/// How a packed matrix stores its values. BF16 halves the memory traffic that limits short
/// sequences; it is widened in registers for few rows, else one panel at a time. (F16 would cost
/// more than it saves.)
enum class Storage { kScalar, kBf16 };

/// Two BF16 values: the lower half belongs to one column, the upper half to another.
using Bf16Pair = std::uint32_t;

namespace kernels {
struct KernelSet;  // core/src/kernel_set.h
}

/// A packed matrix as the kernels read it.
struct PackedView {
  Index rows;                        ///< the number of rows of B
  Index columns;                     ///< the number of columns of B, without padding
  Storage storage;                   ///< how the values are stored
  const void* panels;                ///< the first panel, of scalars or pairs
  const kernels::KernelSet* packer;  ///< the kernels that packed it, which alone can read it
};

/// Leaves elements uninitialised, for vectors in which every element is written before it is read.
/// Zeroing them would take a tenth of the time needed to read a large file.
template <typename T>
struct UnsetAllocator : Eigen::aligned_allocator<T> {
  /// Required of an allocator.
  template <typename U>
  struct rebind {
    /// The same for elements of another type.
    using other = UnsetAllocator<U>;
  };
  /// Leaves the element as it is.
  void construct(T*) {}
};

/// The right-hand side B of a product A·B, copied into the order in which the kernel reads it:
/// blocks of rows, divided into panels of a few columns, each stored row by row. The last panel is
/// padded with zeros. The upper half of a pair is the column one vector further on.
class PackedMatrix {
 public:
  /// Rounds to nearest what the storage cannot hold exactly.
  void assign(const StridedView& b, Storage storage = Storage::kScalar);

  /// Writes B, rows() × columns(), by the given strides.
  void unpack(Scalar* to, Index rowStride, Index columnStride) const;

  /// Whether nothing has been packed.
  bool empty() const { return rows_ == 0; }
  /// The number of rows of B.
  Index rows() const { return rows_; }
  /// The number of columns of B, without padding.
  Index columns() const { return columns_; }
  /// How the values are stored.
  Storage storage() const { return storage_; }
  /// For the kernels; valid until the matrix is assigned to or destroyed.
  PackedView view() const;

 private:
  Index rows_ = 0;
  Index columns_ = 0;
  Storage storage_ = Storage::kScalar;
  const kernels::KernelSet* packer_ = nullptr;
  std::vector<Scalar, UnsetAllocator<Scalar>> scalars_;
  std::vector<Bf16Pair, UnsetAllocator<Bf16Pair>> pairs_;
};

}  // namespace fovea
