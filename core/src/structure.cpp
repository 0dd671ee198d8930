#include "fovea/structure.h"

#include <algorithm>

#include "fovea/error.h"
#include "structure_options.h"

namespace fovea {
namespace {

void checkResidual(const ResidualPath& residual, NormOrder norm) {
  if (residual.normed && norm != NormOrder::kPre)
    refuse(ErrorCode::kInvalidInput,
           "structure: residual=normed adds the normalised input of a sublayer, which exists only "
           "with norm=pre");
}

}  // namespace

Structure Structure::of(const ModelConfig& config) {
  Structure structure;
  structure.positions = config.positions;
  structure.norm = config.normOrder;
  structure.activation = config.activation;
  structure.embeddingScale = config.embeddingScale;
  return structure;
}

Structure Structure::ofLayer(Index l) const {
  Structure structure = *this;
  const auto own = layers.find(l);
  if (own != layers.end()) static_cast<LayerStructure&>(structure) = own->second;
  structure.layers.clear();
#ifndef FOVEA_ENCODER_ALONE
  structure.layer = l;
#endif
  return structure;
}

bool operator==(const Structure& a, const Structure& b) { return toText(a) == toText(b); }

void validate(const Structure& structure, const ModelConfig& config) {
  if (isAdded(structure.positions) && !isAdded(config.positions))
    refuse(ErrorCode::kInvalidInput, std::string("structure: positions is on, but the model has "
                                                 "none to add (position_embedding_type is ") +
                                         spelling(config.positions) + ")");
  if (!kWithVariants && structure.positions > PositionEmbedding::kNone)
    refuse(ErrorCode::kNotInThisBuild,
           "structure: this build has no support for rotary positions and ALiBi");
  if (structure.embeddingScale && !config.embeddingScale)
    refuse(ErrorCode::kInvalidInput,
           "structure: embedding_scale is on, but the model has none (embedding_scale is false)");
  checkResidual(structure.residual, structure.norm);
  for (const auto& [l, layer] : structure.layers) {
    if (l < 0 || l >= config.layers)
      refuse(ErrorCode::kInvalidInput, "structure: there is no layer " + std::to_string(l) +
                                           "; the layers are 0 to " +
                                           std::to_string(config.layers - 1));
    checkResidual(layer.residual, structure.norm);
  }
}

std::string bugOf(const Structure& structure, const ModelConfig& config) {
  if (structure.mask == MaskKind::kLeaky) return "mask=leaky";
  if (structure.embeddingScale != config.embeddingScale) return "embedding_scale=off";
  std::string bug;
  for (Index l = 0; l < config.layers && bug.empty(); ++l) {
    const Structure layer = structure.ofLayer(l);
    forEachBug(layer.bugs, [&](const std::string& key, const auto& spellings, const auto& field) {
      for (const auto& [spelling, value] : spellings)
        if (field == value && field != spellings[0].second) bug = key + "=" + spelling;
    });
  }
  return bug;
}

bool runsInTiles(const Structure& structure) {
  const auto inTiles = [](const LayerStructure& layer) {
    return layer.bugs.softmax == SoftmaxBug::kNone;
  };
  return inTiles(structure) && std::all_of(structure.layers.begin(), structure.layers.end(),
                                           [&](const auto& each) { return inTiles(each.second); });
}

}  // namespace fovea
