#pragma once

#include <cstddef>
#include <type_traits>

#include "fovea/build.h"

// The page's modules multiply nothing in integers: it would take some 4 kB of each, compressed. The
// bench defines FOVEA_INTEGERS to time them as wasm.
#if defined(FOVEA_ENCODER_ALONE) || (defined(__EMSCRIPTEN__) && !defined(FOVEA_INTEGERS))
#define FOVEA_WITHOUT_INTEGERS
#endif

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

/// Whether an I8 file can be multiplied in integers (ModelOptions).
#ifdef FOVEA_WITHOUT_INTEGERS
inline constexpr bool kWithIntegers = false;
#else
inline constexpr bool kWithIntegers = true;
#endif

/// In place of integers in a build without them: always empty.
struct NoIntegers {
  bool empty() const { return true; }  ///< as IntegerMatrix has it
  void clear() {}                      ///< likewise
};
/// Integers where the build has them.
template <typename Integers>
using IntegersPart = std::conditional_t<kWithIntegers, Integers, NoIntegers>;

}  // namespace FOVEA_BUILD
}  // namespace fovea
