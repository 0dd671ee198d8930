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
#include "interrupt.h"
#include "memory.h"
#include "output_file.h"
#include "text.h"
#include "training_log.h"

namespace fovea::cli {
namespace {

constexpr Index kVocabulary = 4096;             // more than the corpus yields
constexpr std::size_t kBytesPerParameter = 20;  // weight, packed copy, gradient, two moments

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
  config.dFf = 4 * config.dModel;
  config.vocabSize = kVocabulary;  // until it is built
  config.maxPositions = 64;
  config.maskedWordHead = true;
  config.addSpecialTokens = false;
  config.splitApostrophes = false;
  return config;
}

TrainingPlan readPlan(const std::string& path) {
  TrainingPlan plan{smallModel(), {}};
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

// Before the corpus is built and anything is allocated.
void check(const TrainCommand& command, const TrainingPlan& plan) {
  validate(plan.model);
  validate(plan.training);
  const Index parameters = parameterCount(plan.model);
  checkMemory(static_cast<std::size_t>(parameters) * kBytesPerParameter,
              "training " + grouped(parameters) + " parameters");
  checkWritable(command.out);
  if (!command.checkpoint.empty()) checkWritable(command.checkpoint);
}

void saveCheckpoint(const std::string& path, const Trainer& trainer, TrainingLog& log) {
  log.flush();
  writeFile(path, trainer.checkpoint());
}

[[noreturn]] void endEarly(const TrainCommand& command, const Trainer& trainer, TrainingLog& log) {
  const std::string path =
      command.checkpoint.empty() ? command.out + ".checkpoint" : command.checkpoint;
  saveCheckpoint(path, trainer, log);
  log.endLine();
  throw Interrupted("interrupted after step " + std::to_string(trainer.stepsDone()) +
                    ". To go on, give the same command with --resume " + path);
}

// Whether the log has all that it was told. Throws Interrupted.
bool run(const TrainCommand& command, Trainer& trainer) {
  const InterruptNote interrupt;
  TrainingLog log(command.log, trainer.stepsDone(), trainer.options().steps);
  while (!trainer.finished()) {
    const StepReport report = trainer.step();
    log.add(report);
    if (interrupt.given()) endEarly(command, trainer, log);
    if (!command.checkpoint.empty() && report.step % command.checkpointEvery == 0)
      saveCheckpoint(command.checkpoint, trainer, log);
  }
  return log.complete();
}

void train(const TrainCommand& command) {
  TrainingPlan plan = readPlan(command.config);
  applyFlags(command, plan);
  check(command, plan);
  const Corpus corpus;
  const Vocabulary vocabulary = buildVocabulary(corpus);
  Trainer trainer(corpus, plan.model, vocabulary, plan.training);
  if (!command.resume.empty()) {
    const std::vector<std::uint8_t> bytes = readBytes(*openSource(command.resume));
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

Command trainCommand() {
  const auto c = std::make_shared<TrainCommand>();
  Command command("train", "Train a model on generated sentences");
  command.required("--out FILE", "The .safetensors file to write", text(c->out));
  command.option("--config FILE", R"(JSON with "model" and "training"; options win)",
                 text(c->config));
  command.option("--name NAME", "The model's name, in its metadata", text(c->name));
  command.option("--seed N", "Of weights and sentences", seed(c->seed));
  command.option("--steps N", "Updates of the weights", wholeNumber(c->steps, 1));
  command.option("--d-model N", "Width of the hidden states", wholeNumber(c->dModel, 1));
  command.option("--heads N", "Attention heads a layer", wholeNumber(c->heads, 1));
  command.option("--layers N", "Encoder layers", wholeNumber(c->layers, 1));
  command.option("--rate RATE", "Peak learning rate", number(c->rate));
  command.option("--score-decay DECAY", "Weight decay of W_Q and W_K", number(c->scoreDecay));
  command.option("--log FILE", "CSV of the losses to write", text(c->log));
  command.option(
      "--checkpoint FILE",
      "Where to save the training's state; on an interrupt also without it, beside --out",
      text(c->checkpoint));
  command.option("--checkpoint-every N", "Steps between two saves (default 500)",
                 wholeNumber(c->checkpointEvery, 1));
  command.option("--resume FILE", "Checkpoint to go on from, bit for bit", text(c->resume));
  addDtype(command, c->dtype);
  command.action([c] { train(*c); });
  return command;
}

}  // namespace fovea::cli
