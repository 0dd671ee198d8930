#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/trace.h"

namespace fovea {

/// A tensor of a pass that can be changed.
struct PassField {
  std::string name;
  std::vector<Axis> axes;
  const void* field = nullptr;
  const Scalar* data = nullptr;  ///< as many numbers as `size` says, where the pass has run
  Index size = 0;
};

/// The interventions of one pass, checked and ready to be made.
class Interventions {
 public:
  /// `activations` are those of the pass, before its first stage. Throws ModelError{kInvalidInput}
  /// for a pass that is not of one sequence and captured, and for a tensor, a region or values that
  /// there cannot be; values `from` another pass are for an encoder's alone.
  template <typename Activations>
  Interventions(const ModelConfig& config, const std::vector<Intervention>& interventions,
                Activations& activations);

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

  using FindOther = std::function<PassField(const Intervention& intervention)>;

  void add(const std::vector<PassField>& fields, const Intervention& intervention,
           const FindOther& findOther);
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
