#include "structure_fixture.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "catch2.h"
#include "closeness.h"
#include "fovea/parameters.h"
#include "fovea/trace.h"

namespace fovea::test {
namespace {

Encoder encoderOf(const Fixture& fixture, const std::string& name) {
  const ModelConfig config = parseConfig(fixture.metadata().at(name));
  return {config, fixture.encoder(config, name + "/")};
}

/// forward tensors, their gradients (grad.), the parameters' gradients (g.)
std::string groupOf(const std::string& name) {
  if (name.rfind("grad.", 0) == 0) return "grad.";
  return name.rfind("g.", 0) == 0 ? "g." : "";
}

double normOf(const RowVector& tensor) { return tensor.cast<double>().norm(); }

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
  ModelWeights gradient = ModelWeights::zeros(encoder_.config());
  encoder_.backward(activations, PredictionLoss{loss[0], loss[1]}, dActivations, gradient);
  forEachGradient(encoder_, dActivations, into(tensors));
  forEachParameter(gradient, [&](const std::string& name, const auto& tensor) {
    tensors["g." + name] = Eigen::Map<const RowVector>(tensor.data(), tensor.size());
  });
  return tensors;
}

double toleranceOf(const std::string& name) {
  return groupOf(name).empty() ? kForwardTolerance : kBackwardTolerance;
}

Scales::Scales(const Tensors& tensors) {
  for (const auto& [name, tensor] : tensors) {
    double& largest = largest_[groupOf(name)];
    largest = std::max(largest, normOf(tensor));
  }
}

double Scales::of(const std::string& name, const RowVector& tensor) const {
  const bool isZeroInTruth = name.find("key.bias") != std::string::npos && groupOf(name) == "g.";
  return kIsFloat || isZeroInTruth ? largest_.at(groupOf(name)) : normOf(tensor);
}

void checkProjections(const Tensors& actual, const std::vector<std::string>& names,
                      const RowVector& expected, const RowVector& direction) {
  const Scales scales(actual);
  std::size_t present = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    INFO(names[i]);
    const auto found = actual.find(names[i]);
    const auto value = static_cast<double>(expected[static_cast<Index>(i)]);
    REQUIRE((found == actual.end()) == std::isnan(value));
    if (found == actual.end()) continue;
    ++present;
    const RowVector& tensor = found->second;
    const RowVector along = direction.head(tensor.size());
    const double product = tensor.cast<double>().dot(along.cast<double>());
    CHECK(std::abs(product - value) <=
          toleranceOf(names[i]) * scales.of(names[i], tensor) * normOf(along));
  }
  CHECK(present == actual.size());
}

Tensors tensorsOf(const Encoder& encoder, const EncoderActivations& activations) {
  Tensors tensors;
  forEachTensor(encoder, activations, into(tensors));
  return tensors;
}

}  // namespace fovea::test
