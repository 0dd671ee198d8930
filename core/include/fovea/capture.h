#pragma once

namespace fovea {

/// What a forward pass keeps. kAllLayers: every intermediate of every layer. kNone: only what the
/// next layer needs. Attention then runs in tiles, never holding all scores or weights at once, so
/// memory grows with n, not n².
enum class Capture { kNone, kAllLayers };

}  // namespace fovea
