#pragma once

#include "fovea/config.h"
#include "fovea/vocabulary.h"
#include "js_value.h"

namespace fovea {

/// The config, by the keys of config.json.
JsValue<JsConfig> configToJs(const ModelConfig& config);

/// The pieces, in the order of their ids.
JsValue<JsStrings> piecesToJs(const Vocabulary& vocabulary);

}  // namespace fovea
