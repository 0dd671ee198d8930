#pragma once

#include <memory>
#include <optional>

#include "../js_value.h"
#include "fovea/circuit_roles.h"
#include "fovea/circuit_search.h"
#include "fovea/model_file.h"

/// Which parts of a pass an answer needs, for JavaScript, as in ../api.h.
namespace fovea {

struct JsCircuitQuestion {
  static constexpr const char* kTypeScript =
      "{ readonly text: string | Uint8Array; readonly twin?: string | Uint8Array; "
      "readonly averaged?: readonly (string | Uint8Array)[]; "
      "readonly masked?: readonly number[]; readonly token: number; "
      "readonly probability?: boolean; readonly whole?: boolean; readonly label?: number }";
};

/// Both answers, pieces of the vocabulary or twice a label, and how far the first is above the
/// second in each text.
struct CircuitRecord {
  double answer = 0;
  double other = 0;
  double ofText = 0;
  double ofTwin = 0;
  double nodes = 0;  ///< how many there are: layer · (heads + 1) + head, then by token
};

struct CircuitRoundRecord {
  JsValue<JsFloats> kept;     ///< 1 for each node that is left
  double share = 0;           ///< that they keep
  JsValue<JsFloats> without;  ///< what is left without each of them: of the last round
  bool done = false;          ///< no single node can be taken
};

/// What adds up over circuits of many texts.
struct CircuitRolesRecord {
  JsValue<JsFloats> found;  ///< 1 where partsByRole has a part
  JsValue<JsFloats> reads;  ///< weightsByRole
};

/// A circuit, and the search for it.
struct CircuitRun {
  CircuitRun(const Encoder& encoder, const CircuitQuestion& question);

  const Encoder& encoder;
  Circuit circuit;
  std::optional<CircuitSearch> search;
};

/// Explains what the model answers to a text at a token, and not to its twin; with texts to average
/// in place of a twin, and not its second answer. With a label, a place among those of the model's
/// head or −1 for the likeliest, how sure it is of that. The model must outlive it. Throws as
/// Circuit, and ModelError{kInvalidInput} where both answers are one piece.
std::unique_ptr<CircuitRun> createCircuit(const Model& model, JsValue<JsCircuitQuestion> question);

/// Has a question explain a label of the model's head, −1 for the likeliest: `reader`, and the
/// label as both answers. Throws ModelError{kInvalidConfig} for a model without labels, as all are
/// in a module without published ones.
void explainLabel(const Model& model, Index label, CircuitQuestion& question);

CircuitRecord circuitInfo(const CircuitRun& run);
double circuitShare(CircuitRun& run, JsValue<JsNumbers> kept);              ///< Circuit::share
void circuitBegin(CircuitRun& run, JsValue<JsNumbers> kept, double share);  ///< CircuitSearch
CircuitRoundRecord circuitRound(CircuitRun& run);                           ///< likewise
/// Circuit::edges: from, to (−1: the answer) and the share of each.
JsValue<JsFloats> circuitEdges(CircuitRun& run, JsValue<JsNumbers> kept);
JsValue<JsFloats> circuitRandom(CircuitRun& run, double size, double sets);  ///< randomShares

CircuitRolesRecord circuitRoles(const CircuitRun& run, JsValue<JsNumbers> kept);

}  // namespace fovea
