#pragma once

#include <utility>

namespace fovea {

/// Stores the code and message of the exception being handled. Call it in a catch block.
void rememberError();

/// Throws the stored error as a JavaScript `Error` with a `code`: one of errorName's, or
/// "out-of-memory", or "internal".
[[noreturn]] void throwRememberedError();

/// `&guarded<function>` is `function` with its C++ exceptions turned into JavaScript errors, ready
/// for the registration table.
///
/// A JavaScript error passes through C++ frames without running destructors, so it is thrown from a
/// frame that no longer owns anything: the arguments have been moved into `function`, whose
/// unwinding released them. Arguments must therefore be numbers, class handles or JsValues; the
/// copy that embind makes of a std::string would leak.
template <auto function>
struct Guarded;

template <typename Result, typename... Arguments, Result (*function)(Arguments...)>
struct Guarded<function> {
  static Result call(Arguments... arguments) {
    try {
      return function(std::forward<Arguments>(arguments)...);
    } catch (...) {
      rememberError();
    }
    throwRememberedError();
  }
};

template <auto function>
// NOLINTNEXTLINE(bugprone-dynamic-static-initializers): an address is a constant.
inline constexpr auto guarded = &Guarded<function>::call;

}  // namespace fovea
