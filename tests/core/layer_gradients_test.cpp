#include "catch2.h"
#include "closeness.h"
#include "fovea/attention.h"
#include "fovea/embedding.h"
#include "fovea/layer.h"
#include "fovea/masked_word_head.h"
#include "fovea/softmax.h"
#include "numeric_gradient.h"
#include "samples.h"

// Every layer's backward pass against differences of its forward pass, in double precision: no
// other implementation is involved. The loss is Σ output ∘ c with a random c.
using namespace fovea;
using namespace fovea::test;

namespace {

constexpr double kGradientTolerance = 1e-8;

double dot(const Matrix& a, const Matrix& b) { return a.cwiseProduct(b).sum(); }

template <typename Tensor>
void check(const char* name, const Tensor& gradient, Tensor& tensor,
           const std::function<double()>& loss) {
  INFO(name);
  CHECK(relativeError(gradient, numericGradient(tensor, loss)) < kGradientTolerance);
}

void check(const char* name, const LinearWeights& gradient, LinearWeights& weights,
           const std::function<double()>& loss) {
  check(name, gradient.weight, weights.weight, loss);
  check(name, gradient.bias, weights.bias, loss);
}

void check(const char* name, const LayerNormWeights& gradient, LayerNormWeights& weights,
           const std::function<double()>& loss) {
  check(name, gradient.gamma, weights.gamma, loss);
  check(name, gradient.beta, weights.beta, loss);
}

void check(const AttentionWeights& gradient, AttentionWeights& weights,
           const std::function<double()>& loss) {
  check("query", gradient.query, weights.query, loss);
  check("key weight", gradient.key.weight, weights.key.weight, loss);
  CHECK((gradient.key.bias - numericGradient(weights.key.bias, loss)).norm() < 1e-10);  // both 0
  check("value", gradient.value, weights.value, loss);
  check("output", gradient.output, weights.output, loss);
}

}  // namespace

TEST_CASE("gradients of a linear layer", "[gradient][linear]") {
  Random random(1);
  LinearWeights weights = randomLinear(random, 3, 5);
  Matrix x = randomMatrix(random, 4, 5);
  const Matrix c = randomMatrix(random, 4, 3);
  Matrix y;
  const auto loss = [&] {
    linearForward(weights, x, y);
    return dot(y, c);
  };
  LinearWeights gradient = LinearWeights::zeros(3, 5);
  Matrix dx;
  linearBackward(weights, x, c, gradient, dx);
  check("weights", gradient, weights, loss);
  check("x", dx, x, loss);
}

TEST_CASE("gradients of the activations", "[gradient][activation]") {
  const auto activation = GENERATE(Activation::kRelu, Activation::kGelu, Activation::kGeluTanh,
                                   Activation::kSilu, Activation::kNone);
  Random random(2);
  Matrix x = randomMatrix(random, 5, 7, 2);
  const Matrix c = randomMatrix(random, 5, 7);
  Matrix y;
  Matrix dx;
  activationBackward(activation, x, c, dx);
  check("x", dx, x, [&] {
    activationForward(activation, x, y);
    return dot(y, c);
  });
}

TEST_CASE("gradients of layer norm", "[gradient][layer_norm]") {
  const double eps = GENERATE(0.0, 1e-5, 0.1);
  Random random(3);
  LayerNormWeights weights = randomNorm(random, 6);
  Matrix x = randomMatrix(random, 4, 6);
  const Matrix c = randomMatrix(random, 4, 6);
  LayerNormActivations y;
  const auto loss = [&] {
    layerNormForward(weights, eps, x, y);
    return dot(y.output, c);
  };
  loss();
  LayerNormWeights gradient = LayerNormWeights::zeros(6);
  LayerNormActivations dy{c, {}, {}};
  Matrix dx;
  layerNormBackward(weights, x, y, dy, gradient, dx);
  check("weights", gradient, weights, loss);
  check("x", dx, x, loss);
  loss();  // the statistics of x itself again
  const auto lossOfOutput = [&] {
    layerNormOutput(weights, x, y);
    return dot(y.output, c);
  };
  check("mean", dy.mean, y.mean, lossOfOutput);
  check("rstd", dy.rstd, y.rstd, lossOfOutput);
}

TEST_CASE("gradients of softmax", "[gradient][softmax]") {
  const bool causal = GENERATE(false, true);
  const AttentionMask mask{causal, {1, 0, 1, 1, 1}};
  constexpr auto kScale = Scalar(0.7);
  Random random(4);
  Matrix scores = randomMatrix(random, 5, 5);
  const Matrix c = randomMatrix(random, 5, 5);
  Matrix weights(5, 5);
  const auto loss = [&] {
    softmaxForward(scores, kScale, mask, 0, weights);
    return dot(weights, c);
  };
  loss();
  Matrix dScores(5, 5);
  softmaxBackward(weights, c, kScale, dScores);
  check("scores", dScores, scores, loss);
}

TEST_CASE("gradients of attention", "[gradient][attention]") {
  const AttentionMask mask =
      GENERATE(AttentionMask{}, AttentionMask{true, {}}, AttentionMask{false, {1, 1, 0, 1, 1, 0}});
  const Sequences sequences({4, 2});
  Random random(5);
  AttentionWeights weights = randomAttention(random, 6);
  Matrix x = randomMatrix(random, 6, 6);
  const Matrix c = randomMatrix(random, 6, 6);
  AttentionActivations activations;
  const AttentionSetting setting{
      3, sequences, sequences, mask, {GENERATE(std::optional<double>(), 1., 2.5)}};
  const auto loss = [&] {
    attentionForward(weights, setting, x, x, activations);
    return dot(activations.output, c);
  };
  loss();
  AttentionWeights gradient = AttentionWeights::zeros(6);
  AttentionActivations dActivations;
  dActivations.output = c;
  Matrix dx;
  attentionBackward(weights, setting, x, x, activations, dActivations, gradient, dx, dx);
  CHECK(dActivations.biases.size() == 0);  // those are ALiBi's
  check(gradient, weights, loss);
  check("x", dx, x, loss);
}

TEST_CASE("gradients of attention over a memory", "[gradient][attention]") {
  const AttentionMask mask =
      GENERATE(AttentionMask{}, AttentionMask{true, {}}, AttentionMask{false, {1, 1, 0, 1, 1}});
  const Sequences queries({2, 1});
  const Sequences keys({1, 4});
  Random random(5);
  AttentionWeights weights = randomAttention(random, 6);
  Matrix x = randomMatrix(random, 3, 6);
  Matrix memory = randomMatrix(random, 5, 6);
  const Matrix c = randomMatrix(random, 3, 6);
  AttentionActivations activations;
  const AttentionSetting setting{3, queries, keys, mask};
  const auto loss = [&] {
    attentionForward(weights, setting, x, memory, activations);
    return dot(activations.output, c);
  };
  loss();
  AttentionWeights gradient = AttentionWeights::zeros(6);
  AttentionActivations dActivations;
  dActivations.output = c;
  Matrix dx;
  Matrix dMemory;
  attentionBackward(weights, setting, x, memory, activations, dActivations, gradient, dx, dMemory);
  check(gradient, weights, loss);
  check("x", dx, x, loss);
  check("memory", dMemory, memory, loss);
}

TEST_CASE("gradients of the feed-forward network", "[gradient][feed_forward]") {
  Random random(6);
  FeedForwardWeights weights{randomLinear(random, 7, 4), randomLinear(random, 4, 7)};
  Matrix x = randomMatrix(random, 3, 4);
  const Matrix c = randomMatrix(random, 3, 4);
  FeedForwardActivations activations;
  const auto loss = [&] {
    feedForwardForward(weights, Activation::kSilu, x, activations);
    return dot(activations.output, c);
  };
  loss();
  FeedForwardWeights gradient = FeedForwardWeights::zeros(4, 7);
  Matrix dx;
  FeedForwardActivations dActivations;
  dActivations.output = c;
  feedForwardBackward(weights, Activation::kSilu, x, activations, dActivations, gradient, dx);
  check("expand", gradient.expand, weights.expand, loss);
  check("compress", gradient.compress, weights.compress, loss);
  check("x", dx, x, loss);
}

TEST_CASE("gradients of the embedding", "[gradient][embedding]") {
  ModelConfig config = smallConfig();
  config.positions = PositionEmbedding::kAbsolute;
  config.typeVocabSize = 2;
  config.embeddingNorm = GENERATE(false, true);
  const TokenIds ids = {3, 1, 3, 9, 3};
  const Sequences sequences({3, 2});
  const Structure structure = Structure::of(config);
  EmbeddingWeights weights = randomWeights(config, 7).embedding;
  Random random(7);
  const Matrix c = randomMatrix(random, 5, config.dModel);
  EmbeddingActivations activations;
  const auto loss = [&] {
    embeddingForward(config, structure, weights, {}, ids, sequences, activations);
    return dot(embeddingOutput(config, activations), c);
  };
  loss();
  EmbeddingWeights gradient = EmbeddingWeights::zeros(config);
  EmbeddingActivations dActivations;
  embeddingOutput(config, dActivations) = c;
  embeddingBackward(config, structure, weights, ids, sequences, activations, dActivations,
                    gradient);
  check("tokens", gradient.tokens, weights.tokens, loss);
  check("positions", gradient.positions, weights.positions, loss);
  check("token types", gradient.tokenTypes, weights.tokenTypes, loss);
  check("norm", gradient.norm, weights.norm, loss);
}

TEST_CASE("gradients of an encoder layer", "[gradient][encoder_layer]") {
  ModelConfig config = smallConfig();
  config.activation = Activation::kGelu;
  config.normOrder = GENERATE(NormOrder::kPost, NormOrder::kPre);
  const Structure structure = Structure::of(config);
  const Sequences sequences({4});
  const Sequences none;
  const AttentionMask open;
  const LayerSetting setting{sequences, open, none, open};
  LayerWeights weights = randomWeights(config, 8).layers[0];
  Random random(8);
  Matrix x = randomMatrix(random, 4, config.dModel);
  const Matrix c = randomMatrix(random, 4, config.dModel);
  LayerActivations activations;
  const auto loss = [&] {
    layerForward(config, structure, weights, setting, x, nullptr, activations);
    return dot(layerOutput(structure, activations), c);
  };
  loss();
  LayerWeights gradient = LayerWeights::zeros(config);
  Matrix dx;
  LayerActivations dActivations;
  layerOutput(structure, dActivations) = c;
  layerBackward(config, structure, weights, setting, x, nullptr, activations, dActivations,
                gradient, dx, nullptr);
  check(gradient.attention, weights.attention, loss);
  check("attention norm", gradient.attentionNorm, weights.attentionNorm, loss);
  check("expand", gradient.feedForward.expand, weights.feedForward.expand, loss);
  check("compress", gradient.feedForward.compress, weights.feedForward.compress, loss);
  check("feed-forward norm", gradient.feedForwardNorm, weights.feedForwardNorm, loss);
  check("x", dx, x, loss);
}

TEST_CASE("gradients of the masked-word head", "[gradient][masked_word_head]") {
  ModelConfig config = smallConfig();
  config.activation = Activation::kGeluTanh;
  config.maskedWordHead = true;
  ModelWeights weights = randomWeights(config, 9);
  Matrix& embeddings = weights.embedding.tokens;
  Random random(9);
  Matrix x = randomMatrix(random, 3, config.dModel);
  const Matrix c = randomMatrix(random, 3, config.vocabSize);
  MaskedWordActivations activations;
  const auto loss = [&] {
    maskedWordForward(config, weights.maskedWord, embeddings, x, activations);
    return dot(activations.logits, c);
  };
  loss();
  MaskedWordWeights gradient = MaskedWordWeights::zeros(config);
  Matrix dEmbeddings = Matrix::Zero(config.vocabSize, config.dModel);
  Matrix dx;
  MaskedWordActivations dActivations;
  dActivations.logits = c;
  maskedWordBackward(config, weights.maskedWord, embeddings, x, activations, dActivations, gradient,
                     dEmbeddings, dx);
  check("transform", gradient.transform, weights.maskedWord.transform, loss);
  check("norm", gradient.norm, weights.maskedWord.norm, loss);
  check("bias", gradient.bias, weights.maskedWord.bias, loss);
  check("embeddings", dEmbeddings, embeddings, loss);
  check("x", dx, x, loss);
}
