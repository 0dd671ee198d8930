#include "study.h"

#include <cstdint>
#include <string>
#include <vector>

#include "fovea/train/depth_study.h"
#include "fovea/train/softmax_study.h"

namespace fovea {
namespace {

using emscripten::val;

JsValue<JsDoubles> doublesToJs(const std::vector<double>& numbers) {
  const val view(emscripten::typed_memory_view(numbers.size(), numbers.data()));
  return JsValue<JsDoubles>(view.call<val>("slice"));
}

LayerMeasuresRecord recordOf(const LayerMeasures& measures) {
  return {doublesToJs(measures.gradient), doublesToJs(measures.difference),
          doublesToJs(measures.stream), doublesToJs(measures.weights)};
}

/// What `study` finds for each seed.
template <typename Study>
val runsOf(const val& ask, Study&& study) {
  val runs = val::array();
  const auto seeds = ask["seeds"].as<double>();
  for (std::uint64_t seed = 1; static_cast<double>(seed) <= seeds; ++seed)
    runs.call<void>("push", study(seed));
  return runs;
}

}  // namespace

// By value, so that an exception releases it: ../guarded.h.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
JsValue<JsLayerRuns> depthStudy(JsValue<JsDepthAsk> ask) {
  DepthStudyOptions options;
  options.depth = static_cast<Index>(ask["depth"].as<double>());
  options.structure = ask["structure"].as<std::string>();
  if (const val width = ask["width"]; !width.isUndefined())
    options.dModel = static_cast<Index>(width.as<double>());
  if (const val deviation = ask["deviation"]; !deviation.isUndefined())
    options.deviation = deviation.as<double>();
  return JsValue<JsLayerRuns>(
      runsOf(ask, [&](std::uint64_t seed) { return recordOf(studyDepth(options, seed)); }));
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
JsValue<JsSoftmaxRuns> softmaxStudy(JsValue<JsSoftmaxAsk> ask) {
  const auto dK = static_cast<Index>(ask["dK"].as<double>());
  const auto keys = static_cast<Index>(ask["keys"].as<double>());
  const bool scaled = ask["scaled"].as<bool>();
  return JsValue<JsSoftmaxRuns>(
      runsOf(ask, [&](std::uint64_t seed) { return studySoftmax(dK, keys, scaled, seed); }));
}

}  // namespace fovea
