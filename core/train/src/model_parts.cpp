#include "fovea/train/model_parts.h"

#include <cmath>

#include "fovea/parameters.h"

namespace fovea {

std::string partOf(const std::string& parameter) {
  const std::string decoder = "decoder.";
  if (parameter.rfind(decoder, 0) == 0)
    return decoder + partOf("encoder." + parameter.substr(decoder.size()));
  const std::string layer = "encoder.layer.";
  const auto begins = [&](const std::string& prefix) { return parameter.rfind(prefix, 0) == 0; };
  if (begins("embeddings.")) return "embedding";
  if (begins("encoder.LayerNorm.")) return "finalNorm";
  if (!begins(layer)) return "prediction";
  return "layers." +
         parameter.substr(layer.size(), parameter.find('.', layer.size()) - layer.size());
}

std::vector<std::string> partsOf(const EncoderWeights& weights) {
  std::vector<std::string> parts;
  forEachParameter(weights, [&](const std::string& name, const auto&) {
    const std::string part = partOf(name);
    if (parts.empty() || parts.back() != part) parts.push_back(part);
  });
  return parts;
}

std::vector<PartChange> changeByPart(const EncoderWeights& weights, const SquaresByTensor& gradient,
                                     const SquaresByTensor& update) {
  std::vector<PartChange> parts;
  std::size_t tensor = 0;
  forEachParameter(weights, [&](const std::string& name, const auto&) {
    const std::string part = partOf(name);
    if (parts.empty() || parts.back().part != part) parts.push_back({part, 0, 0});
    parts.back().gradient += gradient[tensor];
    parts.back().update += update[tensor];
    ++tensor;
  });
  for (PartChange& part : parts) {
    part.gradient = std::sqrt(part.gradient);
    part.update = std::sqrt(part.update);
  }
  return parts;
}

}  // namespace fovea
