// One point of the growth curves: fovea_growth D N none|all prints {"ms", "bytes"} of a forward
// pass of N tokens through six layers of width D. A process a point, so that no memory of another
// pass serves this one.
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/parameters.h"

namespace {

using namespace fovea;
using Clock = std::chrono::steady_clock;

constexpr Index kHeadWidth = 64;

ModelConfig configOf(Index dModel, Index tokens) {
  ModelConfig config;
  config.dModel = dModel;
  config.heads = dModel / kHeadWidth;
  config.dFf = 4 * dModel;
  config.layers = 6;
  config.vocabSize = 1000;
  config.maxPositions = tokens;
  return config;
}

/// Bytes of the heap in use, large blocks among them.
std::size_t heapBytes() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

double milliseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

/// The median of three passes or more, of as many as 300 milliseconds hold.
template <typename Pass>
double timeOf(const Pass& pass) {
  std::vector<double> times;
  const auto begin = Clock::now();
  while (times.size() < 3 || milliseconds(Clock::now() - begin) < 300) {
    const auto start = Clock::now();
    pass();
    times.push_back(milliseconds(Clock::now() - start));
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return EXIT_FAILURE;
  const Index dModel = std::atol(argv[1]);
  const Index tokens = std::atol(argv[2]);
  const bool all = std::string(argv[3]) == "all";
  const ModelConfig config = configOf(dModel, tokens);
  const Encoder encoder(config, initialWeights(config, 1));
  TokenIds ids;
  for (Index i = 0; i < tokens; ++i)
    ids.push_back(static_cast<std::int32_t>(7 * i % config.vocabSize));

  const ForwardOptions options{all ? Capture::kAllLayers : Capture::kNone, {}};
  const std::size_t before = heapBytes();
  EncoderActivations activations;
  encoder.forward(ids, activations, options);
  // A later pass takes no memory (tests/core/allocation_test.cpp): this is what it works in.
  const std::size_t bytes = heapBytes() - before;
  const double ms = timeOf([&] { encoder.forward(ids, activations, options); });
  std::printf("{\"ms\":%.4f,\"bytes\":%zu}\n", ms, bytes);
}
