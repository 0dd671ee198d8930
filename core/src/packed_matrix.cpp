#include "fovea/packed_matrix.h"

#include "kernel_set.h"
#include "kernels/packing.h"

namespace fovea {

void PackedMatrix::assign(const StridedView& b, Storage storage) {
  rows_ = b.rows;
  columns_ = b.columns;
  storage_ = storage;
  packer_ = kernels::setInUse();
  const auto size = static_cast<std::size_t>(kernels::packedSize(rows_, columns_));
  scalars_.resize(storage == Storage::kScalar ? size : 0);
  pairs_.resize(storage == Storage::kBf16 ? size / 2 : 0);
  if (storage == Storage::kScalar)
    kernels::pack(b, storage, scalars_.data());
  else
    kernels::pack(b, storage, pairs_.data());
}

PackedView PackedMatrix::view() const {
  const bool isScalar = storage_ == Storage::kScalar;
  return {rows_, columns_, storage_,
          isScalar ? static_cast<const void*>(scalars_.data()) : pairs_.data(), packer_};
}

void PackedMatrix::unpack(Scalar* to, Index rowStride, Index columnStride) const {
  kernels::unpack(view(), to, rowStride, columnStride);
}

}  // namespace fovea
