#include "fovea/trace.h"

#include "fovea/error.h"
#include "trace_fields.h"

namespace fovea {
namespace {

void requireOneSequence(const EncoderActivations& activations) {
  if (activations.sequences.count() != 1)
    throw ModelError(ErrorCode::kInvalidInput, "a trace has one sequence, this one has " +
                                                   std::to_string(activations.sequences.count()));
}

/// Turns each field into a TraceTensor, with a prefix before its name.
struct ToTensor {
  const std::string prefix;
  const std::function<void(const TraceTensor&)>& visit;

  template <typename Tensor>
  void operator()(const std::string& name, const std::vector<Axis>& axes,
                  const Tensor& tensor) const {
    visit({prefix + name, axes, tensor.data(), nullptr});
  }
  void operator()(const std::string& name, const std::vector<Axis>& axes,
                  const TokenIds& ids) const {
    if (prefix.empty()) visit({name, axes, nullptr, ids.data()});  // ids have no gradient
  }
};

}  // namespace

void forEachTensor(const Encoder& encoder, const EncoderActivations& activations,
                   const std::function<void(const TraceTensor&)>& visit) {
  encoder.output(activations);  // refuses activations without a pass
  requireOneSequence(activations);
  forEachField(encoder.config(), activations, activations.predicted, ToTensor{"", visit});
}

void forEachGradient(const Encoder& encoder, const EncoderActivations& dActivations,
                     const std::function<void(const TraceTensor&)>& visit) {
  encoder.output(dActivations);
  requireOneSequence(dActivations);
  forEachField(encoder.config(), dActivations, dActivations.predicted, ToTensor{"grad.", visit});
}

}  // namespace fovea
