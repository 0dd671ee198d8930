#pragma once

namespace fovea {

/// Whether this build runs the encoder's variants: decoders, rotary positions and ALiBi, shared
/// keys and values, RMSNorm, gated networks, experts and patches of pictures. The modules that
/// every page has are built with FOVEA_ENCODER_ALONE, which saves 6 of 99 kB compressed, and refuse
/// with ErrorCode::kNotInThisBuild a config or a structure that asks for one. The module that
/// trains and that of the variants, wasm/relatives, run all.
#ifdef FOVEA_ENCODER_ALONE
inline constexpr bool kWithVariants = false;
#else
inline constexpr bool kWithVariants = true;
#endif

}  // namespace fovea
