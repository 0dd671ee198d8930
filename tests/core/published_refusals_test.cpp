#include <string>

#include "catch2.h"
#include "fovea/error.h"
#include "model_error.h"
#include "published_folder.h"

using namespace fovea;
using namespace fovea::test;

namespace {

void refuses(ErrorCode code, const std::string& message, const PublishedFolder& folder) {
  INFO(folder.name);
  checkError(code, message, [&] { folder.read(); });
}

}  // namespace

TEST_CASE("what cannot be read is named with what would be right", "[published]") {
  const auto with = [](const char* name, const char* key, const Json& value) {
    PublishedFolder folder(name);
    folder.config[key] = value;
    return folder;
  };
  const auto without = [](const char* name, const char* file) {
    PublishedFolder folder(name);
    folder.changed[file] = {};
    return folder;
  };
  refuses(ErrorCode::kInvalidConfig, "deberta-v2 splits its attention into words and positions",
          with("bert-text", "model_type", "deberta-v2"));
  refuses(ErrorCode::kInvalidConfig,
          "model_type is \"mystery\", but must be one of bert, distilbert",
          with("bert-text", "model_type", "mystery"));
  refuses(ErrorCode::kInvalidConfig, "t5 has a decoder", with("bert-text", "model_type", "t5"));
  refuses(ErrorCode::kInvalidConfig,
          "relative_attention_num_buckets is 16, but must be 32, or 0 for no biases by distance",
          with("mpnet-words", "relative_attention_num_buckets", 16));
  refuses(ErrorCode::kInvalidConfig, "works only in an encoder with absolute positions",
          with("mpnet-words", "position_embedding_type", "rotary"));
  refuses(ErrorCode::kUnexpectedTensor, "encoder.relative_attention_bias.weight",
          with("mpnet-words", "relative_attention_num_buckets", 0));
  refuses(ErrorCode::kInvalidConfig, "is_decoder is true", with("bert-text", "is_decoder", true));
  refuses(ErrorCode::kInvalidConfig, "tie_word_embeddings",
          with("roberta-words", "tie_word_embeddings", false));
  refuses(ErrorCode::kInvalidConfig, "position_embedding_type is \"relative_key\"",
          with("bert-text", "position_embedding_type", "relative_key"));
  refuses(ErrorCode::kMissingTensor,
          "tensor \"distilbert.transformer.layer.3.attention.q_lin.weight\" is not in the file",
          with("distilbert-text", "n_layers", 4));
  refuses(ErrorCode::kUnexpectedTensor, "tensor \"distilbert.transformer.layer.2.attention",
          with("distilbert-text", "n_layers", 2));
  refuses(ErrorCode::kTensorShape, "is 18 × 8, but the config implies 19 × 8",
          with("roberta-words", "max_position_embeddings", 19));
  refuses(ErrorCode::kInvalidConfig, "more than pad_token_id + 1",
          with("roberta-words", "max_position_embeddings", 2));
  refuses(ErrorCode::kMissingTensor, "tensor \"qa_outputs.weight\" is not in the file",
          with("bert-text", "architectures", Json::array({"BertForQuestionAnswering"})));
  refuses(ErrorCode::kMissingVocabulary, "the model has no tokenizer",
          without("bert-text", "tokenizer.json"));
  refuses(ErrorCode::kUnreadableFile, "no model.safetensors",
          without("bert-text", "model.safetensors"));
  refuses(ErrorCode::kUnreadableFile, "names this shard",
          without("roberta-span", "model-00002-of-00002.safetensors"));

  PublishedFolder dense("sentence-mean");
  dense.changed["modules.json"] = asBytes(R"([{"type": "sentence_transformers.models.Dense"}])");
  refuses(ErrorCode::kInvalidConfig, "sentence_transformers.models.Dense\"", dense);
  PublishedFolder weighted("sentence-mean");
  weighted.changed["1_Pooling/config.json"] =
      asBytes(R"({"pooling_mode_weightedmean_tokens": true})");
  refuses(ErrorCode::kInvalidConfig, "pooling_mode_weightedmean_tokens is true", weighted);
  PublishedFolder outside("roberta-span");
  outside.changed["model.safetensors.index.json"] =
      asBytes(R"({"weight_map": {"a": "../model.safetensors"}})");
  refuses(ErrorCode::kInvalidConfig, "is not in this folder", outside);
}
