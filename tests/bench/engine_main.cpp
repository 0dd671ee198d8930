// Times the forward pass of a model file: fovea_engine MODEL none|all N… prints one JSON object a
// line, {n, ms, checksum}, and the machine's limit first; the median of half a second of passes.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "engine.h"

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration d) {
  return std::chrono::duration<double, std::milli>(d).count();
}

double medianForward(fovea::bench::Engine& engine, fovea::Index n, fovea::Capture capture) {
  std::vector<double> times;
  engine.forward(n, capture);
  const auto begin = Clock::now();
  while (times.size() < 3 || milliseconds(Clock::now() - begin) < 500) {
    const auto start = Clock::now();
    engine.forward(n, capture);
    times.push_back(milliseconds(Clock::now() - start));
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return EXIT_FAILURE;
  std::ifstream file(argv[1], std::ios::binary);
  fovea::bench::Engine engine({std::istreambuf_iterator<char>(file), {}});
  const auto capture =
      std::string(argv[2]) == "all" ? fovea::Capture::kAllLayers : fovea::Capture::kNone;
  std::printf("{\"limit\":%.2f}\n", fovea::bench::limitGflops());
  for (int i = 3; i < argc; ++i) {
    const fovea::Index n = std::atol(argv[i]);
    const double ms = medianForward(engine, n, capture);
    std::printf("{\"n\":%d,\"ms\":%.4f,\"checksum\":%.6f}\n", static_cast<int>(n), ms,
                static_cast<double>(engine.output().cast<double>().cwiseAbs().sum()));
  }
}
