#pragma once

#include "fovea/config.h"
#include "fovea/vocabulary.h"
#include "js_value.h"

namespace fovea {

/// Under the keys of config.json.
JsValue<JsConfig> configToJs(const ModelConfig& config);

/// By id.
JsValue<JsStrings> piecesToJs(const Vocabulary& vocabulary);

}  // namespace fovea
