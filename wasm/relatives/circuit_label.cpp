#include "circuit.h"
#include "fovea/error.h"

namespace fovea {

// The module with heads that have labels is ../published.
void explainLabel(const Model& /*model*/, Index /*label*/, CircuitQuestion& /*question*/) {
  refuse(ErrorCode::kInvalidConfig, "the model has no head with labels");
}

}  // namespace fovea
