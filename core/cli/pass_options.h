#pragma once

#include <string>
#include <vector>

#include "command_line.h"
#include "fovea/encoder.h"
#include "fovea/tokenizer.h"

namespace fovea::cli {

/// Cells to be copied from a trace file.
struct Patch {
  std::string path;
  Region region;
};

/// How a pass differs from the model's own, and what is computed of it besides.
struct PassOptions {
  std::string structure;
  std::vector<Intervention> changes;
  std::vector<Patch> patches;
  bool gradients = false;
  std::string loss;
};

/// Adds --structure, --set, --patch, --gradients and --loss.
void addPassOptions(Command& command, PassOptions& options);

/// Throws UsageError for options that need one another or exclude one another.
void checkPassOptions(const PassOptions& options, bool writesTrace);

/// Reads the trace files of the patches, which come after the other changes. Throws
/// ModelError{kInvalidInput} for a structure that the model cannot run as, and std::runtime_error
/// where a file or a tensor in it is missing.
ForwardOptions forwardOptions(const PassOptions& options, const ModelConfig& config);

/// Reads "prediction:8=animal", the loss of the masked-word head's logits at token 8 against the
/// piece. Throws std::runtime_error where the text has another form, there is no such token, or the
/// vocabulary has no such piece.
PredictionLoss parseLoss(const std::string& text, const Tokens& tokens,
                         const Vocabulary& vocabulary);

}  // namespace fovea::cli
