#include "fovea/decoder.h"

#include <string>

#include "decoder_pass.h"
#include "fovea/error.h"
#include "kernels/product.h"
#include "pass_checks.h"
#include "pass_stages.h"

namespace fovea {

ModelConfig asDecoder(const ModelConfig& config) {
  ModelConfig decoder = config;
  decoder.layers = config.decoderLayers;
  return decoder;
}

Decoder::Decoder(const Encoder& model) : model_(model) {
  if (config().decoderLayers == 0)
    refuse(ErrorCode::kInvalidConfig, "the model has no decoder (decoder_layers is 0)");
}

void Decoder::forward(const TokenIds& ids, const EncoderActivations* source,
                      DecoderActivations& activations, const DecoderOptions& options) const {
  Sequences one;
  one.assign(static_cast<Index>(ids.size()));
  forward(ids, one, source, activations, options);
}

void Decoder::forward(const TokenIds& ids, const Sequences& sequences,
                      const EncoderActivations* source, DecoderActivations& activations,
                      const DecoderOptions& options) const {
  DecoderActivations& a = activations;
  checkTokens(ids, sequences);
  checkIds(config(), ids, sequences.longest());
  checkSource(*this, sequences, source);
  a.ids = ids;
  a.sequences = sequences;
  a.memory = source == nullptr ? Sequences() : source->sequences;
  a.memoryMask = {};
  if (source != nullptr) a.memoryMask.keep = source->mask.keep;
  preparePass(config(), StackKind::kDecoder, options.capture, options.structure, a);
  a.mask = {true, {}, a.structure.mask == MaskKind::kLeaky};
  runDecoder(*this, memoryOf(*this, source), options.interventions, a);
}

const Matrix* memoryOf(const Decoder& decoder, const EncoderActivations* source) {
  return source == nullptr ? nullptr : &decoder.model().output(*source);
}

void checkSource(const Decoder& decoder, const Sequences& sequences,
                 const EncoderActivations* source) {
  const bool hasMemory = decoder.hasMemory();
  if (hasMemory != (source != nullptr))
    refuse(ErrorCode::kInvalidInput,
           hasMemory ? "the decoder needs a source: encode one first"
                     : "the model has no encoder, so its decoder takes no source");
  if (source == nullptr) return;
  memoryOf(decoder, source);  // refuses one without a pass
  if (source->sequences.count() != sequences.count())
    refuse(ErrorCode::kInvalidInput, "the source has " + std::to_string(source->sequences.count()) +
                                         " sequences, but the decoder is given " +
                                         std::to_string(sequences.count()));
  const std::size_t kept = source->mask.keep.size();
  if (kept > 0 && static_cast<Index>(kept) != source->sequences.tokens())
    refuse(ErrorCode::kInvalidInput, "the source's mask has " + std::to_string(kept) +
                                         " entries for " +
                                         std::to_string(source->sequences.tokens()) + " tokens");
}

void Decoder::requirePassOf(const DecoderActivations& a, const EncoderActivations* source,
                            const DecoderActivations& dActivations,
                            const ModelWeights& gradient) const {
  requirePass(a);
  checkTokens(a.ids, a.sequences);
  checkIds(config(), a.ids, a.sequences.longest());
  checkSource(*this, a.sequences, source);
  for (Index i = 0; source != nullptr && i < a.sequences.count(); ++i)
    if (a.memory.count() <= i || source->sequences.length(i) != a.memory.length(i))
      refuse(ErrorCode::kInvalidInput,
             "the source's sequences differ in length from those of the forward pass");
  requireOwn(config(), StackKind::kDecoder, a, dActivations, gradient);
}

void runDecoder(const Decoder& decoder, const Matrix* memory,
                const std::vector<Intervention>& interventions, DecoderActivations& a) {
  const ModelConfig& c = decoder.config();
  const ModelWeights& w = decoder.weights();
  const Index first = a.soFar ? a.soFar->tokens() - a.sequences.tokens() : 0;
  const auto lookUp = [&] {
    embeddingLookUp(c, a.structure, w.embedding, decoder.model().sinusoids(), a.ids, a.sequences,
                    a.embedding, first);
  };
  runStages(c, interventions, a, [&](auto& stage) {
    passStages(stage, c, w.embedding, w.decoder, memory, a, lookUp, [](Index) {});
    stage([&] { tiedLogits(w.embedding, stackOutput(c, a), nullptr, a.logits, a.capture); },
          a.logits);
  });
}

void Decoder::backward(const DecoderActivations& activations, const EncoderActivations* source,
                       const Matrix& dLogits, DecoderActivations& dActivations,
                       ModelWeights& gradient, Matrix& dMemory) const {
  const ModelConfig& c = config();
  const DecoderActivations& a = activations;
  DecoderActivations& da = dActivations;
  requirePassOf(a, source, da, gradient);
  requireShape("the gradient of the logits", dLogits, a.sequences.tokens(), c.vocabSize);
  const Matrix& table = weights().embedding.tokens;
  da.ids = a.ids;
  da.logits = dLogits;
  kernels::multiply(strided(dLogits).transposed(), strided(stackOutput(c, a)),
                    gradient.embedding.tokens.data(), table.cols(), kernels::kAdd);
  Matrix dOutput(dLogits.rows(), table.cols());
  kernels::multiply(strided(dLogits), strided(table), dOutput.data(), table.cols());
  stackBackward(c, weights().decoder, embeddingOutput(c, a.embedding), memoryOf(*this, source), a,
                dOutput, da, gradient.decoder, embeddingOutput(c, da.embedding), &dMemory);
  embeddingBackward(c, a.structure, weights().embedding, a.ids, a.sequences, a.embedding,
                    da.embedding, gradient.embedding);
}

}  // namespace fovea
