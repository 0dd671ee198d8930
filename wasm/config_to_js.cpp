#include "config_to_js.h"

#include <cstdint>
#include <utility>

namespace fovea {
namespace {

using emscripten::val;

// JavaScript's numbers are doubles.
double toJs(Index value) { return static_cast<double>(value); }
template <typename Value>
Value toJs(Value value) {
  return value;
}

}  // namespace

JsValue<JsConfig> configToJs(const ModelConfig& config) {
  val result = val::object();
  forEachEntry(config, [&](const char* key, auto value) { result.set(key, toJs(value)); });
  return JsValue<JsConfig>(std::move(result));
}

JsValue<JsStrings> piecesToJs(const Vocabulary& vocabulary) {
  val pieces = val::array();
  for (std::int32_t id = 0; id < vocabulary.size(); ++id)
    pieces.call<void>("push", vocabulary.piece(id));
  return JsValue<JsStrings>(std::move(pieces));
}

}  // namespace fovea
