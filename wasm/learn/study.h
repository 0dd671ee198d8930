#pragma once

#include "../js_value.h"

/// Studies of untrained encoders, as in ../api.h.
namespace fovea {

struct JsDepthAsk {
  static constexpr const char* kTypeScript =
      "{ readonly depth: number; readonly structure: string; readonly seeds: number; "
      "readonly width?: number; readonly deviation?: number }";
};
struct JsSoftmaxAsk {
  static constexpr const char* kTypeScript =
      "{ readonly dK: number; readonly keys: number; readonly scaled: boolean; "
      "readonly seeds: number }";
};
struct JsDoubles {
  static constexpr const char* kTypeScript = "Float64Array<ArrayBuffer>";
};
struct JsLayerRuns {
  static constexpr const char* kTypeScript = "LayerMeasures[]";
};
struct JsSoftmaxRuns {
  static constexpr const char* kTypeScript = "SoftmaxMeasures[]";
};

/// See LayerMeasures.
struct LayerMeasuresRecord {
  JsValue<JsDoubles> gradient;
  JsValue<JsDoubles> difference;
  JsValue<JsDoubles> stream;
  JsValue<JsDoubles> weights;
};

/// Runs the seeds 1 to `seeds` in turn. Throws as the core's studyDepth.
JsValue<JsLayerRuns> depthStudy(JsValue<JsDepthAsk> ask);

/// Likewise.
JsValue<JsSoftmaxRuns> softmaxStudy(JsValue<JsSoftmaxAsk> ask);

}  // namespace fovea
