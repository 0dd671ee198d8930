// The kernels as the rest of the core calls them, where there are several sets: a matrix that is
// packed is read by the kernels that packed it, all else is done by those in use.
#include "kernel_set.h"

namespace fovea::kernels {

Blocking blocking() { return setInUse()->blocking(); }

Index packedSize(Index rows, Index columns) { return setInUse()->packedSize(rows, columns); }

void pack(const StridedView& b, Storage storage, void* panels) {
  setInUse()->pack(b, storage, panels);
}

void unpack(const PackedView& b, Scalar* to, Index rowStride, Index columnStride) {
  b.packer->unpack(b, to, rowStride, columnStride);
}

void multiply(const StridedView& a, const PackedView& b, Scalar* c, Index cStride, Start start,
              Activation f) {
  b.packer->multiply(a, b, c, cStride, start, f);
}

void multiply(const StridedView& a, const StridedView& b, Scalar* c, Index cStride, Start start) {
  setInUse()->multiplyOnce(a, b, c, cStride, start);
}

Index integerSize(Index rows, Index columns) { return setInUse()->integerSize(rows, columns); }

void packIntegers(const StridedView& b, const Scalar* scales, std::int32_t* panels) {
  setInUse()->packIntegers(b, scales, panels);
}

void multiply(const StridedView& a, const IntegerView& b, Scalar* c, Index cStride, Start start,
              Activation f) {
  b.packer->multiplyIntegers(a, b, c, cStride, start, f);
}

void attend(const Head& head, Scalar scale, const MaskView& mask, Index firstKey, Scalar* out,
            Index outStride) {
  setInUse()->attend(head, scale, mask, firstKey, out, outStride);
}

const Scalar* maskRow(const MaskedRow& row, const Scalar* scores, Index count, Scalar* masked) {
  return setInUse()->maskRow(row, scores, count, masked);
}

void softmaxRow(const Scalar* scores, Index count, Scalar scale, Scalar* weights) {
  setInUse()->softmaxRow(scores, count, scale, weights);
}

Scalar exponentials(const Scalar* scores, Index count, Scalar scale, Scalar most, Scalar* weights) {
  return setInUse()->exponentials(scores, count, scale, most, weights);
}

void add(const Scalar* a, const Scalar* b, Index count, Scalar* sum) {
  setInUse()->add(a, b, count, sum);
}

RowStatistics statisticsOfRow(const Scalar* x, Index count, Scalar eps) {
  return setInUse()->statisticsOfRow(x, count, eps);
}

Scalar inverseRmsOfRow(const Scalar* x, Index count, Scalar eps) {
  return setInUse()->inverseRmsOfRow(x, count, eps);
}

void normaliseRow(const Scalar* x, Index count, const RowStatistics& statistics,
                  const Scalar* gamma, const Scalar* beta, Scalar* y) {
  setInUse()->normaliseRow(x, count, statistics, gamma, beta, y);
}

void activate(Activation activation, const StridedView& x, Scalar* y, Index yStride) {
  setInUse()->activate(activation, x, y, yStride);
}

}  // namespace fovea::kernels
