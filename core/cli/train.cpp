#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "commands.h"
#include "dtype_option.h"
#include "files.h"
#include "fovea/parameters.h"
#include "fovea/train/trainer.h"
#include "fovea/train/vocabulary_builder.h"
#include "training_log.h"

namespace fovea::cli {
namespace {

struct TrainCommand {
  std::string config;
  std::string out;
  std::string name = "fovea";
  std::string log;
  std::string checkpoint;
  std::string resume;
  Index checkpointEvery = 500;
  Dtype dtype = Dtype::kF16;
  std::optional<Index> dModel, heads, layers, steps;
  std::optional<std::uint64_t> seed;
  std::optional<double> rate, scoreDecay;
};

// What --config names: {"model": the keys of config.json, "training": those of TrainingOptions}.
struct TrainingPlan {
  EncoderConfig model;
  TrainingOptions training;
};

EncoderConfig smallModel() {
  EncoderConfig config;
  config.dModel = 128;
  config.heads = 8;
  config.layers = 4;
  config.maxPositions = 64;
  config.maskedWordHead = true;
  config.addSpecialTokens = false;
  config.splitApostrophes = false;
  return config;
}

TrainingPlan readPlan(const std::string& path, const Vocabulary& vocabulary) {
  TrainingPlan plan{smallModel(), {}};
  plan.model.dFf = 4 * plan.model.dModel;
  plan.model.vocabSize = vocabulary.size();
  if (path.empty()) return plan;
  const auto json = nlohmann::json::parse(readText(path), nullptr, false);
  const auto isObject = [](const nlohmann::json& value) { return value.is_object(); };
  if (!isObject(json) || !isObject(json.value("model", nlohmann::json())) ||
      !isObject(json.value("training", nlohmann::json())))
    throw std::runtime_error(path + ": expected {\"model\": {…}, \"training\": {…}}");
  nlohmann::json model = nlohmann::json::parse(toJson(plan.model));
  model.update(json["model"]);
  plan.model = parseConfig(model.dump());
  plan.training = parseTrainingOptions(json["training"].dump());
  return plan;
}

void applyFlags(const TrainCommand& command, TrainingPlan& plan) {
  if (command.dModel) {
    plan.model.dModel = *command.dModel;
    plan.model.dFf = 4 * *command.dModel;
  }
  if (command.heads) plan.model.heads = *command.heads;
  if (command.layers) plan.model.layers = *command.layers;
  if (command.steps) plan.training.steps = *command.steps;
  if (command.seed) plan.training.seed = *command.seed;
  if (command.rate) plan.training.peakRate = *command.rate;
  if (command.scoreDecay) plan.training.scoreDecay = *command.scoreDecay;
}

// Whether the log has all that it was told.
bool run(const TrainCommand& command, Trainer& trainer) {
  TrainingLog log(command.log, trainer.stepsDone(), trainer.options().steps);
  while (!trainer.finished()) {
    const StepReport report = trainer.step();
    log.add(report);
    if (!command.checkpoint.empty() && report.step % command.checkpointEvery == 0)
      writeFile(command.checkpoint, trainer.checkpoint());
  }
  return log.complete();
}

void train(const TrainCommand& command) {
  checkWritable(command.out);
  if (!command.checkpoint.empty()) checkWritable(command.checkpoint);
  const Corpus corpus;
  const Vocabulary vocabulary = buildVocabulary(corpus);
  TrainingPlan plan = readPlan(command.config, vocabulary);
  applyFlags(command, plan);
  Trainer trainer(corpus, plan.model, vocabulary, plan.training);
  if (!command.resume.empty()) {
    const std::vector<std::uint8_t> bytes = readFile(command.resume);
    trainer.restore(bytes.data(), bytes.size());
  }
  const bool logged = run(command, trainer);
  const std::map<std::string, std::string> metadata{
      {"name", command.name}, {"trained", "true"}, {"training", toJson(trainer.options())}};
  writeFile(command.out, writeModel(trainer.encoder().config(), trainer.encoder().weights(),
                                    vocabulary, metadata, command.dtype));
  std::printf("%s: %td parameters, %td steps\n", command.out.c_str(),
              parameterCount(trainer.encoder().config()), trainer.stepsDone());
  if (!logged) throw std::runtime_error(command.log + ": some of its lines could not be written");
}

}  // namespace

void addTrain(CLI::App& app) {
  const auto c = std::make_shared<TrainCommand>();
  CLI::App* command = app.add_subcommand("train", "Train a model on generated sentences");
  command->add_option("--out", c->out, "The .safetensors file to write")->required();
  command->add_option("--config", c->config, R"(JSON with "model" and "training"; flags win)");
  command->add_option("--name", c->name, "The model's name, in its metadata");
  command->add_option("--seed", c->seed, "Of weights and sentences");
  command->add_option("--steps", c->steps, "Updates of the weights");
  command->add_option("--d-model", c->dModel, "Width of the hidden states");
  command->add_option("--heads", c->heads, "Attention heads a layer");
  command->add_option("--layers", c->layers, "Encoder layers");
  command->add_option("--rate", c->rate, "Peak learning rate");
  command->add_option("--score-decay", c->scoreDecay, "Weight decay of W_Q and W_K");
  command->add_option("--log", c->log, "CSV of the losses to write");
  command->add_option("--checkpoint", c->checkpoint, "File to save the training's state in");
  command->add_option("--checkpoint-every", c->checkpointEvery, "Steps between two saves")
      ->check(CLI::PositiveNumber);
  command->add_option("--resume", c->resume, "Checkpoint to go on from, bit for bit");
  addDtype(*command, c->dtype);
  command->callback([c] { train(*c); });
}

}  // namespace fovea::cli
