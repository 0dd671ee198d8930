#pragma once

namespace fovea {

/// Whether this build runs the encoder's relatives: decoders, rotary positions and ALiBi, shared
/// keys and values, RMSNorm, gated networks and experts. The page draws none of them, and its
/// modules are built with FOVEA_ENCODER_ALONE, for a tenth of their bytes: a config that asks for
/// one is refused.
#ifdef FOVEA_ENCODER_ALONE
inline constexpr bool kRelatives = false;
#else
inline constexpr bool kRelatives = true;
#endif

}  // namespace fovea
