#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "commands.h"
#include "dtype_option.h"
#include "files.h"
#include "fovea/parameters.h"
#include "memory.h"
#include "output_file.h"
#include "text.h"

namespace fovea::cli {
namespace {

constexpr std::size_t kBytesToWrite = 12;  // as a weight, in its tensor, in the file

struct InitOptions {
  std::string config;
  std::string vocabulary;
  std::string out;
  std::uint64_t seed = 0;
  Dtype dtype = Dtype::kF32;
};

void init(const InitOptions& options) {
  const ModelConfig config = parseConfig(readText(options.config));
  const Vocabulary vocabulary(readText(options.vocabulary));
  const Tokenizer tokenizer(config, vocabulary);  // refuses a config that the vocabulary fails
  checkMemory(static_cast<std::size_t>(parameterCount(config)) * kBytesToWrite,
              "a model of this config has " + grouped(parameterCount(config)) + " parameters");
  checkWritable(options.out);
  const std::map<std::string, std::string> metadata{{"trained", "false"},
                                                    {"seed", std::to_string(options.seed)}};
  writeFile(options.out, writeModel(config, initialWeights(config, options.seed), vocabulary,
                                    metadata, options.dtype));
}

}  // namespace

Command initCommand() {
  const auto o = std::make_shared<InitOptions>();
  Command command("init", "Make an untrained model with random weights");
  command.required("--config FILE", "config.json", text(o->config));
  command.required("--vocab FILE", "vocab.txt, one piece per line", text(o->vocabulary));
  command.required("--out FILE", "The .safetensors file to write", text(o->out));
  command.option("--seed N", "The same seed gives the same file (default 0)", seed(o->seed));
  addDtype(command, o->dtype);
  command.action([o] { init(*o); });
  return command;
}

}  // namespace fovea::cli
