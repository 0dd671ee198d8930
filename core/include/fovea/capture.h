#pragma once

namespace fovea {

/// What a forward pass keeps. kAllLayers: every intermediate of every layer. kNone: what the next
/// layer needs; attention then runs in tiles, and neither scores nor weights exist as a whole, so
/// that memory grows with n and not with n².
enum class Capture { kNone, kAllLayers };

}  // namespace fovea
