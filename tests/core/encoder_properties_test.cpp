#include "catch2.h"
#include "closeness.h"
#include "fovea/encoder.h"
#include "samples.h"

// What must hold of any encoder, whatever its weights.
using namespace fovea;
using namespace fovea::test;

namespace {

Matrix encode(const Encoder& encoder, const TokenIds& ids, const ForwardOptions& options = {}) {
  EncoderActivations activations;
  encoder.forward(ids, activations, options);
  return encoder.output(activations);
}

Encoder makeEncoder(const ModelConfig& config) { return {config, randomWeights(config, 7)}; }

ModelConfig bothOrders() {
  ModelConfig config = smallConfig();
  config.normOrder = GENERATE(NormOrder::kPost, NormOrder::kPre);
  return config;
}

// The numbers that the slots of the layers hold.
Index sizeOfLayers(const EncoderActivations& activations) {
  Index size = 0;
  for (const LayerActivations& a : activations.layers) {
    for (const Matrix* m :
         {&a.attention.query, &a.attention.key, &a.attention.value, &a.attention.heads,
          &a.attention.output, &a.attentionResidual, &a.attentionNorm.output, &a.feedForward.hidden,
          &a.feedForward.activated, &a.feedForward.output, &a.feedForwardResidual,
          &a.feedForwardNorm.output})
      size += m->size();
    size += a.attention.scores.size() + a.attention.weights.size();
  }
  return size;
}

}  // namespace

TEST_CASE("without positions, permuting the tokens permutes the output", "[encoder][property]") {
  ModelConfig config = bothOrders();
  config.positions = PositionEmbedding::kNone;
  const Encoder encoder = makeEncoder(config);
  const TokenIds ids = {3, 7, 1, 3, 9, 2};
  const std::vector<std::size_t> order = {4, 0, 5, 2, 1, 3};
  TokenIds permuted;
  for (const auto i : order) permuted.push_back(ids[i]);
  const Matrix output = encode(encoder, ids);
  const Matrix ofPermuted = encode(encoder, permuted);
  for (std::size_t i = 0; i < order.size(); ++i)
    CHECK(relativeError(ofPermuted.row(Index(i)), output.row(Index(order[i]))) < 5e-6);
}

TEST_CASE("with positions, the order of the tokens matters", "[encoder][property]") {
  const Encoder encoder = makeEncoder(bothOrders());
  const Matrix output = encode(encoder, {3, 7, 1});
  const Matrix reversed = encode(encoder, {1, 7, 3});
  CHECK(relativeError(reversed.colwise().reverse(), output) > 0.05);
}

TEST_CASE("padded tokens do not influence the others", "[encoder][property]") {
  const Encoder encoder = makeEncoder(bothOrders());
  ForwardOptions options;
  options.mask.keep = {1, 1, 0, 1, 0};
  const Matrix output = encode(encoder, {3, 7, 1, 4, 2}, options);
  const Matrix other = encode(encoder, {3, 7, 8, 4, 9}, options);
  for (const Index i : {0, 1, 3}) CHECK(other.row(i) == output.row(i));
  CHECK(other.row(2) != output.row(2));

  // Padding at the end is as good as none: only the order of summation may differ.
  options.mask.keep = {1, 1, 1, 0, 0};
  const Matrix padded = encode(encoder, {3, 7, 1, 0, 0}, options);
  CHECK(relativeError(padded.topRows(3), encode(encoder, {3, 7, 1})) < 5e-6);
}

TEST_CASE("under a causal mask later tokens do not influence earlier ones", "[encoder][property]") {
  const Encoder encoder = makeEncoder(bothOrders());
  const ForwardOptions causal{Capture::kAllLayers, {true, {}}};
  const Matrix output = encode(encoder, {3, 7, 1, 4, 2}, causal);
  const Matrix other = encode(encoder, {3, 7, 1, 9, 10}, causal);
  CHECK(other.topRows(3) == output.topRows(3));
  CHECK(other.row(3) != output.row(3));
  CHECK(relativeError(encode(encoder, {3, 7, 1}, causal), output.topRows(3)) < 5e-6);
}

TEST_CASE("packed sequences are encoded as they are alone", "[encoder][property]") {
  ModelConfig config = bothOrders();
  config.maskedWordHead = true;
  const Encoder encoder = makeEncoder(config);
  const std::vector<TokenIds> texts = {{3, 7, 1}, {5}, {2, 2, 9, 4}};
  const TokenIds ids = {3, 7, 1, 5, 2, 2, 9, 4};
  const Sequences sequences({3, 1, 4});
  EncoderActivations packed;
  encoder.forward(ids, sequences, packed);
  encoder.predict(packed);
  for (Index s = 0; s < sequences.count(); ++s) {
    EncoderActivations alone;
    encoder.forward(texts[static_cast<std::size_t>(s)], alone);
    encoder.predict(alone);
    const auto rows = [&](const Matrix& m) {
      return m.middleRows(sequences.begin(s), sequences.length(s));
    };
    CHECK(relativeError(rows(encoder.output(packed)), encoder.output(alone)) < 5e-6);
    CHECK(relativeError(rows(packed.maskedWord.logits), alone.maskedWord.logits) < 5e-6);
  }
}

TEST_CASE("gradients of packed sequences are the sum of the single ones", "[encoder][property]") {
  const ModelConfig config = bothOrders();
  const Encoder encoder = makeEncoder(config);
  Random random(5);
  const Matrix dOutput = randomMatrix(random, 5, config.dModel);
  const auto gradientOf = [&](const TokenIds& ids, const Sequences& sequences, const Matrix& d,
                              ModelWeights& gradient) {
    EncoderActivations activations;
    encoder.forward(ids, sequences, activations);
    EncoderActivations dActivations;
    encoder.backward(activations, d, dActivations, gradient);
  };
  ModelWeights packed = ModelWeights::zeros(config);
  gradientOf({3, 7, 1, 5, 3}, Sequences({3, 2}), dOutput, packed);
  ModelWeights summed = ModelWeights::zeros(config);
  gradientOf({3, 7, 1}, Sequences({3}), dOutput.topRows(3), summed);
  gradientOf({5, 3}, Sequences({2}), dOutput.bottomRows(2), summed);

  forEachPair(packed, summed, [](const std::string& name, const Matrix& p, const Matrix& sum) {
    INFO(name);
    CHECK((p - sum).norm() <= 1e-5 * (sum.norm() + 1));
  });
}

TEST_CASE("backward adds to every gradient", "[encoder][property]") {
  ModelConfig config = bothOrders();
  config.positions = PositionEmbedding::kAbsolute;
  config.typeVocabSize = 2;
  config.embeddingNorm = true;
  config.maskedWordHead = true;
  const Encoder encoder = makeEncoder(config);
  Random random(6);
  const Matrix dLogits = randomMatrix(random, 3, config.vocabSize);
  EncoderActivations activations;
  encoder.forward({3, 7, 3}, activations);
  encoder.predict(activations);
  const auto add = [&](ModelWeights& gradient) {
    EncoderActivations dActivations;
    encoder.backwardFromLogits(activations, dLogits, dActivations, gradient);
  };
  ModelWeights once = ModelWeights::zeros(config);
  add(once);
  ModelWeights twice = once;
  add(twice);
  forEachPair(twice, once, [](const std::string& name, const Matrix& two, const Matrix& one) {
    INFO(name);
    CHECK((two - 2 * one).norm() <= 1e-6 * one.norm());
  });
}

TEST_CASE("kNone yields the same output as kAllLayers", "[encoder][property]") {
  ModelConfig config = bothOrders();
  config.layers = GENERATE(1, 2, 3, 6);
  const Encoder encoder = makeEncoder(config);
  const TokenIds ids = {3, 7, 1, 4};
  // Not the same bits: attention in tiles divides by the sum of the weights at its end.
  CHECK(relativeError(encode(encoder, ids, {Capture::kNone, {}}), encode(encoder, ids)) < 5e-6);
}

TEST_CASE("a row of weights is recomputed, layer by layer, from a pass that captures nothing",
          "[encoder][property]") {
  const fovea::ModelConfig config = fovea::test::smallConfig();
  const fovea::Encoder encoder = makeEncoder(config);
  const TokenIds ids{3, 1, 4, 1, 5, 9, 2, 6};
  const fovea::Sequences sequences({3, 5});
  const fovea::AttentionMask mask{true, {1, 1, 1, 0, 1, 1, 0, 1}};
  fovea::EncoderActivations all;
  encoder.forward(ids, sequences, all, {Capture::kAllLayers, mask});
  const fovea::AttentionSetting setting{config.heads, sequences, sequences, mask};
  Index seen = 0;
  const auto compare = [&](Index layer, const fovea::LayerActivations& activations) {
    CHECK(layer == seen++);
    CHECK(activations.attention.weights.size() == 0);
    for (Index s = 0; s < sequences.count(); ++s)
      for (Index h = 0; h < config.heads; ++h)
        for (Index i = 0; i < sequences.length(s); ++i) {
          const fovea::RowVector expected =
              attentionMatrix(all.layer(layer).attention.weights, sequences, config.heads, s, h)
                  .row(i);
          CHECK(relativeError(attentionRow(activations.attention, setting, s, h, i), expected) <=
                5e-6);
        }
  };
  fovea::EncoderActivations none;
  encoder.forward(ids, sequences, none, {Capture::kNone, mask, std::nullopt, {}, compare});
  CHECK(seen == config.layers);
}

TEST_CASE("kNone yields the same under every mask, beyond one tile", "[encoder][property]") {
  ModelConfig config = bothOrders();
  config.heads = GENERATE(1, 4);
  config.maxPositions = 300;
  const Encoder encoder = makeEncoder(config);
  const Sequences sequences({300, 70});  // tiles are of 60 queries and 256 keys
  Random random(8);
  TokenIds ids;
  ForwardOptions options;
  options.mask.causal = GENERATE(false, true);
  const bool padded = GENERATE(false, true);
  for (Index i = 0; i < sequences.tokens(); ++i) {
    ids.push_back(static_cast<std::int32_t>(random.below(11)));
    if (padded) options.mask.keep.push_back(random.chance(0.7));
  }
  const auto output = [&](Capture capture) -> Matrix {
    EncoderActivations activations;
    options.capture = capture;
    encoder.forward(ids, sequences, activations, options);
    return encoder.output(activations);
  };
  CHECK(relativeError(output(Capture::kNone), output(Capture::kAllLayers)) < 5e-6);
}

TEST_CASE("a weight that is not a number shows alike whatever is captured", "[encoder][property]") {
  const ModelConfig config = bothOrders();
  ModelWeights weights = randomWeights(config, 7);
  weights.layers[1].attention.query.bias.setConstant(std::numeric_limits<Scalar>::quiet_NaN());
  const Encoder encoder(config, weights);
  for (const Capture capture : {Capture::kNone, Capture::kAllLayers})
    CHECK(encode(encoder, {3, 7, 1, 4}, {capture, {}}).array().isNaN().all());
}

TEST_CASE("kNone needs the memory of two layers, whatever their number", "[encoder][property]") {
  ModelConfig config = smallConfig();
  const TokenIds ids = {3, 7, 1, 4};
  const auto size = [&](Index layers, Capture capture) {
    config.layers = layers;
    EncoderActivations activations;
    makeEncoder(config).forward(ids, activations, {capture, {}});
    return sizeOfLayers(activations);
  };
  // Ten n × dModel tensors, one n × dFf; captured, another one, and two of heads × n × n.
  const Index layer = 10 * 4 * 8 + 4 * 12;
  const Index captured = layer + 4 * 12 + 2 * 2 * 4 * 4;
  CHECK(size(1, Capture::kNone) == layer);
  CHECK(size(2, Capture::kNone) == 2 * layer);
  CHECK(size(12, Capture::kNone) == 2 * layer);
  CHECK(size(12, Capture::kAllLayers) == 12 * captured);
}

TEST_CASE("activations serve again, whatever they held before", "[encoder][property]") {
  const ModelConfig config = smallConfig();
  const Encoder encoder = makeEncoder(config);
  EncoderActivations activations;
  encoder.forward({1, 2, 3, 4, 5}, activations);
  encoder.forward({6}, activations, {Capture::kNone, {}});
  encoder.forward({3, 7, 1}, activations);
  CHECK(encoder.output(activations) == encode(encoder, {3, 7, 1}));
}
