#pragma once

#include <cstdint>
#include <vector>

#include "fovea/packed_matrix.h"

namespace fovea {

/// A matrix of whole numbers as the kernels read it.
struct IntegerView {
  Index rows;                        ///< the number of rows of B
  Index columns;                     ///< the number of columns of B, without padding
  const std::int32_t* panels;        ///< the first panel
  const Scalar* scales;              ///< what each column is multiplied by
  const kernels::KernelSet* packer;  ///< the kernels that packed it, which alone can read it
};

/// The right-hand side B of a product A·B whose columns are whole numbers of 8 bits times a scale
/// each, as an I8 file has them. It is multiplied in integers: each row of A is rounded to whole
/// numbers from −32640 to 32640 times a step of its own, the sums of 512 products are exact, and
/// they are added as F32. Kept as numbers of 16 bits in panels, two bytes a weight. Every set of
/// kernels computes the same bits.
class IntegerMatrix {
 public:
  /// Of a weight, out × in, whose rows are whole numbers from −128 to 127 times their scales: its
  /// transpose.
  void assign(const StridedView& weight, const RowVector& scales);

  /// Whether there is no matrix.
  bool empty() const { return scales_.empty(); }
  /// As if newly made.
  void clear() { *this = IntegerMatrix(); }
  /// The number of rows of B.
  Index rows() const { return rows_; }
  /// The number of columns of B, without padding.
  Index columns() const { return static_cast<Index>(scales_.size()); }
  /// For the kernels; valid until the matrix is assigned to or destroyed.
  IntegerView view() const;

 private:
  Index rows_ = 0;
  const kernels::KernelSet* packer_ = nullptr;
  std::vector<Scalar> scales_;
  std::vector<std::int32_t, UnsetAllocator<std::int32_t>> panels_;
};

}  // namespace fovea
