#include "tokens_to_js.h"

#include <utility>

#include "records.h"

namespace fovea {

using emscripten::val;

JsValue<JsTokens> tokensToJs(const std::vector<Token>& tokens) {
  val result = val::array();
  for (const Token& token : tokens) {
    result.call<void>(
        "push", TokenRecord{static_cast<double>(token.id), token.piece,
                            static_cast<double>(token.begin), static_cast<double>(token.end)});
  }
  return JsValue<JsTokens>(std::move(result));
}

}  // namespace fovea
