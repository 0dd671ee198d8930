#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "fovea/trace.h"

namespace fovea {

/// Calls visit(name, axes, field) for every tensor of a pass, or of its gradients: the one place
/// that maps fields to names. `Activations` is EncoderActivations, const or not; the fields need
/// not be filled yet, but the layers must be there.
template <typename Activations, typename Visit>
class TraceFields {
 public:
  TraceFields(const EncoderConfig& config, Activations& activations, Visit& visit)
      : config_(config), a_(activations), visit_(visit) {}

  void visitAll(bool withPrediction) const {
    visit_("tokens.ids", Axes{token()}, a_.ids);
    embedding(a_.embedding);
    if (a_.capture == Capture::kAllLayers)
      for (Index l = 0; l < config_.layers; ++l)
        layer("layers." + std::to_string(l), a_.structure.ofLayer(l), a_.layer(l));
    rows("output", encoderStackOutput(config_, a_));
    if (hasFinalNorm(config_, a_.structure)) statistics("output", a_.finalNorm);
    if (withPrediction) prediction(a_.maskedWord);
  }

 private:
  using Axes = std::vector<Axis>;

  Axis token() const { return {"token", a_.sequences.tokens()}; }

  template <typename M>
  void rows(const std::string& name, M& m) const {
    visit_(name, Axes{token(), {"model", config_.dModel}}, m);
  }
  template <typename M>
  void hidden(const std::string& name, M& m) const {
    visit_(name, Axes{token(), {"hidden", config_.dFf}}, m);
  }
  template <typename V>
  void perHead(const std::string& name, V& v) const {
    const Index n = a_.sequences.tokens();
    visit_(name, Axes{{"head", config_.heads}, {"query", n}, {"key", n}}, v);
  }
  template <typename N>
  void statistics(const std::string& name, N& norm, const Axes& axes) const {
    visit_(name + ".mean", axes, norm.mean);
    visit_(name + ".rstd", axes, norm.rstd);
  }
  template <typename N>
  void statistics(const std::string& name, N& norm) const {
    statistics(name, norm, Axes{token()});
  }

  /// What follows f in a sublayer, and the norm wherever the structure has it.
  template <typename M, typename N>
  void sublayer(const std::string& name, const Structure& structure, M& output, M& residual,
                N& norm) const {
    rows(name + ".output", output);
    rows(name + ".residual", residual);
    if (structure.norm == NormPlacement::kNone) return;
    rows(name + ".norm", norm.output);
    const Axis along = structure.normOverTokens ? Axis{"model", config_.dModel} : token();
    statistics(name + ".norm", norm, Axes{along});
  }

  template <typename E>
  void embedding(E& e) const {
    rows("embedding.tokens", e.tokens);
    rows("embedding.positions", e.positions);
    rows("embedding.output", embeddingOutput(config_, e));
    if (config_.embeddingNorm) {
      rows("embedding.sum", e.sum);
      statistics("embedding.output", e.norm);
    }
  }
  template <typename L>
  void layer(const std::string& name, const Structure& structure, L& l) const {
    const std::string attention = name + ".attention";
    rows(attention + ".query", l.attention.query);
    rows(attention + ".key", l.attention.key);
    rows(attention + ".value", l.attention.value);
    perHead(attention + ".scores", l.attention.scores);
    perHead(attention + ".weights", l.attention.weights);
    rows(attention + ".heads", l.attention.heads);
    sublayer(attention, structure, l.attention.output, l.attentionResidual, l.attentionNorm);

    const std::string feedForward = name + ".feedForward";
    hidden(feedForward + ".hidden", l.feedForward.hidden);
    hidden(feedForward + ".activated", l.feedForward.activated);
    sublayer(feedForward, structure, l.feedForward.output, l.feedForwardResidual,
             l.feedForwardNorm);
  }
  template <typename P>
  void prediction(P& p) const {
    rows("prediction.hidden", p.hidden);
    rows("prediction.activated", p.activated);
    rows("prediction.norm", p.norm.output);
    statistics("prediction.norm", p.norm);
    visit_("logits", Axes{token(), {"vocabulary", config_.vocabSize}}, p.logits);
  }

  const EncoderConfig& config_;
  Activations& a_;
  Visit& visit_;
};

template <typename Activations, typename Visit>
void forEachField(const EncoderConfig& config, Activations& activations, bool withPrediction,
                  Visit&& visit) {
  TraceFields<Activations, std::remove_reference_t<Visit>>(config, activations, visit)
      .visitAll(withPrediction);
}

}  // namespace fovea
