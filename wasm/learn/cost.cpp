#include "cost.h"

#include <emscripten.h>

#include <string>

#include "fovea/cost.h"
#include "fovea/parameters.h"

namespace fovea {
namespace {

double toJs(std::int64_t number) { return static_cast<double>(number); }

ModelConfig configOf(const emscripten::val& ask) {
  return parseConfig(ask["config"].as<std::string>());
}

Index tokensOf(const emscripten::val& ask) {
  return static_cast<Index>(ask["tokens"].as<double>());
}

}  // namespace

// By value, so that an exception releases it: ../guarded.h.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
CostRecord costOf(JsValue<JsCostAsk> ask) {
  const ModelConfig config = configOf(ask);
  const Index n = tokensOf(ask);
  const ParameterCounts counts = parameterCounts(config);
  const ForwardFlops flops = forwardFlops(config, n);
  return {{toJs(counts.embedding), toJs(counts.attention), toJs(counts.feedForward),
           toJs(counts.norms), toJs(counts.prediction)},
          {toJs(flops.projections), toJs(flops.attention), toJs(flops.feedForward),
           toJs(flops.prediction)},
          toJs(scoreBytes(config, n)),
          toJs(tiledScoreBytes())};
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
double passTime(JsValue<JsPassAsk> ask) {
  const ModelConfig config = configOf(ask);
  const Encoder encoder(config, initialWeights(config, 1));
  const TokenIds ids(static_cast<std::size_t>(tokensOf(ask)), 0);
  const auto milliseconds = ask["milliseconds"].as<double>();
  ForwardOptions options;
  options.capture = Capture::kNone;
  EncoderActivations activations;
  encoder.forward(ids, activations, options);
  const double begin = emscripten_get_now();
  double spent = 0;
  int passes = 0;
  do {
    encoder.forward(ids, activations, options);
    ++passes;
    spent = emscripten_get_now() - begin;
  } while (spent < milliseconds);
  return spent / passes;
}

}  // namespace fovea
