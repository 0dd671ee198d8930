#include "weight_shapes.h"

#include <string>

#include "fovea/error.h"

namespace fovea {
namespace {

bool is(const Matrix& m, Index rows, Index columns) {
  return m.rows() == rows && m.cols() == columns;
}

bool is(const LinearWeights& linear, Index out, Index in) {
  const PackedMatrix& packed = linear.packed;
  const bool packedIs = packed.rows() == in && packed.columns() == out;
  const bool weightIs = is(linear.weight, out, in);
  const bool either =
      linear.weight.size() > 0 ? weightIs && (packed.empty() || packedIs) : packedIs;
  return either && linear.bias.size() == out;
}

bool is(const LayerNormWeights& norm, Index d) {
  return norm.gamma.size() == d && norm.beta.size() == d;
}

bool is(const EncoderLayerWeights& layer, const EncoderConfig& config) {
  const Index d = config.dModel;
  const AttentionWeights& attention = layer.attention;
  return is(attention.query, d, d) && is(attention.key, d, d) && is(attention.value, d, d) &&
         is(attention.output, d, d) && is(layer.attentionNorm, d) &&
         is(layer.feedForward.expand, config.dFf, d) &&
         is(layer.feedForward.compress, d, config.dFf) && is(layer.feedForwardNorm, d);
}

bool is(const EmbeddingWeights& embedding, const EncoderConfig& config) {
  const Index d = config.dModel;
  const bool learned = config.positions == PositionEmbedding::kAbsolute;
  return is(embedding.tokens, config.vocabSize, d) &&
         (!learned || is(embedding.positions, config.maxPositions, d)) &&
         (embedding.tokenTypes.size() == 0 ? config.typeVocabSize == 0
                                           : is(embedding.tokenTypes, config.typeVocabSize, d)) &&
         (!config.embeddingNorm || is(embedding.norm, d));
}

bool is(const MaskedWordWeights& head, const EncoderConfig& config) {
  return is(head.transform, config.dModel, config.dModel) && is(head.norm, config.dModel) &&
         head.bias.size() == config.vocabSize;
}

void require(bool right, const std::string& what) {
  if (!right)
    throw ModelError(ErrorCode::kTensorShape,
                     "the weights of " + what + " have another shape than the config implies");
}

}  // namespace

void checkShapes(const EncoderConfig& config, const EncoderWeights& weights) {
  require(is(weights.embedding, config), "the embedding");
  if (static_cast<Index>(weights.layers.size()) != config.layers)
    throw ModelError(ErrorCode::kTensorShape,
                     "there are weights of " + std::to_string(weights.layers.size()) +
                         " layers, but the config has " + std::to_string(config.layers));
  for (std::size_t l = 0; l < weights.layers.size(); ++l)
    require(is(weights.layers[l], config), "layer " + std::to_string(l));
  if (config.normOrder == NormOrder::kPre)
    require(is(weights.finalNorm, config.dModel), "the final norm");
  if (config.maskedWordHead) require(is(weights.maskedWord, config), "the masked-word head");
}

}  // namespace fovea
