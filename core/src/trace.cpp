#include "fovea/trace.h"

#include "fovea/error.h"

namespace fovea {
namespace {

class Tracer {
 public:
  Tracer(const EncoderConfig& config, Index tokens,
         const std::function<void(const TraceTensor&)>& visit)
      : config_(config), tokens_(tokens), visit_(visit) {}

  void ids(const std::string& name, const TokenIds& ids) const {
    visit_({name, {{"token", tokens_}}, nullptr, ids.data()});
  }
  void rows(const std::string& name, const Matrix& m, const char* axis = "model") const {
    visit_({name, {{"token", tokens_}, {axis, m.cols()}}, m.data(), nullptr});
  }
  void perToken(const std::string& name, const RowVector& v) const {
    visit_({name, {{"token", tokens_}}, v.data(), nullptr});
  }
  void perHead(const std::string& name, const RowVector& v) const {
    visit_(
        {name, {{"head", config_.heads}, {"query", tokens_}, {"key", tokens_}}, v.data(), nullptr});
  }
  void norm(const std::string& name, const LayerNormActivations& norm) const {
    rows(name, norm.output);
    statistics(name, norm);
  }
  void statistics(const std::string& name, const LayerNormActivations& norm) const {
    perToken(name + ".mean", norm.mean);
    perToken(name + ".rstd", norm.rstd);
  }

  void embedding(const EmbeddingActivations& a) const {
    rows("embedding.tokens", a.tokens);
    rows("embedding.positions", a.positions);
    rows("embedding.output", embeddingOutput(config_, a));
    if (config_.embeddingNorm) {
      rows("embedding.sum", a.sum);
      statistics("embedding.output", a.norm);
    }
  }
  void layer(const std::string& name, const EncoderLayerActivations& a) const {
    const std::string attention = name + ".attention";
    rows(attention + ".query", a.attention.query);
    rows(attention + ".key", a.attention.key);
    rows(attention + ".value", a.attention.value);
    perHead(attention + ".scores", a.attention.scores);
    perHead(attention + ".weights", a.attention.weights);
    rows(attention + ".heads", a.attention.heads);
    rows(attention + ".output", a.attention.output);
    rows(attention + ".residual", a.attentionResidual);
    norm(attention + ".norm", a.attentionNorm);

    const std::string feedForward = name + ".feedForward";
    rows(feedForward + ".hidden", a.feedForward.hidden, "hidden");
    rows(feedForward + ".activated", a.feedForward.activated, "hidden");
    rows(feedForward + ".output", a.feedForward.output);
    rows(feedForward + ".residual", a.feedForwardResidual);
    norm(feedForward + ".norm", a.feedForwardNorm);
  }
  void prediction(const MaskedWordActivations& a) const {
    rows("prediction.hidden", a.hidden);
    rows("prediction.activated", a.activated);
    norm("prediction.norm", a.norm);
    rows("logits", a.logits, "vocabulary");
  }

 private:
  const EncoderConfig& config_;
  Index tokens_;
  const std::function<void(const TraceTensor&)>& visit_;
};

}  // namespace

void forEachTensor(const Encoder& encoder, const EncoderActivations& activations,
                   const std::function<void(const TraceTensor&)>& visit) {
  if (activations.sequences.count() != 1)
    throw ModelError(ErrorCode::kInvalidInput, "a trace has one sequence, this one has " +
                                                   std::to_string(activations.sequences.count()));
  const EncoderConfig& config = encoder.config();
  const Tracer trace(config, activations.sequences.tokens(), visit);
  trace.ids("tokens.ids", activations.ids);
  trace.embedding(activations.embedding);
  if (activations.capture == Capture::kAllLayers) {
    for (Index l = 0; l < config.layers; ++l)
      trace.layer("layers." + std::to_string(l), activations.layer(l));
  }
  trace.rows("output", encoder.output(activations));
  if (config.normOrder == NormOrder::kPre) trace.statistics("output", activations.finalNorm);
  if (activations.predicted) trace.prediction(activations.maskedWord);
}

}  // namespace fovea
