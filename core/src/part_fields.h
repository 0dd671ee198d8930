#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "fovea/trace.h"

namespace fovea {

/// Calls visit(name, axes, field) for the tensors of the parts that encoder and decoder have in
/// common, each of `tokens` rows.
template <typename Visit>
class PartFields {
 public:
  using Axes = std::vector<Axis>;

  PartFields(const ModelConfig& config, Index tokens, Visit& visit)
      : config_(config), tokens_(tokens), visit_(visit) {}

  Axis token() const { return {"token", tokens_}; }

  template <typename M>
  void rows(const std::string& name, M& m) const {
    visit_(name, Axes{token(), {"model", config_.dModel}}, m);
  }
  template <typename N>
  void statistics(const std::string& name, N& norm) const {
    statistics(name, norm, Axes{token()});
  }

  template <typename E>
  void embedding(const std::string& name, E& e) const {
    rows(name + ".tokens", e.tokens);
    rows(name + ".positions", e.positions);
    rows(name + ".output", embeddingOutput(config_, e));
    if (config_.embeddingNorm) {
      rows(name + ".sum", e.sum);
      statistics(name + ".output", e.norm);
    }
  }

  template <typename L>
  void encoderLayer(const std::string& name, const Structure& structure, L& l) const {
    attention(name + ".attention", structure, token(), l.attention, l.attentionResidual,
              l.attentionNorm);
    feedForward(name + ".feedForward", structure, l);
  }

  /// `keys` is the axis of what is attended to.
  template <typename A, typename M, typename N>
  void attention(const std::string& name, const Structure& structure, const Axis& keys, A& a,
                 M& residual, N& norm) const {
    rows(name + ".query", a.query);
    // Of fewer heads than the queries have, keys are narrower than the model.
    const Index d = config_.dKv();
    const Axes ofKeys{keys, {d == config_.dModel ? "model" : "shared", d}};
    visit_(name + ".key", ofKeys, a.key);
    visit_(name + ".value", ofKeys, a.value);
    if (isRotary(structure.positions)) {
      rows(name + ".query.rotated", a.rotatedQuery);
      visit_(name + ".key.rotated", ofKeys, a.rotatedKey);
    }
    const Axes perHead{{"head", config_.heads}, {"query", tokens_}, {"key", keys.size}};
    visit_(name + ".scores", perHead, a.scores);
    if (isAlibi(structure.positions)) visit_(name + ".biases", perHead, a.biases);
    visit_(name + ".weights", perHead, a.weights);
    rows(name + ".heads", a.heads);
    sublayer(name, structure, a.output, residual, norm);
  }
  template <typename L>
  void feedForward(const std::string& name, const Structure& structure, L& l) const {
    if (config_.hasExperts()) {
      experts(name, l.mixture);
    } else {
      network(name, l.feedForward);
    }
    sublayer(name, structure, l.feedForward.output, l.feedForwardResidual, l.feedForwardNorm);
  }

 private:
  template <typename Mixture>
  void experts(const std::string& name, Mixture& mixture) const {
    const Axes axes{token(), {"expert", config_.experts}};
    visit_(name + ".router", axes, mixture.router);
    visit_(name + ".probabilities", axes, mixture.probabilities);
    visit_(name + ".choice", axes, mixture.choice);
    for (std::size_t e = 0; e < mixture.experts.size(); ++e) {
      const std::string expert = name + ".experts." + std::to_string(e);
      network(expert, mixture.experts[e]);
      rows(expert + ".output", mixture.experts[e].output);
    }
  }

  /// What is computed before the output.
  template <typename F>
  void network(const std::string& name, F& f) const {
    hidden(name + ".hidden", f.hidden);
    hidden(name + ".activated", f.activated);
    if (!config_.isGated()) return;
    hidden(name + ".up", f.up);
    hidden(name + ".gated", f.gated);
  }
  template <typename M>
  void hidden(const std::string& name, M& m) const {
    visit_(name, Axes{token(), {"hidden", config_.dFf}}, m);
  }
  template <typename N>
  void statistics(const std::string& name, N& norm, const Axes& axes) const {
    if (config_.isRms()) return visit_(name + ".rrms", axes, norm.rstd);
    visit_(name + ".mean", axes, norm.mean);
    visit_(name + ".rstd", axes, norm.rstd);
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

  const ModelConfig& config_;
  Index tokens_;
  Visit& visit_;
};

}  // namespace fovea
