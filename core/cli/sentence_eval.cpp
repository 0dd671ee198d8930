#include "sentence_eval.h"

#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "command_line.h"
#include "files.h"
#include "fovea/error.h"
#include "fovea/train/marked_sentences.h"
#include "model_structure.h"
#include "temperature.h"

namespace fovea::cli {
namespace {

SentenceScores scoresOf(const SentenceEvaluation& evaluation, const Model& model) {
  try {
    return measureSentences(model.encoder, model.tokenizer,
                            parseMarkedSentences(readText(evaluation.file)), showcaseHeadOf(model));
  } catch (const ModelError& error) {
    throw std::runtime_error(evaluation.file + ": " + error.what());
  }
}

}  // namespace

bool isSentenceFile(const std::string& path) {
  return std::filesystem::path(path).extension() == ".txt";
}

void evalSentences(const SentenceEvaluation& evaluation) {
  if (evaluation.model.empty())
    throw UsageError(evaluation.file +
                     " contains sentences: name the model to read them with --model FILE");
  Model model = readModelFile(evaluation.model);
  requireOwnStructure(evaluation.model, model);
  const ModelConfig& config = model.encoder.config();
  if (config.decoderLayers > 0 || config.readsPictures() || !config.maskedWordHead)
    throw UsageError(evaluation.model + " has no masked-word head, which reading sentences needs");
  divideLogits(model, evaluation.model, evaluation.temperature);
  const SentenceScores scores = scoresOf(evaluation, model);
  const std::string text = evaluation.json  ? toJson(scores) + "\n"
                           : evaluation.csv ? toCsv(scores)
                                            : toText(scores);
  std::printf("%s", text.c_str());
}

}  // namespace fovea::cli
