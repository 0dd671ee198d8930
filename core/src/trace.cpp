#include "fovea/trace.h"

#include "trace_fields.h"
#include "trace_tensors.h"

namespace fovea {
void forEachTensor(const Encoder& encoder, const EncoderActivations& activations,
                   const std::function<void(const TraceTensor&)>& visit) {
  encoder.output(activations);  // refuses activations without a pass
  requireOneSequence(activations.sequences);
  forEachField(encoder.config(), activations, activations.predicted, ToTensor{"", visit});
}

void forEachGradient(const Encoder& encoder, const EncoderActivations& dActivations,
                     const std::function<void(const TraceTensor&)>& visit) {
  encoder.output(dActivations);
  requireOneSequence(dActivations.sequences);
  forEachField(encoder.config(), dActivations, dActivations.predicted, ToTensor{"grad.", visit});
}

}  // namespace fovea
