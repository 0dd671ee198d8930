#pragma once

#include "../js_value.h"

/// What JavaScript may call to count and to measure what a pass costs. As in ../api.h.
namespace fovea {

struct JsCostAsk {
  static constexpr const char* kTypeScript = "{ readonly config: string; readonly tokens: number }";
};
struct JsPassAsk {
  static constexpr const char* kTypeScript =
      "{ readonly config: string; readonly tokens: number; readonly milliseconds: number }";
};

/// As ParameterCounts.
struct ParameterCountsRecord {
  double embedding = 0;
  double attention = 0;
  double feedForward = 0;
  double norms = 0;
  double prediction = 0;
};

/// As ForwardFlops.
struct ForwardFlopsRecord {
  double projections = 0;
  double attention = 0;
  double feedForward = 0;
  double prediction = 0;
};

struct CostRecord {
  ParameterCountsRecord parameters;
  ForwardFlopsRecord flops;
  /// Of one layer.
  double scoreBytes = 0;
  double tiledScoreBytes = 0;
};

/// What a model of a config.json costs on so many tokens. Throws as parseConfig.
CostRecord costOf(JsValue<JsCostAsk> ask);

/// Milliseconds that a forward pass takes in this module, without the prediction: the mean of as
/// many passes of an untrained model of the config as fill the time given, one before them left
/// out. Throws as parseConfig and Encoder::forward.
double passTime(JsValue<JsPassAsk> ask);

}  // namespace fovea
