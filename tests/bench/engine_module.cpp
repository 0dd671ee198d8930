// The engine for a page: createFoveaEngine() → {Engine, limitGflops}.
#include <emscripten/bind.h>

#include "engine.h"
#include "limit.h"

namespace {

using fovea::Capture;
using fovea::bench::Engine;

Capture captureOf(bool all) { return all ? Capture::kAllLayers : Capture::kNone; }

void forward(Engine& engine, int n, bool all) { engine.forward(n, captureOf(all)); }

/// A view into the module's memory: copy it before the next call.
emscripten::val output(const Engine& engine, bool all) {
  const fovea::Matrix& m = engine.output(captureOf(all));
  return emscripten::val(
      emscripten::typed_memory_view(static_cast<std::size_t>(m.size()), m.data()));
}

}  // namespace

EMSCRIPTEN_BINDINGS(fovea_engine) {
  emscripten::class_<Engine>("Engine")
      .constructor<std::string, bool>()
      .function("forward", &forward)
      .function("output", &output);
  emscripten::function("limitGflops", &fovea::bench::limitGflops);
}
