// fovea_loading MODEL prints {"ms", "bytes"}: how long the file takes to load, and the most memory
// that this process has had at once when it has also made a pass. Linux tells it of a process.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "engine.h"

namespace {

using namespace fovea;

constexpr Index kTokens = 11;

std::size_t peakBytes() {
  std::ifstream status("/proc/self/status");
  const std::string key = "VmHWM:";
  for (std::string line; std::getline(status, line);)
    if (line.compare(0, key.size(), key) == 0) return 1024 * std::stoul(line.substr(key.size()));
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return EXIT_FAILURE;
  const auto start = std::chrono::steady_clock::now();
  const Model model = readModel(argv[1]);
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  EncoderActivations activations;
  model.encoder.forward(bench::idsOf(model.encoder, kTokens), activations, {Capture::kNone, {}});
  std::printf("{\"ms\":%.2f,\"bytes\":%zu}\n", elapsed.count(), peakBytes());
}
