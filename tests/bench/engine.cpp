#include "engine.h"

#include "fovea/error.h"

namespace fovea::bench {
namespace {

Model read(const std::string& bytes, bool integers) {
  ModelOptions options;
#ifdef FOVEA_WITHOUT_INTEGERS
  if (integers) refuse(ErrorCode::kNotInThisBuild, "this build has no integers");
#else
  options.integers = integers;
#endif
  return readModel(MemorySource(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()),
                   {}, options);
}

}  // namespace

TokenIds idsOf(const Encoder& encoder, Index n) {
  TokenIds ids;
  for (Index i = 0; i < n; ++i)
    ids.push_back(static_cast<std::int32_t>(7 * i % encoder.config().vocabSize));
  return ids;
}

Engine::Engine(const std::string& bytes, bool integers) : model_(read(bytes, integers)) {}

void Engine::forward(Index n, Capture capture) {
  EncoderActivations& activations = capture == Capture::kNone ? nothing_ : allLayers_;
  model_.encoder.forward(idsOf(model_.encoder, n), activations, {capture, {}});
}

void Engine::forwardChanged(Index n) {
  ForwardOptions options;
  const Index last = model_.encoder.config().layers - 1;
  options.interventions = {
      parseIntervention("layers." + std::to_string(last) + ".feedForward.output[0,0]*=1")};
  model_.encoder.forward(idsOf(model_.encoder, n), allLayers_, options);
}

const Matrix& Engine::output(Capture capture) const {
  return model_.encoder.output(capture == Capture::kNone ? nothing_ : allLayers_);
}

}  // namespace fovea::bench
