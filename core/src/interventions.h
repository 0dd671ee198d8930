#pragma once

#include <vector>

#include "fovea/encoder.h"

namespace fovea {

/// The interventions of one pass, checked and ready to be made.
class Interventions {
 public:
  /// `activations` are those of the pass, before its first stage. Throws ModelError{kInvalidInput}
  /// for a tensor, a region or values that there cannot be.
  Interventions(const EncoderConfig& config, const std::vector<Intervention>& interventions,
                EncoderActivations& activations);

  /// Changes a field that has just been computed.
  template <typename Tensor>
  void applyTo(Tensor& field) const {
    for (const Change& change : changes_)
      if (change.field == &field) apply(change, field.data());
  }

 private:
  /// One intervention on a known field, its cells as offsets.
  struct Change {
    const void* field;
    Operation operation;
    std::vector<Index> cells;
    std::vector<Scalar> values;  ///< one, or one for each cell
  };

  static void apply(const Change& change, Scalar* data);

  std::vector<Change> changes_;
};

/// Runs the stages of a pass one after the other, and changes what each of them wrote.
struct RunAndIntervene {
  static constexpr bool kSingly = true;
  const Interventions& interventions;

  template <typename Stage, typename... Fields>
  void operator()(Stage&& stage, Fields&... written) const {
    stage();
    (interventions.applyTo(written), ...);
  }
};

}  // namespace fovea
