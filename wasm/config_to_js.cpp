#include "config_to_js.h"

#include <algorithm>
#include <cstddef>
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
  // All in one text: a call for each of some thousand pieces would take ten times as long.
  const std::string separator(1, '\0');
  std::string text;
  for (std::int32_t id = 0; id < vocabulary.size(); ++id) {
    if (id > 0) text += separator;
    const auto begin = static_cast<std::ptrdiff_t>(text.size());
    text += vocabulary.piece(id);
    std::replace(text.begin() + begin, text.end(), '\0', ' ');
  }
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  return JsValue<JsStrings>(
      val::global("TextDecoder")
          .new_()
          .call<val>("decode", val(emscripten::typed_memory_view(text.size(), bytes)))
          .call<val>("split", separator));
}

}  // namespace fovea
