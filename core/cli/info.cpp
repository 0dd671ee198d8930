#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "commands.h"
#include "files.h"
#include "fovea/answers.h"
#include "fovea/cost.h"
#include "fovea/file_source.h"
#include "model_structure.h"
#include "text.h"

namespace fovea::cli {
namespace {

struct Contents {
  Model model;
  SafetensorsFile file;
  std::size_t bytes;
};

// Of all weights in the folder, in one file or in several.
Contents readFolderContents(const std::string& path) {
  Contents contents{readModel(std::filesystem::path(path)), {}, 0};
  for (const auto& each : std::filesystem::directory_iterator(path)) {
    if (each.path().extension() != ".safetensors") continue;
    const FileSource source(each.path());
    contents.bytes += source.size();
    contents.file.tensors.merge(readSafetensors(source).tensors);
  }
  return contents;
}

// The source is gone before anything is printed: what it says of its progress comes first.
Contents readContents(const std::string& path) {
  if (std::filesystem::is_directory(path)) return readFolderContents(path);
  const std::unique_ptr<ByteSource> source = openSource(path);
  Model model = readModel(path, *source);
  return {std::move(model), readSafetensors(*source), source->size()};
}

void printTensors(const SafetensorsFile& file) {
  std::size_t widest = 0;
  for (const auto& [name, entry] : file.tensors) widest = std::max(widest, name.size());
  std::printf("\ntensors\n");
  for (const auto& [name, entry] : file.tensors)
    std::printf("  %s  %-4s  %s\n", padded(printable(name), widest).c_str(), dtypeName(entry.dtype),
                shapeText(entry.shape).c_str());
}

void printCost(const ModelConfig& config) {
  const ParameterCounts parameters = parameterCounts(config);
  std::printf("parameters  %s\n", grouped(parameters.total()).c_str());
  std::printf("  embedding %s, attention %s, feed-forward %s, norms %s, prediction %s\n",
              grouped(parameters.embedding).c_str(), grouped(parameters.attention).c_str(),
              grouped(parameters.feedForward).c_str(), grouped(parameters.norms).c_str(),
              grouped(parameters.prediction).c_str());
  const Index n = config.maxPositions;
  const ForwardFlops flops = forwardFlops(config, n);
  std::printf("FLOPs       %s for %s tokens\n", grouped(flops.total()).c_str(), grouped(n).c_str());
  std::printf("  projections %s, attention %s, feed-forward %s, prediction %s\n",
              grouped(flops.projections).c_str(), grouped(flops.attention).c_str(),
              grouped(flops.feedForward).c_str(), grouped(flops.prediction).c_str());
}

void printAnswers(const Answers& answers) {
  constexpr const char* kKinds[] = {"a label for a text", "a label for each token",
                                    "whether each token was replaced", "where the answer is"};
  for (const AnswerHead& head : answers.heads) {
    std::printf("answers     %s", kKinds[static_cast<int>(head.kind)]);
    for (const std::string& label : head.labels)
      std::printf("%s%s", &label == head.labels.data() ? ": " : ", ", printable(label).c_str());
    std::printf("\n");
  }
  constexpr const char* kPoolings[] = {"the first token's", "the mean of the tokens'",
                                       "the largest of the tokens'"};
  if (answers.saysHowToPool)
    std::printf("sentences   %s%s\n", kPoolings[static_cast<int>(answers.sentence.pooling)],
                answers.sentence.normalised ? ", of length 1" : "");
}

/// In what the model differs from BERT, as a list; empty where in nothing.
std::string variantOf(const ModelConfig& config) {
  std::vector<std::string> parts;
  if (config.positions == PositionEmbedding::kRotary) parts.emplace_back("rotary positions");
  if (config.positions == PositionEmbedding::kAlibi) parts.emplace_back("ALiBi");
  if (config.dKv() < config.dModel)
    parts.push_back(grouped(config.heads) + " heads share " + grouped(config.kvHeads) +
                    (config.kvHeads == 1 ? " set" : " sets") + " of keys and values");
  if (config.normType == NormType::kRmsNorm) parts.emplace_back("RMSNorm");
  if (config.gated)
    parts.emplace_back(config.activation == Activation::kSilu ? "SwiGLU" : "gated feed-forward");
  if (config.experts > 0)
    parts.push_back(grouped(config.expertsPerToken) + " of " + grouped(config.experts) +
                    " experts for each word");
  std::string list;
  for (const std::string& part : parts) list += (list.empty() ? "" : ", ") + part;
  return list;
}

void info(const std::string& path) {
  const auto [model, file, bytes] = readContents(path);
  printCost(model.encoder.config());
  const std::string variant = variantOf(model.encoder.config());
  if (!variant.empty()) std::printf("variant     %s\n", variant.c_str());
  std::printf("bytes       %s\n", grouped(static_cast<long long>(bytes)).c_str());
  if (model.answers) printAnswers(*model.answers);
  const std::string trained = trainedStructure(model);
  if (!trained.empty())
    std::printf("structure   %s, as in training; fovea encode uses it too\n",
                printable(trained).c_str());
  std::printf("\nconfig\n%s\n", toJson(model.encoder.config()).c_str());
  if (!model.metadata.empty()) std::printf("\nmetadata: %s\n", kCounting);
  for (const auto& [key, value] : model.metadata)
    std::printf("  %s: %s\n", printable(key).c_str(), printable(value).c_str());
  printTensors(file);
}

}  // namespace

Command infoCommand() {
  const auto path = std::make_shared<std::string>();
  Command command("info", "Print what a model file holds");
  command.option("FILE", "The .safetensors file, or a published model's folder", text(*path));
  command.option("--model FILE", "The same, as other commands take it", text(*path));
  command.action([path] {
    if (path->empty())
      throw UsageError("FILE is missing: The .safetensors file, or a published model's folder");
    info(*path);
  });
  return command;
}

}  // namespace fovea::cli
