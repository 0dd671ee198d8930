#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "commands.h"
#include "dtype_option.h"
#include "files.h"
#include "fovea/error.h"
#include "fovea/train/evaluation.h"
#include "fovea/train/expert_measures.h"
#include "fovea/train/measure_table.h"
#include "fovea/train/recurrent_file.h"
#include "fovea/train/reference_measures.h"
#include "fovea/train/sequence_measures.h"
#include "fovea/train/vocabulary_builder.h"
#include "model_structure.h"
#include "output_file.h"
#include "pairs_option.h"
#include "picture_eval.h"
#include "sentence_eval.h"
#include "temperature.h"
#include "text.h"

namespace fovea::cli {
namespace {

struct EvalCommand {
  std::string model;
  std::vector<std::string> beside;
  std::string annotate;
  std::string reader;  ///< of a file of sentences
  bool json = false;
  bool csv = false;
  double temperature = 1;
  Dtype dtype = Dtype::kF16;
  EvaluationOptions options;
};

// "models/seed-2.safetensors" → "seed-2"
std::string columnName(const std::string& path) {
  return std::filesystem::path(path).stem().string();
}

Evaluation measure(const Model& model, const EvaluationOptions& options) {
  return evaluate(model.encoder, model.tokenizer, Corpus(), options);
}

void printTable(const EvalCommand& command, const std::string& evaluation) {
  std::vector<MeasuredModel> models = {{columnName(command.model), evaluation}};
  for (const std::string& path : command.beside) {
    const Model model = readModelFile(path);
    requireOwnStructure(path, model);
    models.push_back(
        {columnName(path), toJson(measure(model, command.options), model.encoder.config())});
  }
  std::printf("%s\n%s\n", measureTable(models).c_str(), kCounting);
}

void printExperts(const EvalCommand& command, const Model& model) {
  if (!model.encoder.config().hasExperts()) return;
  const ExpertMeasures measures = measureExperts(model.encoder, model.tokenizer, Corpus(),
                                                 command.options.sentences, command.options.seed);
  std::printf("\n%s\n", toText(measures).c_str());
}

// The one that the model's vocabulary was built from.
CorpusSize corpusOf(const Vocabulary& vocabulary) {
  const bool tiny = vocabulary.lines() == buildVocabulary(Corpus(CorpusSize::kTiny)).lines();
  return tiny ? CorpusSize::kTiny : CorpusSize::kFull;
}

void evalDecoder(const EvalCommand& command, const Model& model) {
  if (!command.beside.empty() || !command.annotate.empty())
    throw UsageError("--beside and --annotate work only with encoders; " + command.model +
                     " has a decoder");
  const Corpus corpus(corpusOf(model.tokenizer.vocabulary()));
  const SequenceMeasures measures =
      measureHeldOut(model.encoder, runStructure(command.model, model, ""), model.tokenizer, corpus,
                     command.options.sentences, command.options.seed);
  std::printf("%s\n", (command.json ? toJson(measures) : toText(measures)).c_str());
}

void evalOfPictures(const EvalCommand& command, const Model& model) {
  if (!command.annotate.empty())
    throw UsageError("--annotate works only with encoders of text; " + command.model +
                     " reads pictures");
  evalPictures({command.model, command.beside, command.json, command.options.seed}, model);
}

bool isRecurrentFile(const std::string& path, const ByteSource& source) {
  try {
    return isRecurrent(source);
  } catch (const ModelError& error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

void evalRecurrent(const EvalCommand& command, const ByteSource& source) {
  if (!command.beside.empty() || !command.annotate.empty() || command.temperature != 1)
    throw UsageError("--beside, --annotate and --temperature work only with encoders; " +
                     command.model + " is a recurrent network");
  const RecurrentModel model = readRecurrent(source);
  const Corpus corpus(corpusOf(model.tokenizer.vocabulary()));
  const auto network = compared(model.network);
  const ReferenceMeasures measures =
      measureReferences(*network, model.tokenizer, corpus, command.options);
  std::printf("%s\n", (command.json ? toJson(measures) : toText(measures)).c_str());
}

void eval(const EvalCommand& command) {
  if (isSentenceFile(command.model)) {
    if (!command.beside.empty() || !command.annotate.empty())
      throw UsageError("--beside and --annotate work only with model files; " + command.model +
                       " contains sentences");
    return evalSentences(
        {command.model, command.reader, command.json, command.csv, command.temperature});
  }
  if (!command.reader.empty() || command.csv)
    throw UsageError("--model and --csv work only with files of sentences (.txt)");
  if (!command.annotate.empty()) checkWritable(command.annotate);
  const std::unique_ptr<ByteSource> source = openSource(command.model);
  if (isRecurrentFile(command.model, *source)) return evalRecurrent(command, *source);
  Model model = readModel(command.model, *source);
  divideLogits(model, command.model, command.temperature);
  if (model.encoder.config().decoderLayers > 0) return evalDecoder(command, model);
  if (model.encoder.config().readsPictures()) return evalOfPictures(command, model);
  requireOwnStructure(command.model, model);
  const ModelConfig& config = model.encoder.config();
  const Evaluation evaluation = measure(model, command.options);
  if (command.json) {
    std::printf("%s\n", toJson(evaluation, config).c_str());
  } else {
    printTable(command, toJson(evaluation, config));
    printExperts(command, model);
  }
  if (command.annotate.empty()) return;
  for (const auto& entry : evaluationMetadata(evaluation, config))
    model.metadata[entry.first] = entry.second;
  writeFile(command.annotate,
            writeModel(config, model.encoder.weights(), model.tokenizer.vocabulary(),
                       model.metadata, command.dtype));
}

}  // namespace

Command evalCommand() {
  const auto c = std::make_shared<EvalCommand>();
  Command command("eval",
                  "Measure a trained model on held-out sentences or scenes, or on your own");
  command.required("FILE", "The .safetensors file; or your own sentences (.txt), with --model",
                   text(c->model));
  command.option("--model FILE", "The model that reads the sentences", text(c->reader));
  command.repeatable("--beside FILE", "Another model to compare, in its own column",
                     [c](const std::string& path) { c->beside.push_back(path); });
  command.flag("--json", "Print JSON for the first model instead of a table", c->json);
  command.flag("--csv", "Print one line for each of your own sentences", c->csv);
  command.option("--pairs N", "Scene pairs per split (default 400)",
                 wholeNumber(c->options.pairs, 1, kMostPairs));
  command.option("--seed N", "Seed of the sentences or scenes (default 2024)",
                 seed(c->options.seed));
  command.option(
      "--annotate FILE",
      "Write the model to this file, with its head roles and evaluation (--dtype, default f16)",
      text(c->annotate));
  addTemperature(command, c->temperature);
  addDtype(command, c->dtype);
  command.action([c] { eval(*c); });
  return command;
}

}  // namespace fovea::cli
