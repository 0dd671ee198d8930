#pragma once

#include <string>

#include "fovea/circuit.h"
#include "fovea/model_file.h"

namespace fovea::cli {

/// Measures how sure a model is of a label of its head, of the text or of a token; the model must
/// outlive it. Throws std::runtime_error for a model or a label that is not there.
CircuitReader readerOf(const std::string& label, const Model& model, CircuitMetric metric,
                       Index token);

}  // namespace fovea::cli
