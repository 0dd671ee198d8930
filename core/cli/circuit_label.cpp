#include "circuit_label.h"

#include <algorithm>
#include <stdexcept>

#include "fovea/answers.h"
#include "text.h"

namespace fovea::cli {

CircuitReader readerOf(const std::string& label, const Model& model, CircuitMetric metric,
                       Index token) {
  if (!model.answers || model.answers->heads.empty() || model.answers->heads[0].labels.empty())
    throw std::runtime_error("--label: the model has no head with labels; use --pair WORDS");
  const AnswerHead& head = model.answers->heads[0];
  const auto found = std::find(head.labels.begin(), head.labels.end(), label);
  if (found == head.labels.end()) {
    std::string all;
    for (const std::string& each : head.labels) all += (all.empty() ? "" : ", ") + printable(each);
    throw std::runtime_error("--label " + printable(label) + ": the model's labels are " + all);
  }
  return [&, metric, token, index = found - head.labels.begin()](const EncoderActivations& a) {
    return labelScore(head, index, metric == CircuitMetric::kLogits, model.encoder.output(a),
                      a.sequences, token);
  };
}

}  // namespace fovea::cli
