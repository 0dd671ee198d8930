#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "commands.h"
#include "dtype_option.h"
#include "files.h"
#include "fovea/error.h"
#include "fovea/parameters.h"
#include "fovea/train/hand_task.h"
#include "fovea/train/picture_task.h"
#include "fovea/train/sequence_task.h"
#include "fovea/train/variant.h"
#include "memory.h"
#include "output_file.h"
#include "pairs_option.h"
#include "text.h"
#include "train_task.h"

namespace fovea::cli {
namespace {

constexpr Index kVocabulary = 4096;  // more than the corpus yields
// Weight, packed copy, two moments, a gradient for each shard.
constexpr std::size_t kBytesPerParameter = sizeof(float) * (4 + kGradientShards);

struct SofteningFlags {
  std::optional<Index> steps, sentences, warmup;
  std::optional<double> rate, scoreDecay, peakWeight, peakCap, overlapWeight;
  std::string given;  ///< one of these options that was; empty where none was
};

struct TrainCommand {
  TrainingJob job;
  bool recurrent = false;
  std::optional<SequenceTask::Kind> task;  // of a decoder; without one, masked words and references
  bool pictures = false;                   // or an encoder of pictures
  std::string size;
  std::string config;
  std::string structure;
  std::optional<Index> dModel, heads, layers, steps, warmup;
  std::optional<std::uint64_t> seed;
  std::optional<double> rate, scoreDecay, balance;
  Variant variant;
  SofteningFlags softening;
};

bool isByHand(const TrainCommand& command) {
  return command.size == "hand" && !command.task && !command.pictures && !command.recurrent;
}

TrainingPlan startingPlan(const TrainCommand& command) {
  const std::optional<SequenceTask::Kind>& task = command.task;
  const std::string& size = command.size;
  const std::string preset = size.empty() ? "shipped" : size;
  if (isByHand(command)) return handPlan();
  if (command.pictures) return picturePlan(preset);
  TrainingPlan plan = task ? sequencePlan(*task, preset) : presetPlan(preset);
  plan.model.vocabSize = kVocabulary;  // until it is built
  if (!size.empty() || task) return plan;
  plan.size.clear();
  plan.training = {};
  return plan;
}

// The keys of `json` in place of those of `text`.
std::string updated(const std::string& text, const nlohmann::json& json) {
  nlohmann::json all = nlohmann::json::parse(text);
  all.update(json);
  return all.dump();
}

// {"model": the keys of config.json, "training": those of TrainingOptions}
void applyFile(const std::string& path, TrainingPlan& plan) {
  const auto json = nlohmann::json::parse(readText(path), nullptr, false);
  const auto isObject = [](const nlohmann::json& value) { return value.is_object(); };
  if (!isObject(json) || !isObject(json.value("model", nlohmann::json())) ||
      !isObject(json.value("training", nlohmann::json())))
    throw std::runtime_error(path + ": expected {\"model\": {…}, \"training\": {…}}");
  plan.model = parseConfig(updated(toJson(plan.model), json["model"]));
  plan.training = parseTrainingOptions(updated(toJson(plan.training), json["training"]));
}

template <typename T>
void apply(const std::optional<T>& flag, T& option) {
  option = flag.value_or(option);
}

void applyFlags(const SofteningFlags& flags, TrainingOptions& options) {
  apply(flags.steps, options.softenSteps);
  apply(flags.sentences, options.softenSentencesPerStep);
  apply(flags.rate, options.softenPeakRate);
  apply(flags.warmup, options.softenWarmupSteps);
  apply(flags.scoreDecay, options.softenScoreDecay);
  apply(flags.peakWeight, options.peakWeight);
  apply(flags.peakCap, options.peakCap);
  apply(flags.overlapWeight, options.overlapWeight);
}

void applyFlags(const TrainCommand& command, TrainingPlan& plan) {
  if (command.dModel) {
    plan.model.dModel = *command.dModel;
    plan.model.dFf = 4 * *command.dModel;
  }
  apply(command.heads, plan.model.heads);
  if (plan.model.layers > 0) apply(command.layers, plan.model.layers);
  if (plan.model.decoderLayers > 0) apply(command.layers, plan.model.decoderLayers);
  plan.model = varied(plan.model, command.variant);
  apply(command.steps, plan.training.steps);
  apply(command.seed, plan.training.seed);
  apply(command.rate, plan.training.peakRate);
  apply(command.warmup, plan.training.warmupSteps);
  apply(command.scoreDecay, plan.training.scoreDecay);
  apply(command.balance, plan.training.balanceWeight);
  applyFlags(command.softening, plan.training);
  if (!command.structure.empty()) plan.structure = command.structure;
}

TrainingPlan planOf(const TrainCommand& command) {
  TrainingPlan plan = startingPlan(command);
  if (!command.config.empty()) applyFile(command.config, plan);
  applyFlags(command, plan);
  return plan;
}

// Before the corpus is built and anything is allocated.
void check(const TrainingJob& job) {
  validate(job.plan.model);
  validate(job.plan.training);
  structureOf(job.plan);
  const Index parameters = parameterCount(job.plan.model);
  checkMemory(static_cast<std::size_t>(parameters) * kBytesPerParameter,
              "training " + grouped(parameters) + " parameters");
  checkWritable(job.out);
  if (!job.checkpoint.empty()) checkWritable(job.checkpoint);
}

void checkRecurrent(const TrainCommand& command) {
  if (command.task || command.pictures)
    throw UsageError("--task: a recurrent network learns only masked words and references");
  if (command.job.dtype == Dtype::kI8)
    throw UsageError("--dtype i8: a recurrent network cannot be stored as i8");
  if (!command.softening.given.empty())
    throw UsageError(command.softening.given + ": a recurrent network has no attention to soften");
}

void train(const TrainCommand& command) {
  TrainingJob job = command.job;
  job.plan = planOf(command);
  check(job);
  if (command.recurrent) {
    checkRecurrent(command);
    job.plan.training.softenSteps = 0;
    return trainRecurrent(job);
  }
  const std::string& softening = command.softening.given;
  if ((command.pictures || command.task || isByHand(command)) && !softening.empty())
    throw UsageError(softening +
                     ": only training on masked words and references can be softened; leave out "
                     "this option or --task");
  if (isByHand(command)) return trainByHand(job);
  if (command.pictures) return trainPictures(job);
  if (command.task) return trainSequences(job);
  trainReferences(job);
}

void setTask(const std::string& value, TrainCommand& command) {
  command.pictures = value == "pictures";
  try {
    if (!command.pictures) command.task = parseSequenceTask(value);
  } catch (const ModelError& error) {
    throw UsageError(error.what());
  }
}

void addSofteningOptions(Command& command, SofteningFlags& flags) {
  const auto option = [&](const std::string& spec, const std::string& help, const Take& take) {
    command.option(spec, help,
                   [&flags, name = spec.substr(0, spec.find(' ')), take](const std::string& value) {
                     take(value);
                     flags.given = name;
                   });
  };
  option("--soften-steps N",
         "Further steps, in which two more loss terms keep attention weights soft (default 0)",
         wholeNumber(flags.steps));
  option("--soften-sentences N", "Sentences in each of these steps (default 128)",
         wholeNumber(flags.sentences, 1));
  option("--soften-rate RATE", "Their peak learning rate (default 0.0008)", number(flags.rate));
  option("--soften-warmup N", "Warm-up steps to that rate (default 40)", wholeNumber(flags.warmup));
  option("--soften-score-decay DECAY", "Weight decay of W_Q and W_K in these steps (default 0.05)",
         number(flags.scoreDecay));
  option("--peak-weight WEIGHT",
         "Weight of the loss term against rows with one large weight (default 0.1)",
         number(flags.peakWeight));
  option("--peak-cap SHARE", "The largest weight that this term leaves alone (default 0.6)",
         number(flags.peakCap));
  option("--overlap-weight WEIGHT",
         "Weight of the loss term against heads that attend to the same words (default 2)",
         number(flags.overlapWeight));
}

void addVariantOptions(Command& command, TrainCommand& train) {
  command.option("--d-model N", "Width of the hidden states", wholeNumber(train.dModel, 1));
  command.option("--heads N", "Attention heads per layer", wholeNumber(train.heads, 1));
  command.option("--layers N", "Layers of the encoder, and of the decoder if there is one",
                 wholeNumber(train.layers, 1));
  Variant& flags = train.variant;
  command.option("--positions KIND",
                 "sinusoidal (default), absolute (a learned vector each), rotary (rotated queries "
                 "and keys), alibi (scores that fall with distance) or none",
                 text(flags.positions));
  command.option(
      "--kv-heads N",
      "Heads of keys and values, shared evenly by the heads of queries (default: one each)",
      wholeNumber(flags.kvHeads, 1));
  command.flag("--rms-norm", "RMSNorm in place of LayerNorm", flags.rmsNorm);
  command.flag("--gated", "A gated feed-forward network; SwiGLU with --structure activation=silu",
               flags.gated);
  command.option(
      "--experts N",
      "Experts: feed-forward networks per layer, from which a router picks some for each word",
      wholeNumber(flags.experts, 1));
  command.option("--experts-per-token N", "How many experts each word gets (default 2)",
                 wholeNumber(flags.expertsPerToken, 1));
  command.option(
      "--balance WEIGHT",
      "Weight of the loss term that evens out the use of experts (default 0.01; 0: none)",
      number(train.balance));
}

}  // namespace

Command trainCommand() {
  const auto c = std::make_shared<TrainCommand>();
  Command command("train", "Train a model on generated sentences");
  command.required("--out FILE", "The .safetensors file to write", text(c->job.out));
  command.option(
      "--task TASK",
      "rewrite: an encoder-decoder rewrites a sentence, with what its pronouns stand for in their "
      "place; next-word: a decoder continues a text; pictures: an encoder answers questions about "
      "scenes. Without this option, an encoder learns masked words and references",
      [c](const std::string& value) { setTask(value, *c); });
  command.option("--network NETWORK",
                 "encoder (default), or recurrent: LSTMs with as many parameters in place of its "
                 "layers, for comparison (see fovea compare)",
                 [c](const std::string& value) {
                   if (value != "encoder" && value != "recurrent")
                     throw UsageError("must be encoder or recurrent");
                   c->recurrent = value == "recurrent";
                 });
  command.option("--size SIZE",
                 "tiny: seconds; small: a minute or two; shipped: the page's model, an hour; "
                 "hand: one that fits on paper, weights multiples of .5",
                 text(c->size));
  command.option("--config FILE", R"(JSON with "model" and "training"; options override it)",
                 text(c->config));
  command.option("--structure LIST",
                 "Train with this structure: no positions, no residual connections, … (as in fovea "
                 "encode, but without its bugs, which run forward only)",
                 text(c->structure));
  command.option("--name NAME", "The model's name, in its metadata", text(c->job.name));
  command.option("--seed N", "Seed of weights and sentences", seed(c->seed));
  command.option("--steps N", "Training steps", wholeNumber(c->steps, 1));
  addVariantOptions(command, *c);
  command.option("--rate RATE", "Peak learning rate", number(c->rate));
  command.option("--warmup N", "Warm-up steps to that rate", wholeNumber(c->warmup));
  command.option("--score-decay DECAY", "Weight decay of W_Q and W_K", number(c->scoreDecay));
  addSofteningOptions(command, c->softening);
  command.option(
      "--threads N",
      "Use at most this many (default: all that this machine has); the model comes out the same",
      wholeNumber(c->job.threads, 1));
  command.option("--log FILE",
                 "CSV to write, one line per step: losses, learning rate, norms of gradient and "
                 "update by part, each expert's share of the words, held-out measures when taken",
                 text(c->job.log));
  command.option("--evaluate-every N",
                 "Steps between measures on held-out sentences for the log (default 100; 0: none)",
                 wholeNumber(c->job.evaluateEvery));
  command.option("--checkpoint FILE",
                 "Where to save the training's state; an interrupted training is saved even "
                 "without it, beside --out",
                 text(c->job.checkpoint));
  command.option("--checkpoint-every N", "Steps between saves (default 500)",
                 wholeNumber(c->job.checkpointEvery, 1));
  command.option("--resume FILE", "Checkpoint to continue from, bit for bit", text(c->job.resume));
  command.option("--pairs N",
                 "Scene pairs per split for the measures at the end (default 400; 0: none)",
                 wholeNumber(c->job.pairs, 0, kMostPairs));
  addDtype(command, c->job.dtype);
  command.action([c] { train(*c); });
  return command;
}

}  // namespace fovea::cli
