#include "fovea/train/adamw.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "fovea/parameters.h"
#include "fovea/threads.h"
#include "fovea/train/recurrent_network.h"
#include "parameter_pieces.h"

namespace fovea {
namespace {

double decayOf(const AdamWOptions& options, const std::string& name, bool matrix) {
  if (!matrix) return 0;
  const bool makesScores =
      name.find(".query.") != std::string::npos || name.find(".key.") != std::string::npos;
  return makesScores ? options.scoreDecay : options.weightDecay;
}

/// By tensor, counted as forEachParameter visits.
template <typename Weights>
std::vector<Scalar> decaysOf(const AdamWOptions& options, double rate, const Weights& weights) {
  std::vector<Scalar> decays;
  forEachParameter(weights, [&](const std::string& name, const auto& tensor) {
    constexpr bool matrix = std::is_same_v<std::decay_t<decltype(tensor)>, Matrix>;
    decays.push_back(static_cast<Scalar>(rate * decayOf(options, name, matrix)));
  });
  return decays;
}

/// visit(piece, its number) for each, on several threads.
template <typename Visit>
void forEachPiece(const std::vector<ParameterPiece>& pieces, Index threads, Visit&& visit) {
  forEachInParallel(static_cast<Index>(pieces.size()), threads, [&](Index i) {
    const auto at = static_cast<std::size_t>(i);
    visit(pieces[at], at);
  });
}

/// The sums of sum(piece) by tensor. Each piece is summed by one thread, and the pieces in order.
template <typename Sum>
SquaresByTensor sumByTensor(const std::vector<ParameterPiece>& pieces, Index threads, Sum&& sum) {
  std::vector<double> sums(pieces.size());
  forEachPiece(pieces, threads,
               [&](const ParameterPiece& piece, std::size_t i) { sums[i] = sum(piece); });
  SquaresByTensor byTensor(pieces.back().tensor + 1);
  for (std::size_t i = 0; i < pieces.size(); ++i) byTensor[pieces[i].tensor] += sums[i];
  return byTensor;
}

// What is added to a part of the weights, small enough for the nearest cache.
constexpr Index kChangeSize = 1 << 10;
using Change = Eigen::Array<Scalar, Eigen::Dynamic, 1, 0, kChangeSize, 1>;

}  // namespace

template <typename Weights>
SquaresByTensor squaresByTensor(const Weights& weights, Index threads) {
  FlatParameters values(weights);
  return sumByTensor(values.pieces(), threads, [&](const ParameterPiece& piece) {
    return static_cast<double>(values[piece].square().sum());
  });
}

template <typename Weights>
SquaresByTensor adamWStep(const AdamWOptions& options, double rate, const Weights& gradient,
                          AdamWStateOf<Weights>& state, Weights& weights, Index threads) {
  ++state.steps;
  const auto t = static_cast<double>(state.steps);
  const auto firstScale = static_cast<Scalar>(rate / (1 - std::pow(options.beta1, t)));
  const auto secondScale = static_cast<Scalar>(1 / (1 - std::pow(options.beta2, t)));
  const auto beta1 = static_cast<Scalar>(options.beta1);
  const auto beta2 = static_cast<Scalar>(options.beta2);
  const auto eps = static_cast<Scalar>(options.eps);
  const std::vector<Scalar> decays = decaysOf(options, rate, weights);

  FlatParameters gradients(gradient);
  FlatParameters firsts(state.first);
  FlatParameters seconds(state.second);
  FlatParameters values(weights);
  const auto update = [&](const ParameterPiece& part) {
    const auto g = gradients[part];
    auto m = firsts[part];
    auto v = seconds[part];
    auto w = values[part];
    m = beta1 * m + (1 - beta1) * g;
    v = beta2 * v + (1 - beta2) * g.square();
    Change change = firstScale * m / ((v * secondScale).sqrt() + eps) + decays[part.tensor] * w;
    w -= change;
    return static_cast<double>(change.square().sum());
  };
  return sumByTensor(values.pieces(), threads, [&](const ParameterPiece& piece) {
    double squares = 0;
    for (Index begin = 0; begin < piece.size; begin += kChangeSize)
      squares +=
          update({piece.tensor, piece.begin + begin, std::min(kChangeSize, piece.size - begin)});
    return squares;
  });
}

template <typename Weights>
void addGradients(const std::vector<Weights*>& gradients, Index threads) {
  std::vector<FlatParameters<Weights>> all;
  all.reserve(gradients.size());
  for (Weights* gradient : gradients) all.emplace_back(*gradient);
  forEachPiece(all.front().pieces(), threads, [&](const ParameterPiece& piece, std::size_t) {
    auto sum = all.front()[piece];
    for (std::size_t i = 1; i < all.size(); ++i) sum += all[i][piece];
  });
}

template <typename Weights>
double clipGlobalNorm(double norm, const SquaresByTensor& squares, Weights& gradient,
                      Index threads) {
  const double length = std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0));
  if (length <= norm) return length;
  const auto scale = static_cast<Scalar>(norm / length);
  FlatParameters values(gradient);
  forEachPiece(values.pieces(), threads,
               [&](const ParameterPiece& piece, std::size_t) { values[piece] *= scale; });
  return length;
}

template SquaresByTensor squaresByTensor(const ModelWeights&, Index);
template SquaresByTensor adamWStep(const AdamWOptions&, double, const ModelWeights&,
                                   AdamWStateOf<ModelWeights>&, ModelWeights&, Index);
template void addGradients(const std::vector<ModelWeights*>&, Index);
template double clipGlobalNorm(double, const SquaresByTensor&, ModelWeights&, Index);

template SquaresByTensor squaresByTensor(const RecurrentWeights&, Index);
template SquaresByTensor adamWStep(const AdamWOptions&, double, const RecurrentWeights&,
                                   AdamWStateOf<RecurrentWeights>&, RecurrentWeights&, Index);
template void addGradients(const std::vector<RecurrentWeights*>&, Index);
template double clipGlobalNorm(double, const SquaresByTensor&, RecurrentWeights&, Index);

}  // namespace fovea
