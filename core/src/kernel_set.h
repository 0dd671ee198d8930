#pragma once

#include "kernels/attend.h"
#include "kernels/integers.h"
#include "kernels/packing.h"
#include "kernels/product.h"
#include "kernels/rows.h"

namespace fovea::kernels {

/// The kernels as they are compiled for one kind of processor.
struct KernelSet {
  const char* name;
  decltype(&FOVEA_KERNELS::blocking) blocking;
  decltype(&FOVEA_KERNELS::packedSize) packedSize;
  decltype(&FOVEA_KERNELS::pack) pack;
  decltype(&FOVEA_KERNELS::unpack) unpack;
  void (*multiply)(const StridedView&, const PackedView&, Scalar*, Index, Start, Activation);
  void (*multiplyOnce)(const StridedView&, const StridedView&, Scalar*, Index, Start);
  decltype(&FOVEA_KERNELS::integerSize) integerSize;
  decltype(&FOVEA_KERNELS::packIntegers) packIntegers;
  void (*multiplyIntegers)(const StridedView&, const IntegerView&, Scalar*, Index, Start,
                           Activation);
  decltype(&FOVEA_KERNELS::attend) attend;
  decltype(&FOVEA_KERNELS::maskRow) maskRow;
  decltype(&FOVEA_KERNELS::softmaxRow) softmaxRow;
  decltype(&FOVEA_KERNELS::exponentials) exponentials;
  decltype(&FOVEA_KERNELS::add) add;
  decltype(&FOVEA_KERNELS::statisticsOfRow) statisticsOfRow;
  decltype(&FOVEA_KERNELS::inverseRmsOfRow) inverseRmsOfRow;
  decltype(&FOVEA_KERNELS::normaliseRow) normaliseRow;
  decltype(&FOVEA_KERNELS::activate) activate;
};

/// The set of kernels in use; null where there is only one, which is called directly.
const KernelSet* setInUse();

}  // namespace fovea::kernels
