#include "structure_fixture.h"

#include <nlohmann/json.hpp>

#include "fovea/parameters.h"
#include "fovea/trace.h"

namespace fovea::test {
namespace {

Encoder encoderOf(const Fixture& fixture, const std::string& name) {
  const EncoderConfig config = parseConfig(fixture.metadata().at(name));
  return {config, fixture.encoder(config, name + "/")};
}

auto into(Tensors& tensors) {
  return [&tensors](const TraceTensor& tensor) {
    if (tensor.ids != nullptr) return;
    Index size = 1;
    for (const Axis& axis : tensor.axes) size *= axis.size;
    tensors[tensor.name] = Eigen::Map<const RowVector>(tensor.values, size);
  };
}

}  // namespace

TracedModel::TracedModel(const Fixture& fixture, const std::string& name)
    : fixture_(fixture), name_(name), prefix_(name + "/"), encoder_(encoderOf(fixture, name)) {}

std::string TracedModel::list(const std::string& name) const {
  return fixture_.metadata().at(name_ + "." + name);
}

std::vector<std::string> TracedModel::strings(const std::string& name) const {
  return nlohmann::json::parse(list(name)).get<std::vector<std::string>>();
}

Tensors TracedModel::forward(const ForwardOptions& options) const {
  EncoderActivations activations;
  encoder_.forward(ids(), activations, options);
  encoder_.predict(activations);
  return tensorsOf(encoder_, activations);
}

Tensors TracedModel::run(const ForwardOptions& options) const {
  EncoderActivations activations;
  encoder_.forward(ids(), activations, options);
  encoder_.predict(activations);
  Tensors tensors = tensorsOf(encoder_, activations);

  const TokenIds loss = ids("loss");
  EncoderActivations dActivations;
  EncoderWeights gradient = EncoderWeights::zeros(encoder_.config());
  encoder_.backward(activations, PredictionLoss{loss[0], loss[1]}, dActivations, gradient);
  forEachGradient(encoder_, dActivations, into(tensors));
  forEachParameter(gradient, [&](const std::string& name, const auto& tensor) {
    tensors["g." + name] = Eigen::Map<const RowVector>(tensor.data(), tensor.size());
  });
  return tensors;
}

Tensors tensorsOf(const Encoder& encoder, const EncoderActivations& activations) {
  Tensors tensors;
  forEachTensor(encoder, activations, into(tensors));
  return tensors;
}

}  // namespace fovea::test
