#include "api.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../config_to_js.h"
#include "../trace_to_js.h"
#include "../whole_number.h"
#include "fovea/model_file.h"
#include "fovea/parameters.h"
#include "fovea/train/teaching.h"
#include "fovea/train/variant.h"

namespace fovea {
namespace {

using emscripten::val;

JsValue<JsBytes> bytesToJs(const std::vector<std::uint8_t>& bytes) {
  const val view(emscripten::typed_memory_view(bytes.size(), bytes.data()));
  return JsValue<JsBytes>(view.call<val>("slice"));
}

double toJs(Index value) { return static_cast<double>(value); }

std::vector<Scalar> floatsOf(const val& array) {
  if (array.isNull()) return {};
  return emscripten::convertJSArrayToNumberVector<Scalar>(array);
}

std::optional<Index> countIn(const val& settings, const char* key) {
  if (settings[key].isUndefined()) return std::nullopt;
  return static_cast<Index>(settings[key].as<double>());
}

Variant variantOf(const val& settings) {
  const val positions = settings["positions"];
  return {positions.isUndefined() ? "" : positions.as<std::string>(),
          countIn(settings, "kvHeads"),
          countIn(settings, "experts"),
          countIn(settings, "expertsPerToken"),
          settings["rmsNorm"].isTrue(),
          settings["gated"].isTrue()};
}

std::map<std::string, std::string> metadataOf(const ReferenceTrainer& trainer) {
  const TrainingPlan& plan = trainer.plan();
  const std::string name = plan.size + ", seed " + std::to_string(plan.training.seed) + ", step " +
                           std::to_string(trainer.stepsDone());
  std::map<std::string, std::string> metadata{
      {"name", name},
      {"trained", trainer.stepsDone() > 0 ? "true" : "false"},
      {"training", toJson(plan.training)}};
  if (!plan.structure.empty()) metadata["structure"] = plan.structure;
  return metadata;
}

EvaluationRecord evaluationToJs(const HeldOutMeasures& measures) {
  return {measures.maskedLoss,     measures.referenceLoss, measures.references,     measures.pairs,
          measures.headReferences, measures.headPairs,     toJs(measures.pairsHead)};
}

JsValue<JsParts> partsToJs(const std::vector<PartChange>& parts) {
  val result = val::array();
  for (const PartChange& part : parts)
    result.call<void>("push", PartNormsRecord{part.part, part.gradient, part.update});
  return JsValue<JsParts>(std::move(result));
}

JsValue<JsNumbers> sharesToJs(const Balance& balance) {
  std::vector<double> all;
  for (const RowVector& shares : balance.shares)
    all.insert(all.end(), shares.begin(), shares.end());
  return JsValue<JsNumbers>(val::array(all));
}

JsValue<JsTargets> targetsToJs(const TrainingBatch& batch) {
  val result = val::array();
  const auto add = [&](const Targets& targets, bool reference) {
    for (std::size_t i = 0; i < targets.rows.size(); ++i)
      result.call<void>("push", TargetRecord{toJs(targets.rows[i]),
                                             static_cast<double>(targets.ids[i]), reference});
  };
  add(batch.maskedWords, false);
  add(batch.references, true);
  return JsValue<JsTargets>(std::move(result));
}

}  // namespace

// By value, so that an exception releases them: ../guarded.h.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
std::unique_ptr<Training> createTrainer(JsValue<JsSettings> settings) {
  TrainingPlan plan = presetPlan(settings["size"].as<std::string>());
  if (plan.corpus == CorpusSize::kBroad) plan.corpus = CorpusSize::kWide;  // more than a page has
  plan.structure = settings["structure"].as<std::string>();
  plan.model = varied(plan.model, variantOf(settings));
  TrainingOptions& options = plan.training;
  options.seed = wholeNumber(settings["seed"], "seed");
  if (!settings["rate"].isUndefined()) options.peakRate = settings["rate"].as<double>();
  if (!settings["balance"].isUndefined()) options.balanceWeight = settings["balance"].as<double>();
  if (!settings["warmup"].as<bool>()) options.warmupSteps = 0;
  return std::make_unique<Training>(plan);
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
std::unique_ptr<Training> restoreTrainer(JsValue<JsBytes> checkpoint) {
  return Training::fromCheckpoint(
      emscripten::convertJSArrayToNumberVector<std::uint8_t>(checkpoint));
}

TrainerInfoRecord trainerInfo(const Training& training) {
  const ReferenceTrainer& trainer = training.trainer();
  const ModelConfig& config = trainer.model().config();
  return {configToJs(config),
          toJs(parameterCount(config)),
          piecesToJs(trainer.tokenizer().vocabulary()),
          toJs(totalSteps(trainer.options())),
          toJs(kGradientShards),
          toJs(trainer.stepsDone()),
          trainer.plan().structure};
}

double trainerDone(const Training& training) { return toJs(training.trainer().stepsDone()); }

double trainerBeginStep(Training& training) {
  training.trainer().beginStep();
  return static_cast<double>(training.trainer().shards().size());
}

void trainerRunShard(Training& training, double shard) {
  training.trainer().runShard(static_cast<Index>(shard));
}

void trainerDrawAhead(Training& training) { training.trainer().drawAhead(); }

JsValue<JsFloats> trainerGradientOf(Training& training, double shard, bool withPartner) {
  return floatsToJs(training.trainer().gradientOf(static_cast<Index>(shard), withPartner));
}

SentenceRecord trainerLook(Training& training) {
  const SentencePass& pass = training.look();
  JsTrace trace = traceToJs(training.trainer().model(), pass.activations, &pass.dActivations);
  return {JsValue<JsNumbers>(val::array(pass.sentence.ids)), targetsToJs(pass.sentence),
          std::move(trace.tensors), std::move(trace.data)};
}

JsValue<JsNumbers> trainerAnswers(const Training& training) {
  return JsValue<JsNumbers>(val::array(training.answers()));
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
StepReportRecord trainerFinishStep(Training& training, JsValue<JsGradients> gradients) {
  std::vector<std::vector<Scalar>> all;
  for (const val& each : emscripten::vecFromJSArray<val>(gradients)) all.push_back(floatsOf(each));
  const auto report = training.trainer().finishStep(all);
  return {
      toJs(report.step), toJs(report.tokens), report.loss.maskedWords, report.loss.references,
      report.rate,       report.gradientNorm, partsToJs(report.parts), sharesToJs(report.balance)};
}

EvaluationRecord trainerEvaluate(const Training& training) {
  return evaluationToJs(training.trainer().evaluate());
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
LessonReportRecord trainerTeach(Training& training, JsValue<JsLesson> lesson) {
  const LessonReport report =
      teach(training.trainer(),
            {lesson["text"].as<std::string>(), static_cast<Index>(lesson["token"].as<double>()),
             lesson["piece"].as<std::int32_t>(), static_cast<Index>(lesson["steps"].as<double>()),
             lesson["rate"].as<double>()});
  val losses = val::array(report.losses);
  val moves = val::array();
  for (const TensorMove& move : report.moves)
    moves.call<void>("push", MovedTensorRecord{move.name, move.moved, move.norm});
  return {JsValue<JsNumbers>(std::move(losses)),
          JsValue<JsMoves>(std::move(moves)),
          evaluationToJs(report.before),
          evaluationToJs(report.after),
          toJs(report.mended),
          toJs(report.broken)};
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
void trainerRestore(Training& training, JsValue<JsBytes> checkpoint) {
  const auto bytes = emscripten::convertJSArrayToNumberVector<std::uint8_t>(checkpoint);
  training.trainer().restore(bytes.data(), bytes.size());
}

JsValue<JsBytes> trainerModel(const Training& training) {
  const ReferenceTrainer& trainer = training.trainer();
  const Encoder& encoder = trainer.model();
  return bytesToJs(writeModel(encoder.config(), encoder.weights(), trainer.tokenizer().vocabulary(),
                              metadataOf(trainer), Dtype::kF32));
}

JsValue<JsBytes> trainerCheckpoint(const Training& training) {
  return bytesToJs(training.trainer().checkpoint());
}

}  // namespace fovea
