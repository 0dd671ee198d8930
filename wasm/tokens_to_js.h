#pragma once

#include <vector>

#include "fovea/tokenizer.h"
#include "js_value.h"

namespace fovea {

/// Their ids, pieces and places in the text.
JsValue<JsTokens> tokensToJs(const std::vector<Token>& tokens);

}  // namespace fovea
