#include "config_to_js.h"

#include <cstdint>
#include <string>
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
  // In one text: a call for each of several thousand pieces takes three times as long.
  constexpr char kSeparator = '\x1f';
  std::string text;
  for (std::int32_t id = 0; id < vocabulary.size(); ++id) {
    if (id > 0) text += kSeparator;
    for (const char c : vocabulary.piece(id)) text += c == kSeparator ? ' ' : c;
  }
  return JsValue<JsStrings>(val(text).call<val>("split", std::string(1, kSeparator)));
}

}  // namespace fovea
