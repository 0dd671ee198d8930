// Times the forward pass, the capture of all layers on and off, and prints one JSON object a line.
// Native, and as wasm in a page: `npm run bench` runs both.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/parameters.h"

namespace {

using fovea::Index;
using Clock = std::chrono::steady_clock;

constexpr Index kLayers = 6;

fovea::EncoderConfig configOf(Index dModel) {
  fovea::EncoderConfig config;
  config.dModel = dModel;
  config.heads = dModel / 64;
  config.dFf = 4 * dModel;
  config.layers = kLayers;
  config.vocabSize = 1000;
  return config;
}

/// Multiplications and additions of the matrix products; all else is left out.
double flops(const fovea::EncoderConfig& config, Index tokens) {
  const auto d = static_cast<double>(config.dModel);
  const auto n = static_cast<double>(tokens);
  const double linear = 2 * n * (4 * d * d + 2 * d * static_cast<double>(config.dFf));
  const double attention = 4 * n * n * d;
  return static_cast<double>(config.layers) * (linear + attention);
}

double milliseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

/// The median of at least three passes, and of as many as half a second holds.
double timeForward(const fovea::Encoder& encoder, const fovea::TokenIds& ids,
                   fovea::Capture capture) {
  fovea::EncoderActivations activations;
  const fovea::ForwardOptions options{capture, {}};
  encoder.forward(ids, activations, options);
  std::vector<double> times;
  const auto begin = Clock::now();
  while (times.size() < 3 || milliseconds(Clock::now() - begin) < 500) {
    const auto start = Clock::now();
    encoder.forward(ids, activations, options);
    times.push_back(milliseconds(Clock::now() - start));
  }
  std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2),
                   times.end());
  return times[times.size() / 2];
}

void bench(Index dModel) {
  const fovea::EncoderConfig config = configOf(dModel);
  const fovea::Encoder encoder(config, fovea::initialWeights(config, 1));
  for (const Index tokens : {Index{11}, Index{128}}) {
    fovea::TokenIds ids;
    for (Index i = 0; i < tokens; ++i) ids.push_back(static_cast<std::int32_t>(7 * i % 1000));
    for (const bool all : {true, false}) {
      const double ms =
          timeForward(encoder, ids, all ? fovea::Capture::kAllLayers : fovea::Capture::kNone);
      std::printf(
          "{\"suite\":\"forward\",\"d\":%d,\"layers\":%d,\"n\":%d,\"capture\":\"%s\","
          "\"ms\":%.4f,\"gflops\":%.3f}\n",
          static_cast<int>(dModel), static_cast<int>(kLayers), static_cast<int>(tokens),
          all ? "all" : "none", ms, flops(config, tokens) / ms / 1e6);
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main() {
  for (const Index dModel : {Index{128}, Index{512}, Index{768}}) bench(dModel);
}
