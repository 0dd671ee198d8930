#pragma once

#include <string>
#include <utility>
#include <vector>

#include "fovea/answers.h"
#include "fovea/config.h"
#include "published/tokenizer_part.h"

namespace fovea::published {

/// Where a module of ours, "N" for the number of its layer, stands in a family's checkpoints: all
/// of a published module, or one of `parts` equal parts of its rows.
struct ModuleRule {
  const char* ours;
  const char* theirs;
  int part = 0;
  int parts = 1;
};

/// A head of a family: the modules of its parts, "" where it lacks one.
struct HeadRule {
  AnswerKind kind;
  const char* dense;
  const char* function;  ///< "tanh", an activation, or "" for the encoder's
  const char* norm;
  const char* output;
};

/// What differs in a family's checkpoints from BERT's: names and settings.
struct Family {
  const char* type;    ///< model_type in config.json
  const char* prefix;  ///< which checkpoints with a head put before the encoder's names
  std::vector<ModuleRule> modules = {};
  std::vector<std::pair<const char*, const char*>> keys = {};  ///< of config.json: ours, theirs
  const char* settings = "{}";         ///< fixed ones, as our config.json has them
  bool positionsAfterPadding = false;  ///< positions count from pad_token_id + 1
  std::vector<HeadRule> heads = {};
  /// ModernBERT: rotary positions that pair the halves of a head's columns, where ours pair
  /// neighbours; local layers; modules without biases.
  bool rotary = false;
  /// MPNet: biases by distance, in one table for all layers.
  bool relativeBias = false;
};

/// The family of a config.json. Throws ModelError{kInvalidConfig} naming what is read, or why
/// another family is not.
const Family& familyOf(const Json& config);

/// Our config of a family's config.json; `hasMaskedWordHead` as parseConfig takes it.
ModelConfig configOf(const Family& family, const Json& config, bool hasMaskedWordHead);

/// The published name of one of our modules, with its rule.
struct PublishedModule {
  std::string name;
  int part;
  int parts;
};
PublishedModule publishedModule(const Family& family, const std::string& ours);

/// Which head the config's `architectures` names: null for none.
const HeadRule* headOf(const Family& family, const Json& config);

}  // namespace fovea::published
