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

  PartFields(const EncoderConfig& config, Index tokens, Visit& visit)
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

  /// `keys` is the axis of what is attended to.
  template <typename A, typename M, typename N>
  void attention(const std::string& name, const Structure& structure, const Axis& keys, A& a,
                 M& residual, N& norm) const {
    rows(name + ".query", a.query);
    visit_(name + ".key", Axes{keys, {"model", config_.dModel}}, a.key);
    visit_(name + ".value", Axes{keys, {"model", config_.dModel}}, a.value);
    const Axes perHead{{"head", config_.heads}, {"query", tokens_}, {"key", keys.size}};
    visit_(name + ".scores", perHead, a.scores);
    visit_(name + ".weights", perHead, a.weights);
    rows(name + ".heads", a.heads);
    sublayer(name, structure, a.output, residual, norm);
  }
  template <typename L>
  void feedForward(const std::string& name, const Structure& structure, L& l) const {
    hidden(name + ".hidden", l.feedForward.hidden);
    hidden(name + ".activated", l.feedForward.activated);
    sublayer(name, structure, l.feedForward.output, l.feedForwardResidual, l.feedForwardNorm);
  }

 private:
  template <typename M>
  void hidden(const std::string& name, M& m) const {
    visit_(name, Axes{token(), {"hidden", config_.dFf}}, m);
  }
  template <typename N>
  void statistics(const std::string& name, N& norm, const Axes& axes) const {
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

  const EncoderConfig& config_;
  Index tokens_;
  Visit& visit_;
};

}  // namespace fovea
