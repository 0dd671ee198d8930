#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "fovea/model_file.h"
#include "fovea/tokenizer_json.h"
#include "published/answer_reader.h"
#include "weights_reader.h"

namespace fovea {
namespace {

using published::Json;

std::string textOf(const FolderFiles& files, const std::string& name) {
  const std::shared_ptr<const ByteSource> file = files(name);
  if (file == nullptr) return "";
  constexpr std::size_t kMostBytes = 100'000'000;
  if (file->size() > kMostBytes)
    refuse(ErrorCode::kUnreadableFile, name + ": longer than 100,000,000 bytes");
  std::string text(file->size(), '\0');
  // A char may alias any byte.
  file->read(0, text.size(), reinterpret_cast<std::uint8_t*>(text.data()));
  return text;
}

// A JSON object, or an empty one where the file is not there.
Json jsonOf(const FolderFiles& files, const std::string& name) {
  const std::string what = name + ":";
  const JsonRules rules{ErrorCode::kInvalidConfig, what.c_str(), 16, 1'000'000, 4'000'000};
  const std::string text = textOf(files, name);
  if (text.empty()) return Json::object();
  return parseJsonObject(text.data(), text.data() + text.size(), rules);
}

// modules.json is a list.
Json modulesOf(const FolderFiles& files) {
  const std::string text = textOf(files, "modules.json");
  if (text.empty()) return Json::array();
  constexpr JsonRules kRules{ErrorCode::kInvalidConfig, "modules.json:", 8, 1000, 10000};
  const std::string object = "{\"modules\":" + text + "}";
  Json modules = parseJsonObject(object.data(), object.data() + object.size(), kRules)["modules"];
  if (!modules.is_array()) refuse(ErrorCode::kInvalidConfig, "modules.json: must be a list");
  return modules;
}

// The shards that an index names; only of this folder.
std::set<std::string> shardsOf(const FolderFiles& files) {
  const Json index = jsonOf(files, "model.safetensors.index.json");
  const published::JsonFile file{ErrorCode::kInvalidConfig, "model.safetensors.index.json"};
  const Json* const map = published::memberOf(index, "weight_map");
  std::set<std::string> shards;
  if (map == nullptr) return shards;
  if (!map->is_object()) published::refuse(file, "weight_map must be an object");
  for (const auto& [tensor, shard] : map->items()) {
    const std::string name = published::textOf(*map, tensor.c_str(), nullptr, file);
    if (name.find_first_of("/\\") != std::string::npos || name.size() > 255)
      published::refuse(file, "the shard " + inQuotes(name) + " is not in this folder");
    shards.insert(name);
  }
  return shards;
}

published::Checkpoint checkpointOf(const FolderFiles& files) {
  published::Checkpoint checkpoint;
  if (auto file = files("model.safetensors")) {
    checkpoint.add(std::move(file));
    return checkpoint;
  }
  const std::set<std::string> shards = shardsOf(files);
  if (shards.empty())
    refuse(ErrorCode::kUnreadableFile,
           "there is no model.safetensors, and no model.safetensors.index.json that names its "
           "shards; pytorch_model.bin is not read: safetensors.torch.save_file converts it");
  for (const std::string& shard : shards) {
    auto file = files(shard);
    if (file == nullptr)
      refuse(ErrorCode::kUnreadableFile, shard +
                                             ": model.safetensors.index.json names this shard, "
                                             "but it is not there");
    checkpoint.add(std::move(file));
  }
  return checkpoint;
}

// What a tokenizer cuts at: sentence-transformers may say less than the model takes.
ModelConfig limited(const FolderFiles& files, ModelConfig config) {
  const Json sentence = jsonOf(files, "sentence_bert_config.json");
  const Json* const most = published::memberOf(sentence, "max_seq_length");
  if (most != nullptr && most->is_number_unsigned() && most->get<std::uint64_t>() > 0)
    config.maxPositions = static_cast<Index>(std::min<std::uint64_t>(
        static_cast<std::uint64_t>(config.maxPositions), most->get<std::uint64_t>()));
  return config;
}

Tokenizer tokenizerOf(const FolderFiles& files, const ModelConfig& config) {
  const ModelConfig cut = limited(files, config);
  std::string json = textOf(files, "tokenizer.json");
  if (json.empty())
    json = tokenizerJson({textOf(files, "vocab.txt"), textOf(files, "vocab.json"),
                          textOf(files, "merges.txt"), textOf(files, "tokenizer_config.json")});
  return readTokenizer(json, cut);
}

}  // namespace

Model readFolder(const FolderFiles& files, const ModelOptions& options) {
  const Json json = jsonOf(files, "config.json");
  if (json.empty()) refuse(ErrorCode::kMissingConfig, "there is no config.json in the folder");
  const published::Family& family = published::familyOf(json);
  const published::Checkpoint checkpoint = checkpointOf(files);
  const auto isThere = [&](const char* module, const char* part) {
    const std::string name = published::publishedModule(family, module).name + part;
    return checkpoint.find(family.prefix, name) != nullptr;
  };
  const bool hasMaskedWords =
      isThere("cls.predictions.transform.dense", ".weight") && isThere("cls.predictions", ".bias");
  const ModelConfig config = published::configOf(family, json, hasMaskedWords);
  const published::Renamed renamed(checkpoint, family, config);
  Tokenizer tokenizer = tokenizerOf(files, config);  // as large as the table that the file has
  ModelWeights weights = readWeights(config, renamed.file(), renamed, options);
  auto answers = std::make_shared<Answers>();
  answers->heads = published::readHeads(checkpoint, family, json, config);
  const Json modules = modulesOf(files);
  answers->saysHowToPool = !modules.empty();
  answers->sentence = published::readPooling(modules, jsonOf(files, "1_Pooling/config.json"));
  return {Encoder(config, std::move(weights)),
          std::move(tokenizer),
          {{"family", family.type}},
          std::move(answers)};
}

}  // namespace fovea
