#include "api.h"

#include <string>
#include <vector>

#include "../config_to_js.h"
#include "fovea/error.h"
#include "fovea/model_file.h"
#include "fovea/parameters.h"

namespace fovea {
namespace {

using emscripten::val;

JsValue<JsBytes> bytesToJs(const std::vector<std::uint8_t>& bytes) {
  const val view(emscripten::typed_memory_view(bytes.size(), bytes.data()));
  return JsValue<JsBytes>(view.call<val>("slice"));
}

double toJs(Index value) { return static_cast<double>(value); }

EncoderConfig configOf(const std::string& size) {
  EncoderConfig config;
  if (size == "tiny") {
    config.dModel = 32;
    config.heads = 4;
    config.layers = 2;
  } else if (size == "small" || size == "shipped") {
    config.dModel = size == "small" ? 64 : 128;
    config.heads = size == "small" ? 4 : 8;
    config.layers = size == "small" ? 3 : 4;
  } else {
    throw ModelError(ErrorCode::kInvalidConfig, "no size \"" + size + "\": tiny, small, shipped");
  }
  config.dFf = 4 * config.dModel;
  config.maxPositions = 64;
  config.maskedWordHead = true;
  config.addSpecialTokens = false;
  config.splitApostrophes = false;
  return config;
}

}  // namespace

// They are taken over, so that an exception releases them: ../guarded.h.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
std::unique_ptr<Training> createTrainer(JsValue<JsSettings> settings) {
  TrainingOptions options;
  options.seed = static_cast<std::uint64_t>(settings["seed"].as<double>());
  if (!settings["rate"].isUndefined()) options.peakRate = settings["rate"].as<double>();
  if (!settings["warmup"].as<bool>()) options.warmupSteps = 0;
  return std::make_unique<Training>(configOf(settings["size"].as<std::string>()), options);
}

// NOLINTNEXTLINE(performance-unnecessary-value-param)
std::unique_ptr<Training> restoreTrainer(JsValue<JsBytes> checkpoint) {
  return Training::fromCheckpoint(
      emscripten::convertJSArrayToNumberVector<std::uint8_t>(checkpoint));
}

TrainerInfoRecord trainerInfo(const Training& training) {
  const Trainer& trainer = training.trainer();
  const EncoderConfig& config = trainer.encoder().config();
  return {configToJs(config),
          toJs(parameterCount(config)),
          piecesToJs(trainer.tokenizer().vocabulary()),
          toJs(totalSteps(trainer.options())),
          toJs(kGradientShards),
          toJs(trainer.stepsDone())};
}

StepReportRecord trainerStep(Training& training) {
  const StepReport report = training.trainer().step();
  return {
      toJs(report.step), toJs(report.tokens), report.loss.maskedWords,       report.loss.references,
      report.rate,       report.gradientNorm, JsValue<JsParts>(val::array())};
}

HeldOutScore trainerEvaluate(const Training& training) { return training.evaluate(); }

JsValue<JsBytes> trainerModel(const Training& training) {
  const Trainer& trainer = training.trainer();
  const Encoder& encoder = trainer.encoder();
  return bytesToJs(writeModel(encoder.config(), encoder.weights(), trainer.tokenizer().vocabulary(),
                              {{"trained", trainer.stepsDone() > 0 ? "true" : "false"}},
                              Dtype::kF32));
}

JsValue<JsBytes> trainerCheckpoint(const Training& training) {
  return bytesToJs(training.trainer().checkpoint());
}

}  // namespace fovea
