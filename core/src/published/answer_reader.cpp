#include "published/answer_reader.h"

#include <algorithm>

namespace fovea::published {
namespace {

constexpr JsonFile kModulesFile{ErrorCode::kInvalidConfig, "modules.json"};
constexpr JsonFile kPoolingFile{ErrorCode::kInvalidConfig, "1_Pooling/config.json"};

/// Reads tensors of a head, which stand beside the encoder's under names without a prefix.
class HeadReader {
 public:
  HeadReader(const Checkpoint& checkpoint, const Family& family)
      : checkpoint_(checkpoint), family_(family) {}

  LinearWeights linear(const std::string& module, Index out, Index in) const {
    LinearWeights weights = LinearWeights::zeros(out, in);
    read(module + ".weight", {out, in}, weights.weight.data());
    if (checkpoint_.find(family_.prefix, module + ".bias") != nullptr)
      read(module + ".bias", {out}, weights.bias.data());
    weights.pack();
    return weights;
  }

  LayerNormWeights norm(const std::string& module, Index width) const {
    LayerNormWeights weights = LayerNormWeights::zeros(width);
    read(module + ".weight", {width}, weights.gamma.data());
    if (checkpoint_.find(family_.prefix, module + ".bias") != nullptr)
      read(module + ".bias", {width}, weights.beta.data());
    return weights;
  }

 private:
  void read(const std::string& name, const std::vector<Index>& shape, Scalar* to) const {
    const Checkpoint::Found* const found = checkpoint_.find(family_.prefix, name);
    if (found == nullptr)
      refuse(ErrorCode::kMissingTensor, "tensor " + inQuotes(name) +
                                            " is not in the file; the head that the config names "
                                            "has one of " +
                                            shapeText(shape));
    if (found->entry.shape != shape)
      refuse(ErrorCode::kTensorShape, "tensor " + inQuotes(name) + " is " +
                                          shapeText(found->entry.shape) + ", but the head has " +
                                          shapeText(shape));
    readFiniteFloats(*found->file, name, found->entry, to);
  }

  const Checkpoint& checkpoint_;
  const Family& family_;
};

// id2label, or "LABEL_0", … as many as the last product has rows.
std::vector<std::string> labelsOf(const Json& config, Index count) {
  std::vector<std::string> labels;
  const Json* const names = memberOf(config, "id2label");
  for (Index i = 0; i < count; ++i) {
    const std::string key = std::to_string(i);
    const Json* const name =
        names == nullptr || !names->is_object() ? nullptr : memberOf(*names, key.c_str());
    labels.push_back(name != nullptr && name->is_string() ? name->get<std::string>()
                                                          : "LABEL_" + key);
  }
  return labels;
}

Index labelCount(const HeadRule& rule, const Checkpoint& checkpoint, const Family& family) {
  if (rule.kind == AnswerKind::kReplaced) return 1;
  if (rule.kind == AnswerKind::kSpan) return 2;
  const Checkpoint::Found* const found =
      checkpoint.find(family.prefix, std::string(rule.output) + ".weight");
  const bool isMatrix = found != nullptr && found->entry.shape.size() == 2;
  return isMatrix ? found->entry.shape[0] : 1;
}

Activation activationOf(const std::string& name, const ModelConfig& ours) {
  if (name.empty()) return ours.activation;
  if (name == "relu") return Activation::kRelu;
  if (name == "gelu") return Activation::kGelu;
  refuse(kConfigFile, "Fovea does not support the head's activation " + inQuotes(name) +
                          ", only relu, gelu and tanh");
}

}  // namespace

std::vector<AnswerHead> readHeads(const Checkpoint& checkpoint, const Family& family,
                                  const Json& config, const ModelConfig& ours) {
  const HeadRule* const rule = headOf(family, config);
  if (rule == nullptr) return {};
  const HeadReader reader(checkpoint, family);
  const std::string function = rule->function;
  AnswerHead head;
  head.kind = rule->kind;
  head.tanh = function == "tanh";
  if (!head.tanh) head.activation = activationOf(function, ours);
  head.layerNormEps = ours.layerNormEps;
  if (textOf(config, "classifier_pooling", "cls", kConfigFile) == "mean")
    head.pooling = Pooling::kMean;
  if (*rule->dense != '\0') head.dense = reader.linear(rule->dense, ours.dModel, ours.dModel);
  if (*rule->norm != '\0') head.norm = reader.norm(rule->norm, ours.dModel);
  const Index count = labelCount(*rule, checkpoint, family);
  head.output = reader.linear(rule->output, count, ours.dModel);
  if (rule->kind == AnswerKind::kText || rule->kind == AnswerKind::kToken)
    head.labels = labelsOf(config, count);
  head.severalLabels =
      textOf(config, "problem_type", "", kConfigFile) == "multi_label_classification" ||
      (rule->kind == AnswerKind::kText && count == 1);
  return {std::move(head)};
}

SentencePooling readPooling(const Json& modules, const Json& pooling) {
  SentencePooling result;
  for (const Json& module : modules) {
    if (!module.is_object()) refuse(kModulesFile, "a module must be an object");
    const std::string type = textOf(module, "type", nullptr, kModulesFile);
    const std::string name = type.substr(type.rfind('.') + 1);
    if (name == "Normalize") result.normalised = true;
    if (name != "Transformer" && name != "Pooling" && name != "Normalize")
      refuse(kModulesFile, "Fovea does not read the module " + inQuotes(type) +
                               ", only Transformer, Pooling and Normalize");
  }
  struct Mode {
    const char* key;
    Pooling pooling;
  };
  constexpr Mode kModes[] = {{"pooling_mode_cls_token", Pooling::kFirst},
                             {"pooling_mode_mean_tokens", Pooling::kMean},
                             {"pooling_mode_max_tokens", Pooling::kMax}};
  int chosen = 0;
  for (const auto& [key, value] : pooling.items()) {
    if (key.rfind("pooling_mode_", 0) != 0 || !value.is_boolean() || !value.get<bool>()) continue;
    const auto mode = std::find_if(std::begin(kModes), std::end(kModes),
                                   [&key = key](const Mode& each) { return key == each.key; });
    if (mode == std::end(kModes) || ++chosen > 1)
      refuse(kPoolingFile,
             key + " is true, but only one of cls_token, mean_tokens and max_tokens may be");
    result.pooling = mode->pooling;
  }
  return result;
}

}  // namespace fovea::published
