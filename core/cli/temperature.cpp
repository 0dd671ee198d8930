#include "temperature.h"

#include "command_line.h"

namespace fovea::cli {

void addTemperature(Command& command, double& temperature) {
  command.option("--temperature T",
                 "Divide the logits of masked words by T first: above 1, answers are less sure",
                 [&temperature](const std::string& value) {
                   temperature = parseNumber(value);
                   if (temperature == 0) throw UsageError("must be above 0");
                 });
}

void divideLogits(Model& model, const std::string& path, double temperature) {
  if (temperature == 1) return;
  if (!model.encoder.config().maskedWordHead)
    throw UsageError("--temperature works only with models that predict masked words; " + path +
                     " has no such head");
  const auto by = static_cast<Scalar>(temperature);
  model.encoder.updateWeights([by](ModelWeights& weights) {
    weights.maskedWord.norm.gamma /= by;
    weights.maskedWord.norm.beta /= by;
    weights.maskedWord.bias /= by;
  });
}

}  // namespace fovea::cli
