#include "published/families.h"

#include <algorithm>
#include <cstdint>

namespace fovea::published {
namespace {

constexpr HeadRule kTokenHead{AnswerKind::kToken, "", "", "", "classifier"};
constexpr HeadRule kSpanHead{AnswerKind::kSpan, "", "", "", "qa_outputs"};

Family bert() {
  return {"bert",
          "bert.",
          {},
          {},
          "{}",
          false,
          {{AnswerKind::kText, "pooler.dense", "tanh", "", "classifier"}, kTokenHead, kSpanHead}};
}

Family distilBert() {
  return {"distilbert",
          "distilbert.",
          {{"encoder.layer.N.attention.self.query", "transformer.layer.N.attention.q_lin"},
           {"encoder.layer.N.attention.self.key", "transformer.layer.N.attention.k_lin"},
           {"encoder.layer.N.attention.self.value", "transformer.layer.N.attention.v_lin"},
           {"encoder.layer.N.attention.output.dense", "transformer.layer.N.attention.out_lin"},
           {"encoder.layer.N.attention.output.LayerNorm", "transformer.layer.N.sa_layer_norm"},
           {"encoder.layer.N.intermediate.dense", "transformer.layer.N.ffn.lin1"},
           {"encoder.layer.N.output.dense", "transformer.layer.N.ffn.lin2"},
           {"encoder.layer.N.output.LayerNorm", "transformer.layer.N.output_layer_norm"},
           {"cls.predictions.transform.dense", "vocab_transform"},
           {"cls.predictions.transform.LayerNorm", "vocab_layer_norm"},
           {"cls.predictions", "vocab_projector"}},
          {{"hidden_size", "dim"},
           {"num_attention_heads", "n_heads"},
           {"num_hidden_layers", "n_layers"},
           {"intermediate_size", "hidden_dim"},
           {"hidden_act", "activation"}},
          R"({"type_vocab_size": 0, "layer_norm_eps": 1e-12})",
          false,
          {{AnswerKind::kText, "pre_classifier", "relu", "", "classifier"}, kTokenHead, kSpanHead}};
}

Family roberta(const char* type, const char* prefix = "roberta.") {
  return {type,
          prefix,
          {{"cls.predictions.transform.dense", "lm_head.dense"},
           {"cls.predictions.transform.LayerNorm", "lm_head.layer_norm"},
           {"cls.predictions", "lm_head"}},
          {},
          "{}",
          true,
          {{AnswerKind::kText, "classifier.dense", "tanh", "", "classifier.out_proj"},
           kTokenHead,
           kSpanHead}};
}

Family electra() {
  return {"electra",
          "electra.",
          {{"cls.predictions.transform.dense", "generator_predictions.dense"},
           {"cls.predictions.transform.LayerNorm", "generator_predictions.LayerNorm"},
           {"cls.predictions", "generator_lm_head"}},
          {},
          "{}",
          false,
          {{AnswerKind::kText, "classifier.dense", "gelu", "", "classifier.out_proj"},
           kTokenHead,
           kSpanHead,
           {AnswerKind::kReplaced, "discriminator_predictions.dense", "", "",
            "discriminator_predictions.dense_prediction"}}};
}

Family modernBert() {
  constexpr const char* kClassifier = "classifier";
  return {"modernbert",
          "model.",
          {{"embeddings.word_embeddings", "embeddings.tok_embeddings"},
           {"embeddings.LayerNorm", "embeddings.norm"},
           {"encoder.layer.N.attention.self.query", "layers.N.attn.Wqkv", 0, 3},
           {"encoder.layer.N.attention.self.key", "layers.N.attn.Wqkv", 1, 3},
           {"encoder.layer.N.attention.self.value", "layers.N.attn.Wqkv", 2, 3},
           {"encoder.layer.N.attention.output.dense", "layers.N.attn.Wo"},
           {"encoder.layer.N.attention.output.LayerNorm", "layers.N.attn_norm"},
           {"encoder.layer.N.intermediate.dense", "layers.N.mlp.Wi", 0, 2},
           {"encoder.layer.N.intermediate.up", "layers.N.mlp.Wi", 1, 2},
           {"encoder.layer.N.output.dense", "layers.N.mlp.Wo"},
           {"encoder.layer.N.output.LayerNorm", "layers.N.mlp_norm"},
           {"encoder.LayerNorm", "final_norm"},
           {"cls.predictions.transform.dense", "head.dense"},
           {"cls.predictions.transform.LayerNorm", "head.norm"},
           {"cls.predictions", "decoder"}},
          {{"hidden_act", "hidden_activation"}, {"layer_norm_eps", "norm_eps"}},
          R"({"type_vocab_size": 0, "position_embedding_type": "rotary", "norm_order": "pre",
              "gated_feed_forward": true, "first_norm": false})",
          false,
          {{AnswerKind::kText, "head.dense", "", "head.norm", kClassifier},
           {AnswerKind::kToken, "head.dense", "", "head.norm", kClassifier},
           {AnswerKind::kSpan, "head.dense", "", "head.norm", kClassifier}},
          true};
}

Family mpnet() {
  Family family = roberta("mpnet", "mpnet.");
  family.modules.insert(
      family.modules.end(),
      {{"encoder.layer.N.attention.self.query", "encoder.layer.N.attention.attn.q"},
       {"encoder.layer.N.attention.self.key", "encoder.layer.N.attention.attn.k"},
       {"encoder.layer.N.attention.self.value", "encoder.layer.N.attention.attn.v"},
       {"encoder.layer.N.attention.output.dense", "encoder.layer.N.attention.attn.o"},
       {"encoder.layer.N.attention.output.LayerNorm", "encoder.layer.N.attention.LayerNorm"}});
  family.settings = R"({"type_vocab_size": 0})";
  family.relativeBias = true;
  return family;
}

const std::vector<Family>& families() {
  static const std::vector<Family> kAll = {
      bert(),    distilBert(), roberta("roberta"), roberta("xlm-roberta"), roberta("camembert"),
      electra(), mpnet(),      modernBert()};
  return kAll;
}

/// Why a family that readers may bring is not read.
struct Refused {
  const char* type;
  const char* why;
};

constexpr Refused kRefused[] = {
    {"deberta", "splits its attention into words and positions, which Fovea does not support"},
    {"deberta-v2", "splits its attention into words and positions, which Fovea does not support"},
    {"albert", "shares one layer's weights among all layers, which Fovea does not support"},
    {"xlnet", "keeps its attention in two streams, which Fovea does not support"},
    {"t5", "has a decoder; Fovea reads models with decoders only in its own format"},
    {"gpt2", "is a decoder; Fovea reads decoders only in its own format"},
    {"llama", "is a decoder; Fovea reads decoders only in its own format"},
};

std::string withoutNumber(const std::string& ours, std::string& number) {
  constexpr const char* kLayer = "encoder.layer.";
  const std::size_t begin = std::string(kLayer).size();
  if (ours.rfind(kLayer, 0) != 0) return ours;
  const std::size_t end = std::min(ours.find('.', begin), ours.size());
  number = ours.substr(begin, end - begin);
  return ours.substr(0, begin) + "N" + ours.substr(end);
}

double realOf(const Json& config, const char* key, double otherwise) {
  const Json* const value = memberOf(config, key);
  if (value == nullptr) return otherwise;
  if (!value->is_number()) refuse(kConfigFile, std::string(key) + " is " + shortText(*value));
  return value->get<double>();
}

// The base of rotary positions, by its old key or in rope_parameters.
double rotaryBaseOf(const Json& config, const char* key, const char* layers, double otherwise) {
  const Json* const all = memberOf(config, "rope_parameters");
  const Json* const own = all == nullptr || !all->is_object() ? nullptr : memberOf(*all, layers);
  if (own == nullptr || !own->is_object()) return realOf(config, key, otherwise);
  if (textOf(*own, "rope_type", "default", kConfigFile) != "default")
    refuse(kConfigFile,
           "rope_type is " + shortText(own->at("rope_type")) + ", but must be default");
  return realOf(*own, "rope_theta", otherwise);
}

// Which layers are local: every n-th is not.
std::uint64_t globalEvery(const Json& config) {
  const Json& types = listOf(config, "layer_types", kConfigFile);
  const Json* const every = memberOf(config, "global_attn_every_n_layers");
  std::uint64_t n = every == nullptr              ? 3
                    : every->is_number_unsigned() ? every->get<std::uint64_t>()
                                                  : 0;
  if (every == nullptr && types.size() > 1) {
    n = 1;
    while (n < types.size() && types[static_cast<std::size_t>(n)] != "full_attention") ++n;
  }
  for (std::size_t l = 0; l < types.size() && n > 0; ++l)
    if ((types[l] == "full_attention") != (l % n == 0))
      refuse(kConfigFile,
             "layer_types is not supported: every n-th layer must be global, from the first on");
  return n;
}

void takeRotary(const Json& config, Json& ours) {
  constexpr double kGlobalBase = 160000;
  constexpr double kLocalBase = 10000;
  ours["rope_theta"] = rotaryBaseOf(config, "global_rope_theta", "full_attention", kGlobalBase);
  ours["local_rope_theta"] =
      rotaryBaseOf(config, "local_rope_theta", "sliding_attention", kLocalBase);
  if (!ours.contains("local_attention")) ours["local_attention"] = 128U;
  ours["global_attn_every_n_layers"] = globalEvery(config);
  if (textOf(config, "classifier_activation", "gelu", kConfigFile) !=
      textOf(config, "hidden_activation", "gelu", kConfigFile))
    refuse(kConfigFile,
           "classifier_activation differs from hidden_activation, but must be the same");
}

// RoBERTa counts positions from pad_token_id + 1: so many rows of its table are never used.
void takeOffPadding(Json& ours) {
  const Json* const rows = memberOf(ours, "max_position_embeddings");
  const Json* const padding = memberOf(ours, "pad_token_id");
  if (padding != nullptr &&
      (!padding->is_number_unsigned() || padding->get<std::uint64_t>() > INT32_MAX))
    refuse(kConfigFile, "pad_token_id is " + shortText(*padding) + ", but must be a whole number");
  if (padding == nullptr) ours["pad_token_id"] = 1U;
  const std::int64_t before = ours["pad_token_id"].get<std::int64_t>() + 1;
  if (rows == nullptr || !rows->is_number_unsigned() || rows->get<std::int64_t>() <= before)
    refuse(kConfigFile, "max_position_embeddings must be more than pad_token_id + 1, " +
                            std::to_string(before) + ", where positions begin");
  ours["max_position_embeddings"] = static_cast<std::uint64_t>(rows->get<std::int64_t>() - before);
}

void checkSettings(const Json& config) {
  if (flagOf(config, "is_decoder", false, kConfigFile))
    refuse(kConfigFile, "is_decoder is true, but Fovea reads only encoders of this family");
  if (!flagOf(config, "tie_word_embeddings", true, kConfigFile))
    refuse(
        kConfigFile,
        "tie_word_embeddings is false, but Fovea predicts masked words with the embedding table");
}

}  // namespace

const Family& familyOf(const Json& config) {
  std::string type = textOf(config, "model_type", "", kConfigFile);
  std::string known;
  for (const Family& family : families()) {
    if (type == family.type) return family;
    known += (known.empty() ? "" : ", ") + std::string(family.type);
  }
  for (const auto& [refused, why] : kRefused)
    if (type == refused)
      refuse(kConfigFile, type.append(" ").append(why) + "; Fovea reads " + known);
  refuse(kConfigFile, "model_type is " + (type.empty() ? "missing" : inQuotes(type)) +
                          ", but must be one of " + known);
}

ModelConfig configOf(const Family& family, const Json& config, bool hasMaskedWordHead) {
  checkSettings(config);
  Json ours = Json::parse(family.settings);
  const auto take = [&](const char* key, const char* from) {
    const Json* const value = memberOf(config, from);
    if (value != nullptr && !ours.contains(key)) ours[key] = *value;
  };
  for (const auto& [key, from] : family.keys) take(key, from);
  ModelConfig any;  // of a constant one, keys at their defaults are left out
  forEachKey(any, [&](const char* key, const auto&... /*field and limits*/) { take(key, key); });
  ours["model_type"] = "bert";  // whose defaults they share
  if (family.positionsAfterPadding) takeOffPadding(ours);
  if (family.rotary) takeRotary(config, ours);
  if (family.relativeBias) ours.emplace("relative_attention_num_buckets", 32U);
  return parseConfig(ours.dump(), hasMaskedWordHead);
}

PublishedModule publishedModule(const Family& family, const std::string& ours) {
  std::string number;
  const std::string pattern = withoutNumber(ours, number);
  for (const ModuleRule& rule : family.modules) {
    if (pattern != rule.ours) continue;
    std::string name = rule.theirs;
    const std::size_t at = name.find(".N.");
    if (at != std::string::npos) name.replace(at + 1, 1, number);
    return {name, rule.part, rule.parts};
  }
  return {ours, 0, 1};
}

const HeadRule* headOf(const Family& family, const Json& config) {
  const auto kindOf = [](const std::string& name, AnswerKind& kind) {
    const auto ends = [&](const char* ending) {
      const std::string text = ending;
      return name.size() >= text.size() &&
             name.compare(name.size() - text.size(), text.size(), text) == 0;
    };
    if (ends("ForSequenceClassification"))
      kind = AnswerKind::kText;
    else if (ends("ForTokenClassification"))
      kind = AnswerKind::kToken;
    else if (ends("ForQuestionAnswering"))
      kind = AnswerKind::kSpan;
    else if (ends("ForPreTraining"))
      kind = AnswerKind::kReplaced;
    else
      return false;
    return true;
  };
  for (const Json& name : listOf(config, "architectures", kConfigFile)) {
    AnswerKind kind{};
    if (!name.is_string() || !kindOf(name.get<std::string>(), kind)) continue;
    const auto found = std::find_if(family.heads.begin(), family.heads.end(),
                                    [&](const HeadRule& rule) { return rule.kind == kind; });
    if (found != family.heads.end()) return &*found;
  }
  return nullptr;
}

}  // namespace fovea::published
