#include "fovea/decoding.h"

#include <cmath>

#include "fovea/error.h"
#include "input.h"

using namespace fovea;

namespace {

DecodeOptions optionsOf(const Structure& structure, fuzz::Input& input) {
  DecodeOptions options;
  options.structure = structure;
  options.temperature = input.number();
  options.cached = input.line().empty();
  options.end = 3;
  options.maxTokens = 12;
  options.topK = 4;
  return options;
}

void checkTokens(const DecodedText& text, Index vocabulary) {
  for (const DecodedToken& token : text.tokens) {
    fuzz::require(token.id >= 0 && token.id < vocabulary);
    fuzz::require(token.probability >= 0 && token.probability <= 1);
  }
}

// A step computes what the whole pass does, but for rounding.
void checkCache(const Decoder& decoder, const EncoderActivations* source, const TokenIds& ids,
                const DecoderActivations& whole) {
  constexpr Scalar kTolerance = 1e-3F;
  Decoding decoding(decoder, source);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const RowVector row = whole.logits.row(static_cast<Index>(i));
    const RowVector next = decoding.next(ids[i]);
    if (row.allFinite() && next.allFinite())
      fuzz::require((next - row).norm() <= kTolerance * (1 + row.norm()));
  }
}

void write(const Encoder& model, const Structure& structure, bool usual, fuzz::Input& input) {
  const Decoder decoder(model);
  const DecodeOptions options = optionsOf(structure, input);
  const TokenIds ids = input.ids(4);
  EncoderActivations read;
  if (decoder.hasMemory()) model.forward(input.ids(5), read);
  const EncoderActivations* const source = decoder.hasMemory() ? &read : nullptr;
  checkTokens(decode(decoder, source, ids, options), model.config().vocabSize);
  DecoderActivations whole;
  DecoderOptions asked;
  asked.structure = structure;
  decoder.forward(ids, source, whole, asked);
  if (usual) checkCache(decoder, source, ids, whole);
  DecoderActivations dWhole;
  ModelWeights gradient = ModelWeights::zeros(model.config());
  Matrix dMemory;
  decoder.backward(whole, source, Matrix::Ones(whole.logits.rows(), whole.logits.cols()), dWhole,
                   gradient, dMemory);
}

}  // namespace

// Lines: a config, a structure, a temperature, whether without the cache; four ids of the text, and
// of what the encoder reads, if there is one. A decoder writes words of its vocabulary, and the
// same with the cache, or refuses.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  fuzz::Input input(bytes, size);
  try {
    const std::optional<Encoder> model = fuzz::smallModel(input.line());
    if (!model) return 0;
    const std::string text = input.line();
    write(*model, parseStructure(text, asDecoder(model->config())), text.empty(), input);
  } catch (const ModelError&) {
  }
  return 0;
}
