#pragma once

#include "../js_value.h"

/// Counting and measuring the cost of a pass, as in ../api.h.
namespace fovea {

struct JsCostAsk {
  static constexpr const char* kTypeScript = "{ readonly config: string; readonly tokens: number }";
};
struct JsPassAsk {
  static constexpr const char* kTypeScript =
      "{ readonly config: string; readonly tokens: number; readonly milliseconds: number }";
};

/// See ParameterCounts.
struct ParameterCountsRecord {
  double embedding = 0;
  double attention = 0;
  double feedForward = 0;
  double norms = 0;
  double prediction = 0;
};

/// See ForwardFlops.
struct ForwardFlopsRecord {
  double projections = 0;
  double attention = 0;
  double feedForward = 0;
  double prediction = 0;
};

struct CostRecord {
  ParameterCountsRecord parameters;
  ForwardFlopsRecord flops;
  /// For one layer.
  double scoreBytes = 0;
  double tiledScoreBytes = 0;
};

/// The cost of a model with this config.json for this many tokens. Throws as parseConfig.
CostRecord costOf(JsValue<JsCostAsk> ask);

/// Milliseconds that a forward pass takes in this module, without the prediction: the mean over as
/// many passes of an untrained model as fill the given time, after one to warm up. Throws as
/// parseConfig and Encoder::forward.
double passTime(JsValue<JsPassAsk> ask);

}  // namespace fovea
