#pragma once

#include <cstddef>
#include <type_traits>

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

/// In place of a list that only a build with variants has: always empty, and of no size.
struct NoList {
  NoList() = default;
  /// Takes a list and forgets it.
  template <typename List>
  NoList& operator=(const List& /*list*/) {
    return *this;
  }
  bool empty() const { return true; }              ///< as std::vector has it
  std::size_t size() const { return 0; }           ///< likewise
  void clear() {}                                  ///< likewise
  int operator[](std::size_t) const { return 0; }  ///< likewise
  const int* begin() const { return nullptr; }     ///< likewise
  const int* end() const { return nullptr; }       ///< likewise
};
/// A list that only a build with variants has.
template <typename List>
using VariantList = std::conditional_t<kWithVariants, List, NoList>;

}  // namespace FOVEA_BUILD
}  // namespace fovea
