#include "fovea/train/adamw.h"

#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

#include "fovea/parameters.h"

namespace fovea {
namespace {

// The parameters of several weights objects, tensor by tensor, as flat arrays.
template <typename Weights, typename Array>
std::vector<Eigen::Map<Array>> flatTensors(Weights& weights) {
  std::vector<Eigen::Map<Array>> tensors;
  forEachParameter(weights, [&](const std::string&, auto& tensor) {
    tensors.emplace_back(tensor.data(), tensor.size());
  });
  return tensors;
}

using FlatArray = Eigen::Array<Scalar, Eigen::Dynamic, 1>;

std::vector<Eigen::Map<FlatArray>> mutableTensors(EncoderWeights& weights) {
  return flatTensors<EncoderWeights, FlatArray>(weights);
}
std::vector<Eigen::Map<const FlatArray>> constTensors(const EncoderWeights& weights) {
  return flatTensors<const EncoderWeights, const FlatArray>(weights);
}

double decayOf(const AdamWOptions& options, const std::string& name, bool matrix) {
  if (!matrix) return 0;
  const bool makesScores =
      name.find(".query.") != std::string::npos || name.find(".key.") != std::string::npos;
  return makesScores ? options.scoreDecay : options.weightDecay;
}

}  // namespace

AdamWState AdamWState::zeros(const EncoderConfig& config) {
  return {EncoderWeights::zeros(config), EncoderWeights::zeros(config), 0};
}

void adamWStep(const AdamWOptions& options, double rate, const EncoderWeights& gradient,
               AdamWState& state, EncoderWeights& weights) {
  ++state.steps;
  const auto t = static_cast<double>(state.steps);
  const auto firstScale = static_cast<Scalar>(1 / (1 - std::pow(options.beta1, t)));
  const auto secondScale = static_cast<Scalar>(1 / (1 - std::pow(options.beta2, t)));
  const auto beta1 = static_cast<Scalar>(options.beta1);
  const auto beta2 = static_cast<Scalar>(options.beta2);
  const auto eps = static_cast<Scalar>(options.eps);

  const auto gradients = constTensors(gradient);
  auto firsts = mutableTensors(state.first);
  auto seconds = mutableTensors(state.second);
  std::size_t i = 0;
  forEachParameter(weights, [&](const std::string& name, auto& tensor) {
    constexpr bool matrix = std::is_same_v<std::decay_t<decltype(tensor)>, Matrix>;
    const auto decay = static_cast<Scalar>(rate * decayOf(options, name, matrix));
    const auto& g = gradients[i];
    auto& m = firsts[i];
    auto& v = seconds[i];
    Eigen::Map<FlatArray> w(tensor.data(), tensor.size());
    m = beta1 * m + (1 - beta1) * g;
    v = beta2 * v + (1 - beta2) * g.square();
    w -= static_cast<Scalar>(rate) * firstScale * m / ((v * secondScale).sqrt() + eps) + decay * w;
    ++i;
  });
}

double clipGlobalNorm(double norm, EncoderWeights& gradient) {
  double squares = 0;
  auto tensors = mutableTensors(gradient);
  for (const auto& tensor : tensors) squares += static_cast<double>(tensor.square().sum());
  const double length = std::sqrt(squares);
  if (length > norm)
    for (auto& tensor : tensors) tensor *= static_cast<Scalar>(norm / length);
  return length;
}

}  // namespace fovea
