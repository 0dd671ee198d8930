#include <emscripten/bind.h>

#include "../guarded.h"
#include "circuit.h"
#include "heads.h"

/// Circuits and studies of heads: in the module of the encoder's relatives, and in that of
/// published models.
namespace fovea {
namespace {

EMSCRIPTEN_BINDINGS(fovea_parts) {
  registerJsValue<JsCircuitQuestion>();
  emscripten::value_object<CircuitRecord>("CircuitInfo")
      .field("answer", &CircuitRecord::answer)
      .field("other", &CircuitRecord::other)
      .field("ofText", &CircuitRecord::ofText)
      .field("ofTwin", &CircuitRecord::ofTwin)
      .field("nodes", &CircuitRecord::nodes);
  emscripten::value_object<CircuitRoundRecord>("CircuitRound")
      .field("kept", &CircuitRoundRecord::kept)
      .field("share", &CircuitRoundRecord::share)
      .field("without", &CircuitRoundRecord::without)
      .field("done", &CircuitRoundRecord::done);
  emscripten::value_object<CircuitRolesRecord>("CircuitRoles")
      .field("found", &CircuitRolesRecord::found)
      .field("reads", &CircuitRolesRecord::reads);
  emscripten::class_<CircuitRun>("Circuit")
      .function("info", guarded<circuitInfo>)
      .function("share", guarded<circuitShare>)
      .function("begin", guarded<circuitBegin>)
      .function("round", guarded<circuitRound>)
      .function("edges", guarded<circuitEdges>)
      .function("random", guarded<circuitRandom>)
      .function("roles", guarded<circuitRoles>);

  emscripten::value_object<HeadUsesRecord>("HeadUses")
      .field("texts", &HeadUsesRecord::texts)
      .field("tokens", &HeadUsesRecord::tokens)
      .field("measured", &HeadUsesRecord::measured)
      .field("queries", &HeadUsesRecord::queries)
      .field("heads", &HeadUsesRecord::heads);
  emscripten::class_<HeadStudyRun>("HeadStudy")
      .function("add", guarded<headStudyAdd>)
      .function("finish", guarded<headStudyFinish>)
      .function("entropies", guarded<headStudyEntropies>)
      .function("uses", guarded<headStudyUses>);

  emscripten::function("createHeadStudy", guarded<createHeadStudy>);
  emscripten::function("createCircuit", guarded<createCircuit>);
}

}  // namespace
}  // namespace fovea
