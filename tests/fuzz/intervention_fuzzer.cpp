#include <vector>

#include "fovea/error.h"
#include "fovea/intervention.h"
#include "input.h"

using namespace fovea;

namespace {

// "<" before a region copies it from the pass over another text.
Intervention interventionOf(const std::string& line, const EncoderActivations& other) {
  if (line.empty() || line[0] != '<') return parseIntervention(line);
  Intervention copied;
  copied.region = parseRegion(line.substr(1));
  copied.from = &other;
  return copied;
}

void pass(const Encoder& model, const std::string& structure, fuzz::Input& input) {
  EncoderActivations other;
  model.forward({1, 2, 0}, other);
  if (model.config().maskedWordHead) model.predict(other);
  ForwardOptions options;
  options.structure = parseStructure(structure, model.config());
  const TokenIds ids = input.ids(5);
  while (!input.empty()) {
    options.interventions.push_back(interventionOf(input.line(), other));
    const std::string region = toText(options.interventions.back().region);
    fuzz::require(toText(parseRegion(region)) == region);
  }
  EncoderActivations activations;
  model.forward(ids, activations, options);
  if (model.config().maskedWordHead) model.predict(activations, options);
}

}  // namespace

// Lines: a config, a structure; five ids, and an intervention a line. A region is written back as
// it was read, and a pass is changed by what is asked for, or refuses it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  fuzz::Input input(bytes, size);
  try {
    const std::optional<Encoder> model = fuzz::smallModel(input.line());
    if (model) pass(*model, input.line(), input);
  } catch (const ModelError&) {
  }
  return 0;
}
