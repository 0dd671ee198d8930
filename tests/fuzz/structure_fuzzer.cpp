#include "fovea/error.h"
#include "input.h"

using namespace fovea;

namespace {

void passes(const Encoder& model, const Structure& structure, fuzz::Input& input) {
  ForwardOptions options;
  options.structure = structure;
  options.capture = input.number() == 0 ? Capture::kAllLayers : Capture::kNone;
  const TokenIds ids = input.ids(12);
  EncoderActivations activations;
  model.forward(ids, activations, options);
  if (model.config().maskedWordHead) model.predict(activations);
  EncoderActivations dActivations;
  ModelWeights gradient = ModelWeights::zeros(model.config());
  const Matrix& output = model.output(activations);
  model.backward(activations, Matrix::Ones(output.rows(), output.cols()), dActivations, gradient);
}

}  // namespace

// Lines: a config, a structure, what is captured; then ids. A structure is written back as it was
// read, and a model runs in it, forward and backward, or refuses it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  fuzz::Input input(bytes, size);
  try {
    const std::optional<Encoder> model = fuzz::smallModel(input.line());
    if (!model) return 0;
    const Structure structure = parseStructure(input.line(), model->config());
    fuzz::require(parseStructure(toText(structure), model->config()) == structure);
    passes(*model, structure, input);
  } catch (const ModelError&) {
  }
  return 0;
}
