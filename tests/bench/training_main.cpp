// Training steps, as they are asked for: fovea_training MODEL BATCHES THREADS writes the fresh
// model and, as JSON, what its first steps will see; then each line `step` of the standard input
// makes a step, answered with {"ms", "tokens", "loss"}, and any other line is answered with {}.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "fovea/model_file.h"
#include "training.h"

namespace {

using namespace fovea;
using nlohmann::json;

constexpr int kBatches = 60;

json toJson(const Targets& targets) { return {{"rows", targets.rows}, {"ids", targets.ids}}; }

json toJson(const TrainingBatch& batch, double rate) {
  json lengths = json::array();
  for (Index i = 0; i < batch.sequences.count(); ++i) lengths.push_back(batch.sequences.length(i));
  return {{"lengths", lengths},
          {"ids", batch.ids},
          {"maskedWords", toJson(batch.maskedWords)},
          {"references", toJson(batch.references)},
          {"rate", rate}};
}

void write(const bench::Training& training, const char* modelPath, const char* batchesPath) {
  const ReferenceTrainer& trainer = training.trainer();
  const auto model = writeModel(trainer.model().config(), trainer.model().weights(),
                                trainer.tokenizer().vocabulary(), {}, Dtype::kF32);
  std::ofstream(modelPath, std::ios::binary)
      .write(reinterpret_cast<const char*>(model.data()),
             static_cast<std::streamsize>(model.size()));
  const TrainingOptions& options = trainer.options();
  json all = {{"options", json::parse(fovea::toJson(options))}, {"batches", json::array()}};
  for (const TrainingBatch& batch : training.firstBatches(kBatches))
    all["batches"].push_back(
        toJson(batch, learningRate(options, static_cast<Index>(all["batches"].size()) + 1)));
  std::ofstream(batchesPath) << all.dump();
}

void step(bench::Training& training) {
  const auto start = std::chrono::steady_clock::now();
  const ReferenceTrainer::Report report = training.step();
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  std::printf("{\"ms\":%.4f,\"tokens\":%td,\"loss\":%.6f}\n", elapsed.count(), report.tokens,
              report.loss.maskedWords);
}

void serve(bench::Training& training) {
  for (std::string line; std::getline(std::cin, line);) {
    if (line == "step") {
      step(training);
    } else {
      std::puts("{}");
    }
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return EXIT_FAILURE;
  try {
    bench::Training training(std::atoi(argv[3]));
    write(training, argv[1], argv[2]);
    serve(training);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
}
