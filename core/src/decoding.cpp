#include "fovea/decoding.h"

#include <string>

#include "decoder_stack_stages.h"
#include "embedding_stages.h"
#include "fovea/error.h"
#include "pass_checks.h"

namespace fovea {
namespace {

void appendRow(const Matrix& row, Matrix& m) {
  m.conservativeResize(m.rows() + 1, row.cols());
  m.bottomRows(1) = row;
}

void refuseBug(const Structure& structure, const ModelConfig& config) {
  const std::string bug = bugOf(structure, config);
  if (!bug.empty())
    throw ModelError(ErrorCode::kInvalidInput,
                     bug + " cannot be decoded with, a token at a time: it needs the whole pass");
}

// The stages after the projections, of one query at a position.
void attendWith(const AttentionWeights& weights, const AttentionSetting& setting, Index position,
                AttentionActivations& a) {
  attentionScore(setting, a);
  if (isAlibi(setting.positions)) attentionBias(setting, a, position);
  attentionNormalise(setting, a);
  attentionMix(setting, a);
  attentionOutput(weights, setting, a);
}

}  // namespace

Decoding::Decoding(const Decoder& decoder, const EncoderActivations* source,
                   const std::optional<Structure>& structure)
    : decoder_(decoder), row_({1}) {
  const ModelConfig own = asDecoder(decoder.config());
  structure_ = structure.value_or(Structure::of(own));
  decoder.checkSource(row_, source);
  checkRun(own, structure_, Capture::kAllLayers, row_);
  refuseBug(structure_, own);
  layers_.resize(static_cast<std::size_t>(own.layers));
  for (DecoderLayerActivations& layer : layers_) {
    for (Matrix* kept : {&layer.attention.key, &layer.attention.rotatedKey, &layer.attention.value})
      kept->resize(0, own.dKv());
    layer.mixture.experts.resize(static_cast<std::size_t>(own.experts));
  }
  if (source == nullptr) return;
  memory_ = source->sequences;
  hidden_.keep = source->mask.keep;
  const Matrix& memory = *decoder.memoryOf(source);
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const AttentionWeights& weights = decoder.weights().decoder.layers[l].crossAttention;
    linearForward(weights.key, memory, layers_[l].crossAttention.key);
    linearForward(weights.value, memory, layers_[l].crossAttention.value);
  }
}

RowVector Decoding::next(std::int32_t id) {
  const ModelConfig& config = decoder_.config();
  checkIds(config, {id}, length_ + 1);
  EmbeddingActivations embedding;
  const ModelWeights& weights = decoder_.weights();
  const RunAll run;
  embeddingStages(run, config, structure_, weights.embedding, decoder_.model_.sinusoidal_, {id},
                  row_, embedding, length_);
  rows_.assign(++length_);
  const Matrix* x = &embeddingOutput(config, embedding);
  for (Index l = 0; l < config.decoderLayers; ++l) x = &layer(l, *x);
  LayerNormActivations final;
  if (hasFinalNorm(config, structure_)) {
    layerNormForward(weights.decoder.finalNorm, config.layerNormEps, *x, final);
    x = &final.output;
  }
  Matrix logits;
  decoder_.setLogits(*x, logits);
  return logits;
}

void Decoding::attend(const DecoderLayerWeights& weights, const Structure& structure,
                      const Matrix& x, AttentionActivations& cache) const {
  const AttentionMask none;  // a token sees all that were taken
  const DecoderSetting alone{row_, none, memory_, hidden_};
  const AttentionSetting setting = attentionSetting(decoder_.config(), structure, alone);
  AttentionActivations fresh;
  attentionProject(weights.attention, x, x, fresh);
  if (isRotary(setting.positions)) {
    attentionRotate(setting, fresh, length_ - 1);
    cache.rotatedQuery = fresh.rotatedQuery;
    appendRow(fresh.rotatedKey, cache.rotatedKey);
  }
  cache.query = fresh.query;
  appendRow(fresh.key, cache.key);
  appendRow(fresh.value, cache.value);
  const AttentionSetting toAll{
      decoder_.config().heads,  row_, rows_, none, structure.attention, structure.positions,
      decoder_.config().kvHeads};
  attendWith(weights.attention, toAll, length_ - 1, cache);
}

void Decoding::attendToMemory(const DecoderLayerWeights& weights, const Structure& structure,
                              const Matrix& x, AttentionActivations& cache) const {
  linearForward(weights.crossAttention.query, x, cache.query);
  const DecoderSetting setting{row_, hidden_, memory_, hidden_};
  attendWith(weights.crossAttention, crossAttentionSetting(decoder_.config(), structure, setting),
             0, cache);
}

const Matrix& Decoding::layer(Index l, const Matrix& x) {
  const RunAll run;
  const Structure structure = structure_.ofLayer(l);
  const double eps = decoder_.config().layerNormEps;
  const DecoderLayerWeights& weights =
      decoder_.weights().decoder.layers[static_cast<std::size_t>(l)];
  DecoderLayerActivations& a = layers_[static_cast<std::size_t>(l)];
  const auto attention = attentionSublayer(a);
  sublayerStages(run, structure, weights.attentionNorm, eps, x, attention,
                 [&](const Matrix& in) { attend(weights, structure, in, a.attention); });
  if (decoder_.hasMemory())
    sublayerStages(run, structure, weights.crossAttentionNorm, eps, attention.result(structure),
                   crossAttentionSublayer(a), [&](const Matrix& in) {
                     attendToMemory(weights, structure, in, a.crossAttention);
                   });
  feedForwardSublayerStages(run, decoder_.config(), structure, weights,
                            feedForwardInput(structure, decoder_.hasMemory(), a),
                            Capture::kAllLayers, a);
  Matrix& output = layerOutput(structure, a);
  if (structure.skipped) output = x;
  return output;
}

}  // namespace fovea
