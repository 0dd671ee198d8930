#include <emscripten/bind.h>

#include "../guarded.h"
#include "api.h"
#include "circuit.h"
#include "heads.h"
#include "picture.h"

namespace fovea {
namespace {

EMSCRIPTEN_BINDINGS(fovea_relatives) {
  registerJsValue<JsWriting>();
  registerJsValue<JsWritten>();
  registerJsValue<JsMaybeFloats>();
  registerJsValue<JsCandidates>();
  registerJsValue<JsDecodedSteps>();

  emscripten::value_object<CandidateRecord>("Candidate")
      .field("id", &CandidateRecord::id)
      .field("token", &CandidateRecord::token)
      .field("probability", &CandidateRecord::probability);

  emscripten::value_object<DecodedStepRecord>("DecodedStep")
      .field("id", &DecodedStepRecord::id)
      .field("token", &DecodedStepRecord::token)
      .field("self", &DecodedStepRecord::self)
      .field("cross", &DecodedStepRecord::cross)
      .field("next", &DecodedStepRecord::next);

  emscripten::value_object<DecodedRecord>("Decoded")
      .field("source", &DecodedRecord::source)
      .field("dropped", &DecodedRecord::dropped)
      .field("steps", &DecodedRecord::steps);

  emscripten::value_object<DecoderTraceRecord>("DecoderTrace")
      .field("source", &DecoderTraceRecord::source)
      .field("tensors", &DecoderTraceRecord::tensors)
      .field("data", &DecoderTraceRecord::data);

  registerJsValue<JsAnswers>();
  emscripten::value_object<AnswerRecord>("Answer")
      .field("name", &AnswerRecord::name)
      .field("probability", &AnswerRecord::probability);
  emscripten::value_object<PictureRecord>("Picture")
      .field("tensors", &PictureRecord::tensors)
      .field("data", &PictureRecord::data)
      .field("answers", &PictureRecord::answers);

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
  emscripten::function("readPicture", guarded<readPicture>);
  emscripten::function("decode", guarded<decodeText>);
  emscripten::function("decoderTrace", guarded<traceText>);
}

}  // namespace
}  // namespace fovea
