#include "fovea/trace.h"

#include "fovea/error.h"
#include "pass_checks.h"
#include "trace_fields.h"

namespace fovea {
namespace {

using VisitTensor = std::function<void(const TraceTensor&)>;

/// Whoever reads a tensor goes by its axes.
void requireSize(const Field& field) {
  Index size = 1;
  for (const Axis& axis : field.axes) size *= axis.size;
  if (field.rows * field.columns != size)
    refuse(ErrorCode::kInvalidInput, "the pass comes from another model: its " + field.name +
                                         " has " + std::to_string(field.rows * field.columns) +
                                         " numbers, but this model's has " + std::to_string(size));
}

template <typename Activations>
void visitTensors(const ModelConfig& config, const Activations& activations, const char* prefix,
                  const VisitTensor& visit, bool withPrediction = false) {
  requirePass(activations);
  if (activations.sequences.count() != 1)
    refuse(ErrorCode::kInvalidInput, "a trace holds one sequence, but the pass has " +
                                         std::to_string(activations.sequences.count()));
  const std::string before = prefix;
  forEachField(
      config, activations,
      [&](const Field& field) {
        if (field.ids != nullptr && !before.empty()) return;  // ids have no gradient
        requireSize(field);
        visit({before + field.name, field.axes, field.values, field.ids});
      },
      withPrediction);
}

}  // namespace

void forEachTensor(const Encoder& encoder, const EncoderActivations& activations,
                   const VisitTensor& visit) {
  encoder.output(activations);  // refuses those of another model
  visitTensors(encoder.config(), activations, "", visit, activations.predicted);
}
void forEachGradient(const Encoder& encoder, const EncoderActivations& dActivations,
                     const VisitTensor& visit) {
  encoder.output(dActivations);
  visitTensors(encoder.config(), dActivations, "grad.", visit, dActivations.predicted);
}

void forEachTensor(const Decoder& decoder, const DecoderActivations& activations,
                   const VisitTensor& visit) {
  visitTensors(decoder.config(), activations, "", visit);
}
void forEachGradient(const Decoder& decoder, const DecoderActivations& dActivations,
                     const VisitTensor& visit) {
  visitTensors(decoder.config(), dActivations, "grad.", visit);
}

void forEachTensor(const PictureEncoder& encoder, const PictureActivations& activations,
                   const VisitTensor& visit) {
  visitTensors(encoder.config(), activations, "", visit);
}
void forEachGradient(const PictureEncoder& encoder, const PictureActivations& dActivations,
                     const VisitTensor& visit) {
  visitTensors(encoder.config(), dActivations, "grad.", visit);
}

}  // namespace fovea
