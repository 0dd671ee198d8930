#pragma once

#include <vector>

#include "fovea/tokenizer.h"
#include "js_value.h"

namespace fovea {

/// The tokens: ids, pieces and byte ranges in the text.
JsValue<JsTokens> tokensToJs(const std::vector<Token>& tokens);

}  // namespace fovea
