#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/parameters.h"

namespace fovea {

/// A part of one parameter tensor, as threads share them out.
struct ParameterPiece {
  std::size_t tensor;  ///< counts as forEachParameter visits
  Index begin;
  Index size;
};

/// The tensors of an encoder's weights, or of a gradient, as flat arrays; const as they are. All of
/// one config have the same pieces.
template <typename Weights>
class FlatParameters {
 public:
  using Values = Eigen::Array<Scalar, Eigen::Dynamic, 1>;
  using View = Eigen::Map<std::conditional_t<std::is_const_v<Weights>, const Values, Values>>;

  explicit FlatParameters(Weights& weights) {
    forEachParameter(weights, [&](const std::string&, auto& tensor) {
      tensors_.emplace_back(tensor.data(), tensor.size());
    });
  }

  auto operator[](const ParameterPiece& piece) {
    return tensors_[piece.tensor].segment(piece.begin, piece.size);
  }

  std::vector<ParameterPiece> pieces() const {
    constexpr Index kLargestPiece = 1 << 14;
    std::vector<ParameterPiece> pieces;
    for (std::size_t t = 0; t < tensors_.size(); ++t)
      for (Index begin = 0; begin < tensors_[t].size(); begin += kLargestPiece)
        pieces.push_back({t, begin, std::min(kLargestPiece, tensors_[t].size() - begin)});
    return pieces;
  }

 private:
  std::vector<View> tensors_;
};

}  // namespace fovea
