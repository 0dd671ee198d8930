#include "fovea/train/compared_network.h"

#include "fovea/train/loss.h"

namespace fovea {
namespace {

Matrix logitsOf(const PredictionHead& head, const Matrix& output, const std::vector<Index>& rows) {
  Matrix x(static_cast<Index>(rows.size()), output.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) x.row(static_cast<Index>(i)) = output.row(rows[i]);
  MaskedWordActivations activations;
  maskedWordForward(head.config, head.weights, head.embeddings, x, activations);
  return std::move(activations.logits);
}

// The gradient of the output; that of the head's parameters goes into `gradient` and is not read.
template <typename Weights>
Matrix outputGradient(const PredictionHead& head, const Matrix& output, Index token,
                      std::int32_t piece, Weights& gradient) {
  TrainingBatch batch;
  batch.references.add(token, piece);
  Matrix dOutput;
  batchLoss(head, output, batch, {output.rows(), 0, 1}, 1, dOutput,
            {gradient.maskedWord, gradient.embedding.tokens});
  return dOutput;
}

class ComparedEncoder : public ComparedNetwork {
 public:
  explicit ComparedEncoder(const Encoder& encoder)
      : encoder_(encoder), discardedGradient_(ModelWeights::zeros(encoder.config())) {}

  void read(const TokenIds& ids) override {
    ForwardOptions options;
    options.capture = Capture::kNone;
    encoder_.forward(ids, unkept_, options);
  }

  Matrix logitsAt(const TokenIds& ids, const Sequences& sequences,
                  const std::vector<Index>& rows) override {
    encoder_.forward(ids, sequences, activations_);
    return logitsOf(headOf(encoder_), encoder_.output(activations_), rows);
  }

  Matrix embeddingGradient(const TokenIds& ids, Index token, std::int32_t piece) override {
    encoder_.forward(ids, activations_);
    const Matrix dOutput = outputGradient(headOf(encoder_), encoder_.output(activations_), token,
                                          piece, discardedGradient_);
    encoder_.backward(activations_, dOutput, dActivations_, discardedGradient_);
    return dActivations_.embedding.sum;
  }

 private:
  const Encoder& encoder_;
  EncoderActivations activations_;
  EncoderActivations unkept_;
  EncoderActivations dActivations_;
  ModelWeights discardedGradient_;
};

class ComparedRecurrent : public ComparedNetwork {
 public:
  explicit ComparedRecurrent(const RecurrentNetwork& network)
      : network_(network), discardedGradient_(RecurrentWeights::zeros(network.config())) {}

  void read(const TokenIds& ids) override { run(ids); }

  Matrix logitsAt(const TokenIds& ids, const Sequences& sequences,
                  const std::vector<Index>& rows) override {
    network_.forward(ids, sequences, activations_);
    return logitsOf(headOf(network_), RecurrentNetwork::output(activations_), rows);
  }

  Matrix embeddingGradient(const TokenIds& ids, Index token, std::int32_t piece) override {
    run(ids);
    const Matrix dOutput = outputGradient(headOf(network_), RecurrentNetwork::output(activations_),
                                          token, piece, discardedGradient_);
    EmbeddingActivations dEmbedding;
    network_.backward(activations_, dOutput, dEmbedding, discardedGradient_);
    return dEmbedding.sum;
  }

 private:
  void run(const TokenIds& ids) {
    network_.forward(ids, Sequences({static_cast<Index>(ids.size())}), activations_);
  }

  const RecurrentNetwork& network_;
  RecurrentActivations activations_;
  RecurrentWeights discardedGradient_;
};

}  // namespace

std::unique_ptr<ComparedNetwork> compared(const Encoder& encoder) {
  return std::make_unique<ComparedEncoder>(encoder);
}

std::unique_ptr<ComparedNetwork> compared(const RecurrentNetwork& network) {
  return std::make_unique<ComparedRecurrent>(network);
}

}  // namespace fovea
