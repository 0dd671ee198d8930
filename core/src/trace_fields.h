#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fovea/decoder.h"
#include "fovea/picture_encoder.h"
#include "fovea/trace.h"

// The one list that maps fields to names. The trace, `--set`, `grad.` and the checks of a backward
// pass follow from it.
namespace fovea {

/// A tensor of a pass, or of its gradients, under its name. Exactly one of `values` and `ids` is
/// null, but both where it is not filled yet.
struct Field {
  const std::string& name;
  const std::vector<Axis>& axes;  ///< of one sequence; scores of several are as TraceTensor says
  const void* matrix;             ///< the object that holds it
  Index rows;                     ///< of that, 1 for a vector
  Index columns;
  const Scalar* values;
  const std::int32_t* ids;
};

using VisitField = std::function<void(const Field&)>;

/// Visits every tensor of a pass, in the order of the trace. The fields need not be filled yet, but
/// the layers must be there. The prediction is visited where it is asked for.
void forEachField(const ModelConfig& config, const EncoderActivations& activations,
                  const VisitField& visit, bool withPrediction);
void forEachField(const ModelConfig& config, const DecoderActivations& activations,
                  const VisitField& visit, bool withPrediction = false);
void forEachField(const ModelConfig& config, const PictureActivations& activations,
                  const VisitField& visit, bool withPrediction = false);

/// Visits those of layer l alone, their names without `layers.{l}.`.
void forEachFieldOfLayer(const ModelConfig& config, const StackActivations& activations, Index l,
                         const VisitField& visit);

}  // namespace fovea
