#include <stdexcept>

#include "fovea/error.h"
#include "fovea/picture_encoder.h"
#include "input.h"
#include "picture_file.h"

using namespace fovea;

namespace {

void readFile(const std::vector<std::uint8_t>& bytes) {
  ModelConfig config;
  config.imageSize = 6;
  config.patchSize = 3;
  const std::vector<Scalar> pixels = cli::fitted(cli::parsePicture("a file", bytes), config);
  fuzz::require(pixels.size() == 6 * 6 * 3);
  for (const Scalar pixel : pixels) fuzz::require(pixel >= 0 && pixel <= Scalar(1.0001));
}

void readModel(const Encoder& model, fuzz::Input& input) {
  const PictureEncoder encoder(model);
  PictureOptions options;
  options.structure = parseStructure(input.line(), model.config());
  options.capture = input.number() == 0 ? Capture::kAllLayers : Capture::kNone;
  for (std::string line = input.line(); !line.empty(); line = input.line())
    options.interventions.push_back(parseIntervention(line));
  const TokenIds questions = input.ids(2);
  const Index rows = static_cast<Index>(questions.size()) * model.config().patches();
  Matrix patches = Matrix::Zero(rows, model.config().patchNumbers());
  Index at = 0;
  for (const std::int32_t number : input.ids(static_cast<std::size_t>(patches.size())))
    patches.data()[at++] = static_cast<Scalar>(number);
  PictureActivations a;
  encoder.forward(patches, questions, a, options);
  PictureActivations da;
  ModelWeights gradient = ModelWeights::zeros(model.config());
  encoder.backward(a, Matrix::Ones(a.logits.rows(), a.logits.cols()), da, gradient);
}

}  // namespace

// A PPM or a PGM is scaled to what a model reads, or refused. Else lines: a config, a structure,
// what is captured, interventions up to an empty line; then two questions and pixels. A model of
// pictures answers, forward and backward, or refuses.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  try {
    if (size > 0 && bytes[0] == 'P') {
      readFile({bytes, bytes + size});
      return 0;
    }
    fuzz::Input input(bytes, size);
    const std::optional<Encoder> model = fuzz::smallModel(input.line());
    if (model) readModel(*model, input);
  } catch (const std::runtime_error&) {  // of a file; a ModelError of a model
  }
  return 0;
}
