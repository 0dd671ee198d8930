#pragma once

#include "fovea/packed_matrix.h"
#include "scratch.h"
#include "target.h"

namespace fovea::kernels {

/// How a product is divided: rows of a tile, rows of B in a block (shape.h).
struct Blocking {
  Index tileRows;
  Index blockRows;
};

}  // namespace fovea::kernels

namespace FOVEA_KERNELS {

/// How these kernels divide a product.
Blocking blocking();

/// How many values, each a scalar or half a pair, a packed matrix takes, its padding included.
Index packedSize(Index rows, Index columns);

/// Writes B's panels, see PackedMatrix: packedSize() values.
void pack(const StridedView& b, Storage storage, void* panels);

/// Writes B by the given strides.
void unpack(const PackedView& b, Scalar* to, Index rowStride, Index columnStride);

/// B packed into memory of this thread, valid until the next call for the same use.
PackedView packAside(Scratch use, const StridedView& b);

}  // namespace FOVEA_KERNELS
