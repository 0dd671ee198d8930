#include "../relatives/circuit.h"
#include "fovea/answers.h"
#include "fovea/error.h"

namespace fovea {

void explainLabel(const Model& model, Index label, CircuitQuestion& question) {
  if (!model.answers || model.answers->heads.empty() || model.answers->heads[0].labels.empty())
    refuse(ErrorCode::kInvalidConfig, "the model has no head with labels");
  const AnswerHead& head = model.answers->heads[0];
  if (label < 0) {
    EncoderActivations activations;
    model.encoder.forward(question.ids, activations);
    AnswerActivations a;
    answerForward(head, model.encoder.output(activations), activations.sequences, a);
    a.logits.row(head.kind == AnswerKind::kText ? 0 : question.token).maxCoeff(&label);
  }
  question.answer = question.other = static_cast<std::int32_t>(label);
  const bool logits = question.metric == CircuitMetric::kLogits;
  question.reader = [&, label, logits, token = question.token](const EncoderActivations& a) {
    return labelScore(head, label, logits, model.encoder.output(a), a.sequences, token);
  };
}

}  // namespace fovea
