#pragma once

#include <string>
#include <vector>

#include "command_line.h"
#include "fovea/encoder.h"
#include "fovea/tokenizer.h"

namespace fovea::cli {

/// How a pass differs from the model's own, and what is computed of it besides.
struct PassOptions {
  std::string structure;
  std::vector<Intervention> changes;
  bool gradients = false;
  std::string loss;
};

/// Adds --structure, --set, --gradients and --loss.
void addPassOptions(Command& command, PassOptions& options);

/// Throws UsageError for options that need one another or exclude one another.
void checkPassOptions(const PassOptions& options, bool writesTrace);

/// Throws ModelError{kInvalidInput} for a structure that the model cannot run as.
ForwardOptions forwardOptions(const PassOptions& options, const EncoderConfig& config);

/// Reads "prediction:8=animal", the loss of the masked-word head's logits at token 8 against the
/// piece. Throws std::runtime_error where the text has another form, there is no such token, or the
/// vocabulary has no such piece.
PredictionLoss parseLoss(const std::string& text, const Tokens& tokens,
                         const Vocabulary& vocabulary);

}  // namespace fovea::cli
