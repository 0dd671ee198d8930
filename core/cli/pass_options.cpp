#include "pass_options.h"

#include <stdexcept>

#include "files.h"
#include "fovea/error.h"
#include "fovea/safetensors.h"
#include "text.h"

namespace fovea::cli {
namespace {

const std::string kPrediction = "prediction:";

Take change(std::vector<Intervention>& changes) {
  return [&changes](const std::string& text) {
    try {
      changes.push_back(parseIntervention(text));
    } catch (const ModelError& error) {
      throw UsageError(error.what());
    }
  };
}

/// "FILE:NAME" or "FILE:NAME[REGION]".
Patch parsePatch(const std::string& text) {
  const bool hasRegion = !text.empty() && text.back() == ']';
  const std::size_t colon = text.rfind(':', hasRegion ? text.rfind('[') : std::string::npos);
  if (colon == std::string::npos || colon == 0)
    throw UsageError("must be FILE:NAME[REGION], for example other.safetensors:output[7,:]");
  try {
    return {text.substr(0, colon), parseRegion(text.substr(colon + 1))};
  } catch (const ModelError& error) {
    throw UsageError(error.what());
  }
}

Take patch(std::vector<Patch>& patches) {
  return [&patches](const std::string& text) { patches.push_back(parsePatch(text)); };
}

TensorValues readTensor(const ByteSource& source, const std::string& name) {
  const SafetensorsFile file = readSafetensors(source);
  const auto found = file.tensors.find(name);
  if (found == file.tensors.end())
    refuse(ErrorCode::kMissingTensor,
           "there is no tensor \"" + name + "\"; was the file written by fovea encode --trace?");
  TensorValues tensor{found->second.shape, {}};
  tensor.values.resize(found->second.bytes / dtypeSize(found->second.dtype));
  readFloats(source, name, found->second, tensor.values.data());
  return tensor;
}

Intervention readPatch(const Patch& patch) {
  const auto source = openSource(patch.path);
  Intervention intervention{patch.region};
  try {
    intervention.fromTensor = readTensor(*source, patch.region.tensor);
  } catch (const ModelError& error) {
    throw std::runtime_error(patch.path + ": " + error.what());
  }
  return intervention;
}

}  // namespace

void addPassOptions(Command& command, PassOptions& options) {
  command.option("--structure LIST",
                 "Run with another structure; any of these, separated by commas: " +
                     structureOptions() + "; layers count from 0",
                 text(options.structure));
  command.repeatable("--set CHANGE",
                     "Change a tensor of the trace during the pass: NAME[REGION]=VALUE, += or *=, "
                     "for example layers.2.attention.weights[2,7,:]=0; indices count from 0",
                     change(options.changes));
  command.repeatable(
      "--patch FILE:NAME",
      "Copy a tensor, or a region of it (NAME[REGION]), from the trace file of "
      "another text: other.safetensors:layers.2.feedForward.norm[7,:]; indices count "
      "from 0",
      patch(options.patches));
  command.flag("--gradients", "Also write the gradients of --loss to the trace file, as grad.NAME",
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
    throw UsageError("--loss needs --gradients, which are taken of it");
  if (options.gradients && !writesTrace)
    throw UsageError("--gradients needs --trace FILE, to write them to");
  if (options.gradients && !(options.changes.empty() && options.patches.empty()))
    throw UsageError("--gradients and " +
                     std::string(options.changes.empty() ? "--patch" : "--set") +
                     ": gradients need an unchanged pass, so give only one of the two");
}

ForwardOptions forwardOptions(const PassOptions& options, const ModelConfig& config) {
  ForwardOptions forward;
  forward.structure = parseStructure(options.structure, config);
  forward.interventions = options.changes;
  for (const Patch& each : options.patches) forward.interventions.push_back(readPatch(each));
  return forward;
}

PredictionLoss parseLoss(const std::string& text, const Tokens& tokens,
                         const Vocabulary& vocabulary) {
  const std::string option = "--loss " + printable(text);
  const std::size_t equals = text.find('=');
  if (text.rfind(kPrediction, 0) != 0 || equals == std::string::npos)
    fail(option, "must be prediction:TOKEN=PIECE, for example prediction:8=animal");
  const std::string token = text.substr(kPrediction.size(), equals - kPrediction.size());
  const std::string piece = text.substr(equals + 1);
  PredictionLoss loss;
  try {
    loss.token = static_cast<Index>(parseWholeNumber(token, 0, tokens.tokens.size() - 1));
  } catch (const UsageError& error) {
    fail(option, "the token " + std::string(error.what()));
  }
  loss.piece = vocabulary.id(piece);
  if (loss.piece < 0) fail(option, "the vocabulary has no piece \"" + printable(piece) + "\"");
  return loss;
}

}  // namespace fovea::cli
