// Forward passes of a model file, as they are asked for: fovea_engine MODEL [eigen|integers] reads
// lines from the standard input and answers each with a line of JSON.
//
//   limit            → {"limit": GFLOP/s of a loop over registers}
//   N PASSES [all|changed]
//                    → {"ms": of one pass, "sample": values of the output}; all layers captured,
//                    the
//                      same with a change on the way, or none
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>

#include "eigen_engine.h"
#include "engine.h"
#include "limit.h"

namespace {

using namespace fovea;

/// Runs a pass of n tokens, "all", "changed" or "", and gives the output.
using Forward = std::function<const Matrix&(Index n, const std::string& kind)>;

Forward forwardOf(bench::Engine& engine, bool eigen) {
  if (!eigen)
    return [&engine](Index n, const std::string& kind) -> const Matrix& {
      const Capture capture = kind.empty() ? Capture::kNone : Capture::kAllLayers;
      if (kind == "changed")
        engine.forwardChanged(n);
      else
        engine.forward(n, capture);
      return engine.output(capture);
    };
  const auto other = std::make_shared<bench::EigenEngine>(engine.encoder());
  return [&engine, other](Index n, const std::string& /*kind*/) -> const Matrix& {
    other->forward(bench::idsOf(engine.encoder(), n));
    return other->output();
  };
}

/// Values from the first to the last, evenly apart, as a list in JSON: as all programs choose them.
std::string sampleOf(const Matrix& output) {
  constexpr Index kCount = 97;
  std::ostringstream list;
  for (Index i = 0; i < kCount; ++i)
    list << (i == 0 ? '[' : ',') << output.data()[i * (output.size() - 1) / (kCount - 1)];
  return list.str() + "]";
}

void answer(const Forward& forward, const std::string& line) {
  std::istringstream words(line);
  Index n = 0;
  int passes = 0;
  std::string kind;
  words >> n >> passes >> kind;
  const auto start = std::chrono::steady_clock::now();
  const Matrix* output = nullptr;
  for (int i = 0; i < passes; ++i) output = &forward(n, kind);
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  std::printf("{\"ms\":%.5f,\"sample\":%s}\n", elapsed.count() / passes,
              output ? sampleOf(*output).c_str() : "[]");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return EXIT_FAILURE;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string kind = argc > 2 ? argv[2] : "";
  bench::Engine engine({std::istreambuf_iterator<char>(file), {}}, kind == "integers");
  const Forward forward = forwardOf(engine, kind == "eigen");
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "limit") {
      std::printf("{\"limit\":%.2f}\n", bench::limitGflops());
    } else {
      answer(forward, line);
    }
    std::fflush(stdout);
  }
}
