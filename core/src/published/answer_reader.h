#pragma once

#include "published/checkpoint.h"

namespace fovea::published {

/// The head that the config's `architectures` names, in a list of none or one. Throws ModelError
/// that names a missing tensor or a wrong shape.
std::vector<AnswerHead> readHeads(const Checkpoint& checkpoint, const Family& family,
                                  const Json& config, const ModelConfig& ours);

/// How sentence-transformers' modules.json says that vectors are made of texts; the texts of
/// 1_Pooling/config.json and of modules.json. Throws ModelError{kInvalidConfig} naming a module
/// that is not read.
SentencePooling readPooling(const Json& modules, const Json& pooling);

}  // namespace fovea::published
