#pragma once

#include "../js_value.h"

/// What JavaScript may call of the studies of untrained encoders. As in ../api.h.
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

/// As LayerMeasures.
struct LayerMeasuresRecord {
  JsValue<JsDoubles> gradient;
  JsValue<JsDoubles> difference;
  JsValue<JsDoubles> stream;
  JsValue<JsDoubles> weights;
};

/// The seeds 1 to `seeds`, one after the other. Throws as studyDepth of the core.
JsValue<JsLayerRuns> depthStudy(JsValue<JsDepthAsk> ask);

/// Likewise.
JsValue<JsSoftmaxRuns> softmaxStudy(JsValue<JsSoftmaxAsk> ask);

}  // namespace fovea
