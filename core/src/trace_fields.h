#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "fovea/decoder.h"
#include "fovea/picture_encoder.h"
#include "fovea/trace.h"

namespace fovea {

/// The one list that maps fields to names: calls visit(name, axes, field) for every tensor of a
/// pass, or of its gradients. The trace, `--set`, `grad.` and the checks of a backward pass follow
/// from it. Activations are const or not; their fields need not be filled yet, but the layers must
/// be there.
template <typename Visit>
class TraceFields {
 public:
  using Axes = std::vector<Axis>;

  TraceFields(const ModelConfig& config, const PassSetting& pass, Visit& visit)
      : config_(config), pass_(pass), visit_(visit) {}

  template <typename A>
  void ofEncoder(A& a, bool withPrediction) const {
    visit_("tokens.ids", Axes{token()}, a.ids);
    pass("", a);
    if (withPrediction) prediction(a.maskedWord);
  }
  template <typename A>
  void ofDecoder(A& a) const {
    visit_("decoder.tokens.ids", Axes{token()}, a.ids);
    pass("decoder.", a);
    logits(a.logits);
  }
  template <typename A>
  void ofPicture(A& a) const {
    visit_("question.id", Axes{{"question", 1}}, a.questions);
    visit_("patches.pixels", Axes{{"patch", config_.patches()}, {"pixel", config_.patchNumbers()}},
           a.pixels);
    pass("", a);
    visit_("logits", Axes{{"answer", config_.answers}}, a.logits);
  }

  template <typename L>
  void layer(const std::string& name, const Structure& structure, L& l) const {
    attention(name + ".attention", structure.positions, token(), l.attention);
    sublayer(name + ".attention", structure, l.attention.output, l.attentionResidual,
             l.attentionNorm);
    if (kWithVariants && pass_.memory.count() > 0) {
      attention(name + ".crossAttention", Positions::kNone, {"memory", pass_.memory.tokens()},
                l.crossAttention);
      sublayer(name + ".crossAttention", structure, l.crossAttention.output,
               l.crossAttentionResidual, l.crossAttentionNorm);
    }
    feedForward(name + ".feedForward", l);
    sublayer(name + ".feedForward", structure, l.feedForward.output, l.feedForwardResidual,
             l.feedForwardNorm);
  }

 private:
  Axis token() const { return {"token", pass_.sequences.tokens()}; }

  /// Embedding, layers and output, which every pass has.
  template <typename A>
  void pass(const std::string& prefix, A& a) const {
    embedding(prefix + "embedding", a.embedding);
    if (a.capture == Capture::kAllLayers)
      for (Index l = 0; l < a.depth; ++l)
        layer(prefix + "layers." + std::to_string(l), a.structure.ofLayer(l), a.layer(l));
    rows(prefix + "output", stackOutput(config_, a));
    if (hasFinalNorm(config_, a.structure))
      statistics(prefix + "output", a.finalNorm, Axes{token()});
  }

  template <typename E>
  void embedding(const std::string& name, E& e) const {
    rows(name + ".tokens", e.tokens);
    rows(name + ".positions", e.positions);
    rows(name + ".output", embeddingOutput(config_, e));
    if (!config_.embeddingNorm) return;
    rows(name + ".sum", e.sum);
    statistics(name + ".output", e.norm, Axes{token()});
  }

  /// `keys` is the axis of what is attended to.
  template <typename A>
  void attention(const std::string& name, Positions positions, const Axis& keys, A& a) const {
    rows(name + ".query", a.query);
    // Of fewer heads than the queries have, keys are narrower than the model.
    const Index d = config_.dKv();
    const Axes ofKeys{keys, {d == config_.dModel ? "model" : "shared", d}};
    visit_(name + ".key", ofKeys, a.key);
    visit_(name + ".value", ofKeys, a.value);
    if (isRotary(positions)) {
      rows(name + ".query.rotated", a.rotatedQuery);
      visit_(name + ".key.rotated", ofKeys, a.rotatedKey);
    }
    const Axes perHead{
        {"head", config_.heads}, {"query", pass_.sequences.tokens()}, {"key", keys.size}};
    visit_(name + ".scores", perHead, a.scores);
    if (isAlibi(positions)) visit_(name + ".biases", perHead, a.biases);
    visit_(name + ".weights", perHead, a.weights);
    rows(name + ".heads", a.heads);
  }

  /// What is computed before the sublayer's output: one network, or experts.
  template <typename L>
  void feedForward(const std::string& name, L& l) const {
    if (!config_.hasExperts()) return network(name, l.feedForward);
    const Axes axes{token(), {"expert", config_.experts}};
    visit_(name + ".router", axes, l.mixture.router);
    visit_(name + ".probabilities", axes, l.mixture.probabilities);
    visit_(name + ".choice", axes, l.mixture.choice);
    for (std::size_t e = 0; e < l.mixture.experts.size(); ++e) {
      const std::string expert = name + ".experts." + std::to_string(e);
      network(expert, l.mixture.experts[e]);
      rows(expert + ".output", l.mixture.experts[e].output);
    }
  }
  template <typename F>
  void network(const std::string& name, F& f) const {
    const Axes axes{token(), {"hidden", config_.dFf}};
    visit_(name + ".hidden", axes, f.hidden);
    visit_(name + ".activated", axes, f.activated);
    if (!config_.isGated()) return;
    visit_(name + ".up", axes, f.up);
    visit_(name + ".gated", axes, f.gated);
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

  template <typename P>
  void prediction(P& p) const {
    rows("prediction.hidden", p.hidden);
    rows("prediction.activated", p.activated);
    rows("prediction.norm", p.norm.output);
    statistics("prediction.norm", p.norm, Axes{token()});
    logits(p.logits);
  }
  template <typename M>
  void logits(M& m) const {
    visit_("logits", Axes{token(), {"vocabulary", config_.vocabSize}}, m);
  }

  template <typename M>
  void rows(const std::string& name, M& m) const {
    visit_(name, Axes{token(), {"model", config_.dModel}}, m);
  }
  template <typename N>
  void statistics(const std::string& name, N& norm, const Axes& axes) const {
    if (config_.isRms()) return visit_(name + ".rrms", axes, norm.rstd);
    visit_(name + ".mean", axes, norm.mean);
    visit_(name + ".rstd", axes, norm.rstd);
  }

  const ModelConfig& config_;
  const PassSetting& pass_;
  Visit& visit_;
};

/// The prediction is an encoder's: whether its tensors are visited too.
template <typename A, typename Visit>
void forEachField(const ModelConfig& config, A& activations, Visit&& visit, bool withPrediction) {
  using Activations = std::remove_const_t<A>;
  const TraceFields fields(config, activations, visit);
  if constexpr (std::is_same_v<Activations, EncoderActivations>) {
    fields.ofEncoder(activations, withPrediction);
  } else if constexpr (std::is_same_v<Activations, DecoderActivations>) {
    fields.ofDecoder(activations);
  } else {
    fields.ofPicture(activations);
  }
}

}  // namespace fovea
