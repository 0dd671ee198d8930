#pragma once

#include "fovea/build.h"

namespace fovea {
inline namespace FOVEA_BUILD {

/// Whether this build runs the variants: decoders, rotary positions, ALiBi, grouped-query
/// attention, RMSNorm, gated networks, experts and pictures. The wasm modules that every page loads
/// are built with FOVEA_ENCODER_ALONE, which saves 6 of 99 kB compressed; they refuse a config or a
/// structure that needs a variant with ErrorCode::kNotInThisBuild. The training module and
/// wasm/relatives run everything.
#ifdef FOVEA_ENCODER_ALONE
inline constexpr bool kWithVariants = false;
#else
inline constexpr bool kWithVariants = true;
#endif

}  // namespace FOVEA_BUILD
}  // namespace fovea
