#include "fovea/decoder.h"

#include <string>

#include "decoder_fields.h"
#include "decoder_stack_stages.h"
#include "embedding_stages.h"
#include "fovea/error.h"
#include "fovea/parameters.h"
#include "interventions.h"
#include "kernels/product.h"
#include "pass_checks.h"
#include "trace_tensors.h"

namespace fovea {
namespace {

[[noreturn]] void refuseInput(const std::string& message) {
  throw ModelError(ErrorCode::kInvalidInput, message);
}

void requireDecoded(const DecoderActivations& activations) {
  if (activations.layers.empty())
    refuseInput("no forward pass yet: the decoder's activations hold nothing to read");
}

// The tensors of a pass that can be changed.
std::vector<PassField> fieldsOf(const ModelConfig& config, DecoderActivations& activations) {
  std::vector<PassField> fields;
  forEachDecoderField(config, activations, AddField{fields});
  return fields;
}

}  // namespace

ModelConfig asDecoder(const ModelConfig& config) {
  ModelConfig decoder = config;
  decoder.layers = config.decoderLayers;
  return decoder;
}

Decoder::Decoder(const Encoder& model) : model_(model) {
  if (config().decoderLayers == 0)
    throw ModelError(ErrorCode::kInvalidConfig, "the model has no decoder (decoder_layers is 0)");
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
  const ModelConfig own = asDecoder(config());
  checkTokens(ids, sequences);
  checkIds(config(), ids, sequences.longest());
  checkSource(sequences, source);
  a.structure = options.structure.value_or(Structure::of(own));
  a.capture = options.capture;
  a.ids = ids;
  a.sequences = sequences;
  a.mask = {true, {}, a.structure.mask == MaskKind::kLeaky};
  a.hidden = {};
  a.memory = source == nullptr ? Sequences() : source->sequences;
  if (source != nullptr) a.hidden.keep = source->mask.keep;
  checkRun(own, a.structure, a.capture, sequences);
  checkPairs(own, sequences.pairs(), a.capture);
  if (source != nullptr)
    checkPairs(own,
               crossAttentionSetting(own, a.structure, a.setting()).pairsBefore(sequences.count()),
               a.capture);
  resizeLayers(config(), a);
  if (options.interventions.empty()) {
    const RunAll run;
    stages(run, memoryOf(source), a);
  } else {
    requireOneCaptured(a.capture, a.sequences);
    const Interventions interventions(fieldsOf(config(), a), options.interventions);
    const RunAndIntervene run{interventions};
    stages(run, memoryOf(source), a);
  }
}

const Matrix* Decoder::memoryOf(const EncoderActivations* source) const {
  return source == nullptr ? nullptr : &model_.output(*source);
}

void Decoder::checkSource(const Sequences& sequences, const EncoderActivations* source) const {
  if (hasMemory() != (source != nullptr))
    refuseInput(hasMemory() ? "the decoder attends to a source: encode that first"
                            : "the model has no encoder, so that its decoder takes no source");
  if (source == nullptr) return;
  memoryOf(source);
  if (source->sequences.count() != sequences.count())
    refuseInput("the source has " + std::to_string(source->sequences.count()) +
                " sequences, but the decoder is given " + std::to_string(sequences.count()));
  const std::size_t kept = source->mask.keep.size();
  if (kept > 0 && static_cast<Index>(kept) != source->sequences.tokens())
    refuseInput("the source has a mask of " + std::to_string(kept) + " entries for " +
                std::to_string(source->sequences.tokens()) + " tokens");
}

/// The pass and its source are of this model.
void Decoder::requireOwn(const DecoderActivations& a, const EncoderActivations* source,
                         const DecoderActivations& dActivations,
                         const ModelWeights& gradient) const {
  requireDecoded(a);
  requireDifferentiable(asDecoder(config()), a.structure, a.capture);
  checkTokens(a.ids, a.sequences);
  checkIds(config(), a.ids, a.sequences.longest());
  checkSource(a.sequences, source);
  for (Index i = 0; source != nullptr && i < a.sequences.count(); ++i)
    if (a.memory.count() <= i || source->sequences.length(i) != a.memory.length(i))
      refuseInput("the source has other lengths than the one that was attended to");
  requireLayers(config(), a.sequences, a.memory, a.layers, dActivations.layers);
  const Index n = a.sequences.tokens();
  requireShape("the embedding", embeddingOutput(config(), a.embedding), n, config().dModel);
  requireShape("the output of the pass", decoderStackOutput(config(), a), n, config().dModel);
  checkShapes(config(), gradient, "a gradient");
}

template <typename Run>
void Decoder::stages(Run& run, const Matrix* memory, DecoderActivations& a) const {
  const ModelConfig& c = config();
  const ModelWeights& w = weights();
  embeddingStages(run, c, a.structure, w.embedding, model_.sinusoidal_, a.ids, a.sequences,
                  a.embedding);
  decoderStackStages(run, c, w.decoder, embeddingOutput(c, a.embedding), memory, a);
  run([&] { setLogits(decoderStackOutput(c, a), a.logits); }, a.logits);
}

void Decoder::setLogits(const Matrix& output, Matrix& logits) const {
  const Matrix& table = weights().embedding.tokens;
  logits.resize(output.rows(), table.rows());
  kernels::multiply(strided(output), strided(table).transposed(), logits.data(), table.rows());
}

void Decoder::backward(const DecoderActivations& activations, const EncoderActivations* source,
                       const Matrix& dLogits, DecoderActivations& dActivations,
                       ModelWeights& gradient, Matrix& dMemory) const {
  const ModelConfig& c = config();
  const DecoderActivations& a = activations;
  DecoderActivations& da = dActivations;
  requireOwn(a, source, da, gradient);
  requireShape("the gradient of the logits", dLogits, a.sequences.tokens(), c.vocabSize);
  const Matrix& table = weights().embedding.tokens;
  da.ids = a.ids;
  da.logits = dLogits;
  kernels::multiply(strided(dLogits).transposed(), strided(decoderStackOutput(c, a)),
                    gradient.embedding.tokens.data(), table.cols(), kernels::kAdd);
  Matrix dOutput(dLogits.rows(), table.cols());
  kernels::multiply(strided(dLogits), strided(table), dOutput.data(), table.cols());
  decoderStackBackward(c, weights().decoder, embeddingOutput(c, a.embedding), memoryOf(source), a,
                       dOutput, da, gradient.decoder, embeddingOutput(c, da.embedding), &dMemory);
  embeddingBackward(c, a.structure, weights().embedding, a.ids, a.sequences, a.embedding,
                    da.embedding, gradient.embedding);
}

void forEachTensor(const Decoder& decoder, const DecoderActivations& activations,
                   const std::function<void(const TraceTensor&)>& visit) {
  requireDecoded(activations);
  requireOneSequence(activations.sequences);
  forEachDecoderField(decoder.config(), activations, ToTensor{"", visit});
}

void forEachGradient(const Decoder& decoder, const DecoderActivations& dActivations,
                     const std::function<void(const TraceTensor&)>& visit) {
  requireDecoded(dActivations);
  requireOneSequence(dActivations.sequences);
  forEachDecoderField(decoder.config(), dActivations, ToTensor{"grad.", visit});
}

}  // namespace fovea
