#include <CLI/CLI.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "commands.h"
#include "dtype_option.h"
#include "files.h"
#include "fovea/parameters.h"

namespace fovea::cli {
namespace {

struct InitOptions {
  std::string config;
  std::string vocabulary;
  std::string out;
  std::uint64_t seed = 0;
  Dtype dtype = Dtype::kF32;
};

void init(const InitOptions& options) {
  const EncoderConfig config = parseConfig(readText(options.config));
  const Vocabulary vocabulary(readText(options.vocabulary));
  const Tokenizer tokenizer(config, vocabulary);  // refuses a config that the vocabulary fails
  const std::map<std::string, std::string> metadata{{"trained", "false"},
                                                    {"seed", std::to_string(options.seed)}};
  writeFile(options.out, writeModel(config, initialWeights(config, options.seed), vocabulary,
                                    metadata, options.dtype));
}

}  // namespace

void addInit(CLI::App& app) {
  const auto options = std::make_shared<InitOptions>();
  CLI::App* command = app.add_subcommand("init", "Make an untrained model, its weights random");
  command->add_option("--config", options->config, "config.json")->required();
  command->add_option("--vocab", options->vocabulary, "vocab.txt, one piece a line")->required();
  command->add_option("--seed", options->seed, "The same seed gives the same file (default 0)");
  command->add_option("--out", options->out, "The .safetensors file to write")->required();
  addDtype(*command, options->dtype);
  command->callback([options] { init(*options); });
}

}  // namespace fovea::cli
