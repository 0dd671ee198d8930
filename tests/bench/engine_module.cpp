// The engine for a page: createFoveaEngine() → {Engine, Training, limitGflops}.
#include <emscripten/bind.h>

#include "engine.h"
#include "limit.h"
#include "training.h"

namespace {

using fovea::Capture;
using fovea::bench::Engine;
using fovea::bench::Training;

Capture captureOf(bool all) { return all ? Capture::kAllLayers : Capture::kNone; }

void forward(Engine& engine, int n, bool all) { engine.forward(n, captureOf(all)); }

/// A view into the module's memory: copy it before the next call.
emscripten::val output(const Engine& engine, bool all) {
  const fovea::Matrix& m = engine.output(captureOf(all));
  return emscripten::val(
      emscripten::typed_memory_view(static_cast<std::size_t>(m.size()), m.data()));
}

double step(Training& training) {
  const fovea::StepReport report = training.step();
  return report.loss.maskedWords;
}

}  // namespace

EMSCRIPTEN_BINDINGS(fovea_engine) {
  emscripten::class_<Engine>("Engine")
      .constructor<std::string>()
      .function("forward", &forward)
      .function("output", &output);
  emscripten::class_<Training>("Training").constructor<>().function("step", &step);
  emscripten::function("limitGflops", &fovea::bench::limitGflops);
}
