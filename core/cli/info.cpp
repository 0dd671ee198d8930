#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
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

using Json = nlohmann::ordered_json;

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
  checkModelMemory(path);
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
  if (config.relativeBuckets > 0) parts.emplace_back("biases by distance");
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

Json answersJson(const Answers& answers) {
  constexpr const char* kKinds[] = {"text", "token", "replaced", "span"};
  constexpr const char* kPoolings[] = {"first", "mean", "max"};
  Json json{{"heads", Json::array()}, {"sentence", nullptr}};
  for (const AnswerHead& head : answers.heads)
    json["heads"].push_back(
        {{"kind", kKinds[static_cast<int>(head.kind)]}, {"labels", head.labels}});
  if (answers.saysHowToPool)
    json["sentence"] = {{"pooling", kPoolings[static_cast<int>(answers.sentence.pooling)]},
                        {"normalised", answers.sentence.normalised}};
  return json;
}

Json tensorsJson(const SafetensorsFile& file) {
  Json list = Json::array();
  for (const auto& [name, entry] : file.tensors)
    list.push_back({{"name", name}, {"dtype", dtypeName(entry.dtype)}, {"shape", entry.shape}});
  return list;
}

void printJson(const Contents& contents) {
  const auto& [model, file, bytes] = contents;
  const ModelConfig& config = model.encoder.config();
  const ParameterCounts parameters = parameterCounts(config);
  const ForwardFlops flops = forwardFlops(config, config.maxPositions);
  const Json json{{"parameters",
                   {{"total", parameters.total()},
                    {"embedding", parameters.embedding},
                    {"attention", parameters.attention},
                    {"feedForward", parameters.feedForward},
                    {"norms", parameters.norms},
                    {"prediction", parameters.prediction}}},
                  {"flops",
                   {{"tokens", config.maxPositions},
                    {"total", flops.total()},
                    {"projections", flops.projections},
                    {"attention", flops.attention},
                    {"feedForward", flops.feedForward},
                    {"prediction", flops.prediction}}},
                  {"bytes", bytes},
                  {"answers", model.answers ? answersJson(*model.answers) : Json()},
                  {"structure", trainedStructure(model)},
                  {"config", Json::parse(toJson(config))},
                  {"metadata", model.metadata},
                  {"tensors", tensorsJson(file)}};
  std::printf("%s\n", json.dump().c_str());
}

void printText(const Contents& contents) {
  const auto& [model, file, bytes] = contents;
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
  const auto json = std::make_shared<bool>(false);
  Command command("info", "Print what a model file holds");
  command.option("FILE", "The .safetensors file, or a published model's folder", text(*path));
  command.option("--model FILE", "The same, as other commands take it", text(*path));
  command.flag("--json", "Print the same as one line of JSON", *json);
  command.action([path, json] {
    if (path->empty())
      throw UsageError("FILE is missing: The .safetensors file, or a published model's folder");
    const Contents contents = readContents(*path);
    *json ? printJson(contents) : printText(contents);
  });
  return command;
}

}  // namespace fovea::cli
