#include "guarded.h"

#include <emscripten/emscripten.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include "fovea/error.h"

// clang-format off
EM_JS(void, foveaThrow, (const char* code, const char* message), {
  throw Object.assign(new Error(UTF8ToString(message)), { "code": UTF8ToString(code) });
});
// clang-format on

namespace fovea {
namespace {

// Static, so that nothing leaks when JavaScript's exception leaves this frame.
struct RememberedError {
  const char* code = "";
  std::string message;
};
RememberedError remembered;

}  // namespace

void rememberError() {
  try {
    throw;
  } catch (const ModelError& error) {
    remembered = {errorName(error.code()), error.what()};
  } catch (const std::bad_alloc&) {
    remembered = {"out-of-memory", "WebAssembly has no memory left"};
  } catch (const std::exception& error) {
    remembered = {"internal", error.what()};
  }
}

void throwRememberedError() {
  foveaThrow(remembered.code, remembered.message.c_str());
  std::abort();  // not reached: foveaThrow does not return, but its declaration cannot say so
}

}  // namespace fovea
