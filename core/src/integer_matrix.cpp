#include "fovea/integer_matrix.h"

#include "kernel_set.h"

namespace fovea {

// Here, not in the kernels, as kernels::scratch is.
void* kernels::integerScratch(Index bytes) {
  static thread_local std::vector<Scalar, UnsetAllocator<Scalar>> buffer;
  const std::size_t size = static_cast<std::size_t>(bytes) / sizeof(Scalar) + 1;
  if (buffer.size() < size) {
    buffer.clear();  // what is in it need not be copied
    buffer.resize(size);
  }
  return buffer.data();
}

void IntegerMatrix::assign(const StridedView& weight, const RowVector& scales) {
  rows_ = weight.columns;
  packer_ = kernels::setInUse();
  scales_.assign(scales.begin(), scales.end());
  panels_.resize(static_cast<std::size_t>(kernels::integerSize(rows_, columns())));
  kernels::packIntegers(weight.transposed(), scales_.data(), panels_.data());
}

IntegerView IntegerMatrix::view() const {
  return {rows_, columns(), panels_.data(), scales_.data(), packer_};
}

}  // namespace fovea
