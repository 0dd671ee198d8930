#include "trace_fields.h"

namespace fovea {
namespace {

class TraceFields {
 public:
  using Axes = std::vector<Axis>;

  TraceFields(const ModelConfig& config, const PassSetting& pass, const VisitField& visit)
      : config_(config), pass_(pass), visit_(visit) {}

  void ofEncoder(const EncoderActivations& a, bool withPrediction) const {
    visit("tokens.ids", Axes{token()}, a.ids);
    pass("", a);
    if (withPrediction) prediction(a.maskedWord);
  }
  void ofDecoder(const DecoderActivations& a) const {
    visit("decoder.tokens.ids", Axes{token()}, a.ids);
    pass("decoder.", a);
    logits(a.logits);
  }
  void ofPicture(const PictureActivations& a) const {
    visit("question.id", Axes{{"question", 1}}, a.questions);
    visit("patches.pixels", Axes{{"patch", config_.patches()}, {"pixel", config_.patchNumbers()}},
          a.pixels);
    pass("", a);
    visit("logits", Axes{{"answer", config_.answers}}, a.logits);
  }

  void layer(const std::string& prefix, const Structure& structure,
             const LayerActivations& l) const {
    const bool hasBiases = isAlibi(structure.positions) ||
                           (config_.relativeBuckets > 0 && isAdded(structure.positions));
    attention(prefix + "attention", structure.positions, hasBiases, token(), l.attention);
    sublayer(prefix + "attention", structure, l.attention.output, l.attentionResidual,
             l.attentionNorm);
    if (kWithVariants && pass_.memory.count() > 0) {
      attention(prefix + "crossAttention", PositionEmbedding::kNone, false,
                {"memory", pass_.memory.tokens()}, l.crossAttention);
      sublayer(prefix + "crossAttention", structure, l.crossAttention.output,
               l.crossAttentionResidual, l.crossAttentionNorm);
    }
    feedForward(prefix + "feedForward", l);
    sublayer(prefix + "feedForward", structure, l.feedForward.output, l.feedForwardResidual,
             l.feedForwardNorm);
  }

 private:
  template <typename Tensor>
  void visit(const std::string& name, const Axes& axes, const Tensor& tensor) const {
    visit_({name, axes, &tensor, tensor.rows(), tensor.cols(), tensor.data(), nullptr});
  }
  void visit(const std::string& name, const Axes& axes, const TokenIds& ids) const {
    visit_({name, axes, &ids, 1, static_cast<Index>(ids.size()), nullptr, ids.data()});
  }

  Axis token() const { return {"token", pass_.sequences.tokens()}; }

  /// Embedding, layers and output, which every pass has.
  void pass(const std::string& prefix, const PassActivations& a) const {
    embedding(prefix + "embedding", a.embedding);
    if (a.capture == Capture::kAllLayers)
      for (Index l = 0; l < a.depth; ++l)
        layer(prefix + "layers." + std::to_string(l) + ".", a.structure.ofLayer(l), a.layer(l));
    rows(prefix + "output", stackOutput(config_, a));
    if (hasFinalNorm(config_, a.structure))
      statistics(prefix + "output", a.finalNorm, Axes{token()});
  }

  void embedding(const std::string& name, const EmbeddingActivations& e) const {
    const bool projects = config_.projectsEmbedding();
    const auto narrow = [&](const char* part, const Matrix& m) {
      visit(name + part,
            Axes{token(), {projects ? "embedding" : "model", config_.embeddingWidth()}}, m);
    };
    narrow(".tokens", e.tokens);
    narrow(".positions", e.positions);
    rows(name + ".output", embeddingOutput(config_, e));
    if (projects) narrow(".narrow", embeddingBeforeProjection(config_, e));
    if (!config_.embeddingNorm) return;
    narrow(".sum", e.sum);
    statistics(name + (projects ? ".narrow" : ".output"), e.norm, Axes{token()});
  }

  /// `keys` is the axis of what is attended to.
  void attention(const std::string& name, PositionEmbedding positions, bool hasBiases,
                 const Axis& keys, const AttentionActivations& a) const {
    rows(name + ".query", a.query);
    // Of fewer heads than the queries have, keys are narrower than the model.
    const Index d = config_.dKv();
    const Axes ofKeys{keys, {d == config_.dModel ? "model" : "shared", d}};
    visit(name + ".key", ofKeys, a.key);
    visit(name + ".value", ofKeys, a.value);
    if (isRotary(positions)) {
      rows(name + ".query.rotated", a.rotatedQuery);
      visit(name + ".key.rotated", ofKeys, a.rotatedKey);
    }
    const Axes perHead{
        {"head", config_.heads}, {"query", pass_.sequences.tokens()}, {"key", keys.size}};
    visit(name + ".scores", perHead, a.scores);
    if (hasBiases) visit(name + ".biases", perHead, a.biases);
    visit(name + ".weights", perHead, a.weights);
    rows(name + ".heads", a.heads);
  }

  /// What is computed before the sublayer's output: one network, or experts.
  void feedForward(const std::string& name, const LayerActivations& l) const {
    if (!config_.hasExperts()) return network(name, l.feedForward);
    const Axes axes{token(), {"expert", config_.experts}};
    visit(name + ".router", axes, l.mixture.router);
    visit(name + ".probabilities", axes, l.mixture.probabilities);
    visit(name + ".choice", axes, l.mixture.choice);
    for (std::size_t e = 0; e < l.mixture.experts.size(); ++e) {
      const std::string expert = name + ".experts." + std::to_string(e);
      network(expert, l.mixture.experts[e]);
      rows(expert + ".output", l.mixture.experts[e].output);
    }
  }
  void network(const std::string& name, const FeedForwardActivations& f) const {
    const Axes axes{token(), {"hidden", config_.dFf}};
    visit(name + ".hidden", axes, f.hidden);
    visit(name + ".activated", axes, f.activated);
    if (!config_.isGated()) return;
    visit(name + ".up", axes, f.up);
    visit(name + ".gated", axes, f.gated);
  }

  /// What follows f in a sublayer, and the norm wherever the structure has it.
  void sublayer(const std::string& name, const Structure& structure, const Matrix& output,
                const Matrix& residual, const LayerNormActivations& norm) const {
    rows(name + ".output", output);
    rows(name + ".residual", residual);
    const bool isThere =
        config_.hasAttentionNorm(structure.layer) || name.find("attention") == std::string::npos;
    if (structure.norm == NormOrder::kNone || !isThere) return;
    rows(name + ".norm", norm.output);
    const Axis along = structure.bugs.normOverTokens ? Axis{"model", config_.dModel} : token();
    statistics(name + ".norm", norm, Axes{along});
  }

  void prediction(const MaskedWordActivations& p) const {
    const Axes narrow{token(), {"model", config_.embeddingWidth()}};
    visit("prediction.hidden", narrow, p.hidden);
    visit("prediction.activated", narrow, p.activated);
    visit("prediction.norm", narrow, p.norm.output);
    statistics("prediction.norm", p.norm, Axes{token()});
    logits(p.logits);
  }
  void logits(const Matrix& m) const {
    visit("logits", Axes{token(), {"vocabulary", config_.vocabSize}}, m);
  }

  void rows(const std::string& name, const Matrix& m) const {
    visit(name, Axes{token(), {"model", config_.dModel}}, m);
  }
  void statistics(const std::string& name, const LayerNormActivations& norm,
                  const Axes& axes) const {
    if (config_.isRms()) return visit(name + ".rrms", axes, norm.rstd);
    visit(name + ".mean", axes, norm.mean);
    visit(name + ".rstd", axes, norm.rstd);
  }

  const ModelConfig& config_;
  const PassSetting& pass_;
  const VisitField& visit_;
};

}  // namespace

void forEachField(const ModelConfig& config, const EncoderActivations& activations,
                  const VisitField& visit, bool withPrediction) {
  TraceFields(config, activations, visit).ofEncoder(activations, withPrediction);
}

void forEachField(const ModelConfig& config, const DecoderActivations& activations,
                  const VisitField& visit, bool /*withPrediction*/) {
  TraceFields(config, activations, visit).ofDecoder(activations);
}

void forEachField(const ModelConfig& config, const PictureActivations& activations,
                  const VisitField& visit, bool /*withPrediction*/) {
  TraceFields(config, activations, visit).ofPicture(activations);
}

void forEachFieldOfLayer(const ModelConfig& config, const StackActivations& activations, Index l,
                         const VisitField& visit) {
  TraceFields(config, activations, visit)
      .layer("", activations.structure.ofLayer(l), activations.layer(l));
}

}  // namespace fovea
