#pragma once

#include <string>

#include "command_line.h"
#include "fovea/model_file.h"

namespace fovea::cli {

/// Adds --temperature.
void addTemperature(Command& command, double& temperature);

/// Divides the logits of the masked words by a temperature (Guo et al. 2017): the order of the
/// answers stays, and above 1 all are less sure. Throws UsageError for a model without that head.
void divideLogits(Model& model, const std::string& path, double temperature);

}  // namespace fovea::cli
