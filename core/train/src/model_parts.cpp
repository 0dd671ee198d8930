#include "fovea/train/model_parts.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "fovea/parameters.h"
#include "fovea/train/recurrent_network.h"

namespace fovea {

std::string partOf(const std::string& parameter) {
  const std::string decoder = "decoder.";
  if (parameter.rfind(decoder, 0) == 0)
    return decoder + partOf("encoder." + parameter.substr(decoder.size()));
  const std::string recurrent = "recurrent.";
  if (parameter.rfind(recurrent, 0) == 0)
    return partOf("encoder." + parameter.substr(recurrent.size()));
  const std::string layer = "encoder.layer.";
  const auto begins = [&](const std::string& prefix) { return parameter.rfind(prefix, 0) == 0; };
  const auto has = [&](const char* text) { return parameter.find(text) != std::string::npos; };
  if (begins("embeddings.")) return "embedding";
  if (begins("encoder.LayerNorm.")) return "finalNorm";
  if (!begins(layer)) return "prediction";
  std::string part =
      "layers." + parameter.substr(layer.size(), parameter.find('.', layer.size()) - layer.size());
  if (has(".router.")) part += ".router";
  if (has(".experts.")) part += ".experts";
  return part;
}

template <typename Weights>
std::vector<std::string> partsOf(const Weights& weights) {
  std::vector<std::string> parts;
  forEachParameter(weights, [&](const std::string& name, const auto&) {
    const std::string part = partOf(name);
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
  });
  return parts;
}

template <typename Weights>
std::vector<PartChange> changeByPart(const Weights& weights, const SquaresByTensor& gradient,
                                     const SquaresByTensor& update) {
  std::vector<PartChange> parts;
  for (const std::string& part : partsOf(weights)) parts.push_back({part, 0, 0});
  std::size_t tensor = 0;
  forEachParameter(weights, [&](const std::string& name, const auto&) {
    const auto own = std::find_if(parts.begin(), parts.end(), [&](const PartChange& each) {
      return each.part == partOf(name);
    });
    own->gradient += gradient[tensor];
    own->update += update[tensor];
    ++tensor;
  });
  for (PartChange& part : parts) {
    part.gradient = std::sqrt(part.gradient);
    part.update = std::sqrt(part.update);
  }
  return parts;
}

template std::vector<std::string> partsOf(const ModelWeights&);
template std::vector<PartChange> changeByPart(const ModelWeights&, const SquaresByTensor&,
                                              const SquaresByTensor&);
template std::vector<std::string> partsOf(const RecurrentWeights&);
template std::vector<PartChange> changeByPart(const RecurrentWeights&, const SquaresByTensor&,
                                              const SquaresByTensor&);

}  // namespace fovea
