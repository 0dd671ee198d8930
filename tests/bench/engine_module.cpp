// The engine for a page: createFoveaEngine() → {Engine, limitGflops}.
#include <emscripten/bind.h>

#include "engine.h"

namespace {

using fovea::bench::Engine;

void forward(Engine& engine, int n, bool capture) {
  engine.forward(n, capture ? fovea::Capture::kAllLayers : fovea::Capture::kNone);
}

/// A view into the module's memory: copy it before the next call.
emscripten::val output(const Engine& engine) {
  const fovea::Matrix& m = engine.output();
  return emscripten::val(
      emscripten::typed_memory_view(static_cast<std::size_t>(m.size()), m.data()));
}

}  // namespace

EMSCRIPTEN_BINDINGS(fovea_engine) {
  emscripten::class_<Engine>("Engine")
      .constructor<std::string>()
      .function("forward", &forward)
      .function("output", &output);
  emscripten::function("limitGflops", &fovea::bench::limitGflops);
}
