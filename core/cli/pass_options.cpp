#include "pass_options.h"

#include <stdexcept>

#include "fovea/error.h"
#include "text.h"

namespace fovea::cli {
namespace {

const std::string kPrediction = "prediction:";

[[noreturn]] void refuseLoss(const std::string& text, const std::string& reason) {
  throw std::runtime_error("--loss " + printable(text) + ": " + reason);
}

Take change(std::vector<Intervention>& changes) {
  return [&changes](const std::string& text) {
    try {
      changes.push_back(parseIntervention(text));
    } catch (const ModelError& error) {
      throw UsageError(error.what());
    }
  };
}

}  // namespace

void addPassOptions(Command& command, PassOptions& options) {
  command.option(
      "--structure LIST",
      "Run with another structure: any of " + structureOptions() + ", with commas between",
      text(options.structure));
  command.repeatable("--set CHANGE",
                     "Change a tensor of the trace on the way: NAME[REGION]=VALUE, += or *=, "
                     "for example layers.2.attention.weights[2,7,:]=0; indices count from 0",
                     change(options.changes));
  command.flag("--gradients", "Write the gradients of --loss into the trace file too, as grad.NAME",
               options.gradients);
  command.option("--loss LOSS",
                 "prediction:TOKEN=PIECE, the cross-entropy of the prediction at a token, counted "
                 "from 0, against a piece: prediction:8=animal",
                 text(options.loss));
}

void checkPassOptions(const PassOptions& options, bool writesTrace) {
  if (options.loss.empty() && options.gradients)
    throw UsageError("--gradients needs --loss LOSS, for example prediction:8=animal");
  if (!options.loss.empty() && !options.gradients)
    throw UsageError("--loss needs --gradients: it is what they are of");
  if (options.gradients && !writesTrace)
    throw UsageError("--gradients needs --trace FILE to be written to");
  if (options.gradients && !options.changes.empty())
    throw UsageError("--gradients and --set: gradients are of an unchanged pass, give one of them");
}

ForwardOptions forwardOptions(const PassOptions& options, const EncoderConfig& config) {
  ForwardOptions forward;
  forward.structure = parseStructure(options.structure, config);
  forward.interventions = options.changes;
  return forward;
}

PredictionLoss parseLoss(const std::string& text, const Tokens& tokens,
                         const Vocabulary& vocabulary) {
  const std::size_t equals = text.find('=');
  if (text.rfind(kPrediction, 0) != 0 || equals == std::string::npos)
    refuseLoss(text, "must be prediction:TOKEN=PIECE, for example prediction:8=animal");
  const std::string token = text.substr(kPrediction.size(), equals - kPrediction.size());
  const std::string piece = text.substr(equals + 1);
  PredictionLoss loss;
  try {
    loss.token = static_cast<Index>(parseWholeNumber(token, 0, tokens.tokens.size() - 1));
  } catch (const UsageError& error) {
    refuseLoss(text, "the token " + std::string(error.what()));
  }
  loss.piece = vocabulary.id(piece);
  if (loss.piece < 0) refuseLoss(text, "the vocabulary has no piece \"" + printable(piece) + "\"");
  return loss;
}

}  // namespace fovea::cli
