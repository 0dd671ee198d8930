#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "fovea/structure.h"

// The one list of a structure's options: keys, spellings and fields.
namespace fovea {

template <typename T, std::size_t n>
using Spellings = std::array<std::pair<const char*, T>, n>;

using Divisor = std::optional<double>;

// The first spelling of a bug's option is the correct behaviour.
constexpr Spellings<bool, 2> kSwitchSpellings{{{"on", true}, {"off", false}}};
// "on" is either of the first two: the one that the model has.
constexpr Spellings<PositionEmbedding, 5> kPositionSpellings{
    {{"on", PositionEmbedding::kSinusoidal},
     {"on", PositionEmbedding::kAbsolute},
     {"off", PositionEmbedding::kNone},
     {"rotary", PositionEmbedding::kRotary},
     {"alibi", PositionEmbedding::kAlibi}}};
constexpr Spellings<NormOrder, 3> kNormSpellings{
    {{"post", NormOrder::kPost}, {"pre", NormOrder::kPre}, {"none", NormOrder::kNone}}};
constexpr Spellings<MaskKind, 4> kMaskSpellings{{{"none", MaskKind::kNone},
                                                 {"causal", MaskKind::kCausal},
                                                 {"padding", MaskKind::kPadding},
                                                 {"leaky", MaskKind::kLeaky}}};
constexpr Spellings<bool, 2> kSkippedSpellings{{{"on", false}, {"off", true}}};
constexpr Spellings<Divisor, 2> kDivisorSpellings{{{"on", std::nullopt}, {"off", 1.0}}};
constexpr Spellings<ResidualPath, 3> kResidualSpellings{
    {{"on", {1, false}}, {"off", {0, false}}, {"normed", {1, true}}}};
constexpr Spellings<SoftmaxBug, 3> kSoftmaxSpellings{{{"rows", SoftmaxBug::kNone},
                                                      {"columns", SoftmaxBug::kColumns},
                                                      {"unshifted", SoftmaxBug::kUnshifted}}};
constexpr Spellings<bool, 2> kNormAxisSpellings{{{"model", false}, {"tokens", true}}};
constexpr Spellings<bool, 2> kHeadsSpellings{{{"split", false}, {"reshaped", true}}};
constexpr Spellings<bool, 2> kOutputSpellings{{{"on", false}, {"off", true}}};

/// The spellings of config.json, then "none".
inline auto activationSpellings() {
  Spellings<Activation, static_cast<std::size_t>(Activation::kNone) + 1> all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto activation = static_cast<Activation>(i);
    all[i] = {activation == Activation::kNone ? "none" : spelling(activation), activation};
  }
  return all;
}

/// Calls visit(key, spellings, field) for every option of a layer that is a bug.
template <typename Bugs, typename Visitor>
void forEachBug(Bugs& bugs, Visitor&& visit) {
  visit("softmax", kSoftmaxSpellings, bugs.softmax);
  visit("norm_axis", kNormAxisSpellings, bugs.normOverTokens);
  visit("heads", kHeadsSpellings, bugs.reshapedHeads);
  visit("output", kOutputSpellings, bugs.missingOutput);
}

/// The same for every option that applies to all layers or to a single one.
template <typename ALayer, typename Visitor>
void forEachLayerOption(ALayer& layer, Visitor&& visit) {
  visit("scale", kDivisorSpellings, layer.divisor);
  visit("residual", kResidualSpellings, layer.residual);
  visit("activation", activationSpellings(), layer.activation);
  forEachBug(layer.bugs, visit);
}

/// The same for every option without `@LAYER`.
template <typename AStructure, typename Visitor>
void forEachOption(AStructure& s, Visitor&& visit) {
  visit("positions", kPositionSpellings, s.positions);
  visit("norm", kNormSpellings, s.norm);
  visit("mask", kMaskSpellings, s.mask);
  visit("embedding_scale", kSwitchSpellings, s.embeddingScale);
  forEachLayerOption(s, visit);
}

/// The same for every option with `@LAYER`.
template <typename ALayer, typename Visitor>
void forEachOptionOfOne(ALayer& layer, Visitor&& visit) {
  visit("layer", kSkippedSpellings, layer.skipped);
  forEachLayerOption(layer, visit);
}

}  // namespace fovea
