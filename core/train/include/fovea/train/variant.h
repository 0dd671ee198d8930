#pragma once

#include <optional>
#include <string>

#include "fovea/config.h"

namespace fovea {

/// In what a model is to differ from the config that it begins as. What is not named stays.
struct Variant {
  std::string positions;                 ///< a spelling of position_embedding_type, or empty
  std::optional<Index> kvHeads;          ///< heads of keys and values
  std::optional<Index> experts;          ///< feed-forward networks a layer
  std::optional<Index> expertsPerToken;  ///< how many of them compute a token
  bool rmsNorm = false;                  ///< RMSNorm in place of LayerNorm
  bool gated = false;                    ///< a gated feed-forward network
};

/// The config so changed, to be validated by who uses it. Throws ModelError{kInvalidConfig} for
/// positions that there are not.
ModelConfig varied(ModelConfig config, const Variant& variant);

}  // namespace fovea
