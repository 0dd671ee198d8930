#include "engine.h"

#include <chrono>

#include "kernels/vec.h"

namespace fovea::bench {
namespace {

Model read(const std::string& bytes) {
  return readModel(MemorySource(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

}  // namespace

Engine::Engine(const std::string& bytes) : model_(read(bytes)) {}

void Engine::forward(Index n, Capture capture) {
  ids_.clear();
  for (Index i = 0; i < n; ++i)
    ids_.push_back(static_cast<std::int32_t>(7 * i % model_.encoder.config().vocabSize));
  model_.encoder.forward(ids_, activations_, {capture, {}});
}

double limitGflops() {
  using namespace kernels;
  constexpr Index kChains = 12;  // enough to hide the latency of each
  constexpr Index kSteps = 4'000'000;
  // No two chains begin alike, and none with what the compiler knows: it would merge them.
  const volatile auto kFactor = Scalar(0.999);
  Scalar values[kChains * kLanes];
  for (Index i = 0; i < kChains * kLanes; ++i) values[i] = kFactor * Scalar(i);
  Vec sums[kChains];
  for (Index i = 0; i < kChains; ++i) sums[i] = load(values + i * kLanes);
  const Vec factor = splat(kFactor);
  const auto start = std::chrono::steady_clock::now();
  for (Index step = 0; step < kSteps; ++step) {
    for (Vec& sum : sums) sum = multiplyAdd(sum, factor, factor);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  for (Index i = 0; i < kChains; ++i) store(values + i * kLanes, sums[i]);
  const volatile Scalar kept = values[kLanes];
  static_cast<void>(kept);
  return 2.0 * double(kSteps * kChains * kLanes) / seconds.count() / 1e9;
}

}  // namespace fovea::bench
