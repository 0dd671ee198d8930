#pragma once

#include "fovea/matrix.h"

// The name of an inline namespace for types whose layout or inline code depends on how they are
// compiled: with or without variants, the scalar, Eigen's alignment. Objects that are compiled
// differently then do not link; without it they would silently share one of their inline functions.
// See docs/decisions/013-library.md.
#ifdef FOVEA_ENCODER_ALONE
#define FOVEA_BUILD_PARTS encoder_alone
#else
#define FOVEA_BUILD_PARTS with_variants
#endif
#define FOVEA_JOINED(parts, scalar, alignment) parts##_##scalar##_##alignment
#define FOVEA_BUILD_NAME(parts, scalar, alignment) FOVEA_JOINED(parts, scalar, alignment)
#define FOVEA_BUILD FOVEA_BUILD_NAME(FOVEA_BUILD_PARTS, FOVEA_SCALAR, EIGEN_MAX_ALIGN_BYTES)
