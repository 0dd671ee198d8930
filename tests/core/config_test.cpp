#include "fovea/config.h"

#include <string>

#include "catch2.h"
#include "model_error.h"

using fovea::Activation;
using fovea::ErrorCode;
using fovea::ModelConfig;
using fovea::NormOrder;
using fovea::NormType;
using fovea::parseConfig;
using fovea::PositionEmbedding;
using fovea::test::checkError;

namespace {

void checkRefused(const std::string& json, const std::string& message) {
  checkError(ErrorCode::kInvalidConfig, message, [&] { parseConfig(json); });
}

// A valid config with one member more.
std::string with(const std::string& member) { return R"({"vocab_size": 9, )" + member + "}"; }

}  // namespace

TEST_CASE("a config without model_type takes the defaults of the header", "[config]") {
  const ModelConfig config = parseConfig(R"({"vocab_size": 9})");
  const ModelConfig defaults;
  CHECK(config.vocabSize == 9);
  CHECK(config.dModel == defaults.dModel);
  CHECK(config.layerNormEps == defaults.layerNormEps);
  CHECK(config.activation == Activation::kRelu);
  CHECK(config.positions == PositionEmbedding::kSinusoidal);
  CHECK(config.embeddingScale);
}

TEST_CASE("a Hugging Face BERT config is read with BERT's defaults", "[config]") {
  // As bert-base-uncased has it; keys that an encoder does not need are left aside.
  const ModelConfig config = parseConfig(R"({
    "architectures": ["BertForMaskedLM"], "attention_probs_dropout_prob": 0.1,
    "hidden_act": "gelu", "hidden_size": 768, "initializer_range": 0.02,
    "intermediate_size": 3072, "layer_norm_eps": 1e-12, "max_position_embeddings": 512,
    "model_type": "bert", "num_attention_heads": 12, "num_hidden_layers": 12, "pad_token_id": 0,
    "type_vocab_size": 2, "vocab_size": 30522, "gradient_checkpointing": false, "use_cache": true})");
  const ModelConfig shortest = parseConfig(R"({"model_type": "bert"})");
  CHECK(toJson(config) == toJson(shortest));
  CHECK(config.dK() == 64);
  CHECK(config.layerNormEps == 1e-12);
  CHECK(config.activation == Activation::kGelu);
  CHECK(config.positions == PositionEmbedding::kAbsolute);
  CHECK(config.typeVocabSize == 2);
  CHECK(config.embeddingNorm);
  CHECK_FALSE(config.embeddingScale);
  CHECK_FALSE(config.maskedWordHead);
}

TEST_CASE("the file's tensors decide on the head where the config is silent", "[config]") {
  CHECK(parseConfig(with(R"("pad_token_id": 1)"), true).maskedWordHead);
  CHECK_FALSE(parseConfig(with(R"("masked_word_head": false)"), true).maskedWordHead);
  CHECK(parseConfig(with(R"("masked_word_head": true)"), false).maskedWordHead);
}

TEST_CASE("toJson and parseConfig are inverse in every key", "[config]") {
  ModelConfig config;
  config.dModel = 96;
  config.heads = 4;
  config.kvHeads = 2;
  config.experts = 6;
  config.expertsPerToken = 3;
  config.patchSize = 6;
  config.channels = 1;
  config.answers = 9;
  config.gated = true;
  config.normType = NormType::kRmsNorm;
  config.dFf = 200;
  config.layers = 5;
  config.vocabSize = 1234;
  config.maxPositions = 77;
  config.typeVocabSize = 4;
  config.padTokenId = 7;
  config.layerNormEps = 3.1e-7;
  config.activation = Activation::kGeluTanh;
  config.positions = PositionEmbedding::kNone;
  config.normOrder = NormOrder::kPre;
  config.embeddingNorm = true;
  config.embeddingScale = false;
  config.maskedWordHead = true;
  config.addSpecialTokens = false;
  config.splitApostrophes = false;
  config.lowerCase = false;
  const ModelConfig read = parseConfig(toJson(config));
  CHECK(toJson(read) == toJson(config));
  CHECK(read.dModel == 96);
  CHECK(read.heads == 4);
  CHECK(read.kvHeads == 2);
  CHECK(read.experts == 6);
  CHECK(read.expertsPerToken == 3);
  CHECK(read.patchSize == 6);
  CHECK(read.channels == 1);
  CHECK(read.answers == 9);
  CHECK(read.gated);
  CHECK(read.normType == NormType::kRmsNorm);
  CHECK(read.dFf == 200);
  CHECK(read.layers == 5);
  CHECK(read.vocabSize == 1234);
  CHECK(read.maxPositions == 77);
  CHECK(read.typeVocabSize == 4);
  CHECK(read.padTokenId == 7);
  CHECK(read.layerNormEps == 3.1e-7);
  CHECK(read.activation == Activation::kGeluTanh);
  CHECK(read.positions == PositionEmbedding::kNone);
  CHECK(read.normOrder == NormOrder::kPre);
  CHECK(read.embeddingNorm);
  CHECK_FALSE(read.embeddingScale);
  CHECK(read.maskedWordHead);
  CHECK_FALSE(read.addSpecialTokens);
  CHECK_FALSE(read.splitApostrophes);
  CHECK_FALSE(read.lowerCase);
}

TEST_CASE("a model of pictures has patches that fill them, and text's parts not", "[config]") {
  const auto of = [](const std::string& keys) {
    return with(R"("image_size": 24)" + (keys.empty() ? "" : ", " + keys));
  };
  const ModelConfig config = parseConfig(of(R"("num_labels": 12)"));
  CHECK(config.readsPictures());
  CHECK(config.patches() == 36);
  CHECK(config.patchNumbers() == 48);
  CHECK(toJson(parseConfig(toJson(config))) == toJson(config));
  CHECK_FALSE(parseConfig(with(R"("patch_size": 0)")).readsPictures());

  checkRefused(of(R"("patch_size": 5)"),
               "patch_size is 5, but must be a divisor of image_size, 24");
  checkRefused(of(R"("patch_size": 0)"), "patch_size is 0, but must be from 1");
  checkRefused(of(R"("num_channels": 17)"), "num_channels is 17, but must be from 1 to 16");
  checkRefused(of(R"("num_labels": 0)"), "num_labels is 0, but must be from 1");
  checkRefused(
      of(R"("max_position_embeddings": 36)"),
      "max_position_embeddings is 36, but must be at least 37, a question and the patches");
  checkRefused(of(R"("position_embedding_type": "rotary")"), "must be sinusoidal or none");
  checkRefused(of(R"("hidden_size": 18, "num_attention_heads": 2)"),
               "hidden_size is 18, but must be a multiple of 4");
  checkRefused(of(R"("masked_word_head": true)"), "no decoder, no masked-word head");
  checkRefused(of(R"("decoder_layers": 1)"), "no decoder, no masked-word head");
}

TEST_CASE("positions that have no vectors are known by their names", "[config]") {
  const auto positions = [](const char* name) {
    return parseConfig(with(std::string(R"("position_embedding_type": ")") + name + '"')).positions;
  };
  CHECK(positions("rotary") == PositionEmbedding::kRotary);
  CHECK(positions("alibi") == PositionEmbedding::kAlibi);
}

TEST_CASE("every activation is known by its names", "[config]") {
  const auto activation = [](const char* name) {
    return parseConfig(with(std::string(R"("hidden_act": ")") + name + '"')).activation;
  };
  CHECK(activation("relu") == Activation::kRelu);
  CHECK(activation("gelu") == Activation::kGelu);
  CHECK(activation("gelu_tanh") == Activation::kGeluTanh);
  CHECK(activation("gelu_new") == Activation::kGeluTanh);
  CHECK(activation("gelu_pytorch_tanh") == Activation::kGeluTanh);
  CHECK(activation("silu") == Activation::kSilu);
  CHECK(activation("swish") == Activation::kSilu);
}

TEST_CASE("a wrong value is named with its key and what would be right", "[config]") {
  checkRefused(with(R"("hidden_size": "512")"),
               "hidden_size is \"512\", but must be a whole number");
  checkRefused(with(R"("hidden_size": 512.0)"), "hidden_size is 512.0");
  checkRefused(with(R"("hidden_size": -8)"), "hidden_size is -8");
  checkRefused(with(R"("hidden_size": 0)"), "hidden_size is 0, but must be from 1 to 65536");
  checkRefused(with(R"("hidden_size": 18446744073709551615)"), "hidden_size is 184467440737095516");
  checkRefused(with(R"("num_attention_heads": 7)"),
               "num_attention_heads is 7, but must be a divisor of hidden_size, 512");
  checkRefused(with(R"("num_key_value_heads": 3)"),
               "num_key_value_heads is 3, but must be a divisor of num_attention_heads, 8, or 0");
  checkRefused(with(R"("num_key_value_heads": 9)"), "num_key_value_heads is 9, but must be from 0");
  checkRefused(with(R"("num_local_experts": 65)"), "num_local_experts is 65, but must be from 0");
  checkRefused(with(R"("num_local_experts": 4, "num_experts_per_tok": 5)"),
               "num_experts_per_tok is 5, but must be at most num_local_experts, 4");
  checkRefused(with(R"("gated_feed_forward": 1)"), "gated_feed_forward is 1, but must be true or");
  checkRefused(with(R"("norm_type": "batch")"), "must be one of layer_norm, rms_norm");
  checkRefused(with(R"("num_hidden_layers": 0)"), "num_hidden_layers is 0");
  checkRefused(with(R"("num_hidden_layers": 99999)"), "num_hidden_layers is 99999");
  checkRefused(with(R"("intermediate_size": null)"), "intermediate_size is null");
  checkRefused(with(R"("max_position_embeddings": [])"), "max_position_embeddings is []");
  checkRefused(with(R"("pad_token_id": 9)"), "pad_token_id is 9, but must be from 0 to 8");
  checkRefused(with(R"("layer_norm_eps": 0)"), "layer_norm_eps is 0.0");
  checkRefused(with(R"("layer_norm_eps": 1)"), "layer_norm_eps is 1.0, but must be above 0 and");
  checkRefused(with(R"("layer_norm_eps": true)"), "layer_norm_eps is true, but must be a number");
  checkRefused(with(R"("hidden_act": "tanh")"),
               "hidden_act is \"tanh\", but must be one of relu, gelu, gelu_tanh, silu");
  checkRefused(with(R"("position_embedding_type": "relative_key")"), "sinusoidal, absolute, none");
  checkRefused(with(R"("norm_order": 1)"), "norm_order is 1, but must be one of post, pre");
  checkRefused(with(R"("embedding_norm": "yes")"),
               "embedding_norm is \"yes\", but must be true or");
  checkRefused("{}", "vocab_size is 0");
}

TEST_CASE("a position table of gigabytes is refused", "[config]") {
  checkRefused(with(R"("hidden_size": 65536, "max_position_embeddings": 65536)"),
               "max_position_embeddings × hidden_size is 65536 × 65536");
  const auto table = [](int positions) {
    return with(R"("hidden_size": 8192, "max_position_embeddings": )" + std::to_string(positions));
  };
  CHECK(parseConfig(table(8192)).maxPositions == 8192);  // 2²⁶ numbers, as many as there may be
  checkRefused(table(8193), "is 8193 × 8192, but must be at most 67108864");
}

TEST_CASE("a text that is no JSON object is refused with the reason", "[config]") {
  checkRefused("", "is not JSON");
  checkRefused("{", "is not JSON");
  checkRefused("{\"vocab_size\": 9}}", "is not JSON");
  checkRefused("[]", "is a JSON array, not an object");
  checkRefused("{\"vocab_size\": 9, \"vocab_size\": 8}", "\"vocab_size\" twice");
  checkRefused("{\"a\": \"\xFF\"}", "is not JSON");
  checkRefused(std::string(500000, '['), "nests more than 16");
  checkRefused(std::string(1000001, ' '), "the text has 1000001 bytes");
  checkRefused(with(R"("layer_norm_eps": 1e999)"), "is not JSON");
}
