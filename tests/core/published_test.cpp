// Checkpoints under the names of published models, computed by PyTorch:
// tests/tools/make_published.py. No published weights are in these tests.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "fovea/answers.h"
#include "fovea/circuit_search.h"
#include "fovea/error.h"
#include "fovea/model_file.h"
#include "fovea/trace.h"
#include "model_error.h"
#include "published_folder.h"

using namespace fovea;
using namespace fovea::test;

namespace {

constexpr double kPublishedTolerance = kIsFloat ? 2e-5 : 6.1e-8;

const std::vector<std::string> kNames = {"bert-text",        "bert-token",       "distilbert-words",
                                         "distilbert-text",  "roberta-words",    "roberta-span",
                                         "xlm-roberta-text", "camembert-words",  "electra-replaced",
                                         "electra-narrow",   "modernbert-words", "modernbert-text",
                                         "mpnet-words",      "mpnet-text",       "sentence-mpnet",
                                         "sentence-mean",    "sentence-cls",     "sentence-max"};

/// The head's logits of the encoder's output, and the gradient of Σ logits ∘ direction by it.
struct HeadAnswer {
  Matrix logits;
  Matrix dOutput;
};

/// A word's logits are stored for the first token and the last.
bool isOfWords(const Matrix& expected) { return expected.cols() > 16; }

HeadAnswer headAnswer(const Model& model, EncoderActivations& a, const Matrix& direction) {
  const Matrix& output = model.encoder.output(a);
  HeadAnswer answer;
  if (!model.answers->heads.empty()) {
    const AnswerHead& head = model.answers->heads[0];
    AnswerActivations activations;
    AnswerActivations dActivations;
    answerForward(head, output, a.sequences, activations);
    answer.logits = activations.logits;
    answer.dOutput =
        answerBackward(head, output, a.sequences, activations, direction, dActivations);
  } else {
    answer.logits = sentenceVectors(model.answers->sentence, output, a.sequences);
  }
  return answer;
}

RowVector wordsGradient(const Model& model, EncoderActivations& a, const Matrix& direction,
                        ModelWeights& gradient) {
  Matrix dLogits = Matrix::Zero(a.sequences.tokens(), model.encoder.config().vocabSize);
  dLogits.row(0) += direction.row(0);
  dLogits.row(dLogits.rows() - 1) += direction.row(1);
  EncoderActivations da;
  model.encoder.backwardFromLogits(a, dLogits, da, gradient);
  return gradient.embedding.norm.gamma;
}

/// Of the biases by distance, where the model has them.
void checkBiasGradient(const ModelWeights& gradient, const Fixture& expected,
                       const std::string& at) {
  REQUIRE(expected.has(at + "biases") == (gradient.relativeBias.size() > 0));
  if (expected.has(at + "biases"))
    CHECK(relativeError(gradient.relativeBias, expected.matrix(at + "biases")) <=
          kPublishedTolerance);
}

void checkPublishedCase(const Model& model, const Fixture& expected, const std::string& at) {
  const Encoder& encoder = model.encoder;
  EncoderActivations a;
  ForwardOptions options;
  options.tokenTypes = expected.integers(at + "types");
  encoder.forward(expected.integers(at + "ids"), a, options);
  for (Index l = 0; l < encoder.config().layers; ++l) {
    INFO("layer " << l);
    const std::string name = at + "layers." + std::to_string(l);
    CHECK(relativeError(layerOutput(a.structure, a.layer(l)), expected.matrix(name + ".output")) <=
          kPublishedTolerance);
    if (expected.has(name + ".weights"))
      CHECK(relativeError(a.layer(l).attention.weights, expected.row(name + ".weights")) <=
            kPublishedTolerance);
  }
  const Matrix answer = expected.matrix(at + "answer");
  const Matrix direction = expected.matrix(at + "direction");
  ModelWeights gradient = ModelWeights::zeros(encoder.config());
  const bool words = isOfWords(answer);
  if (words) {
    encoder.predict(a);
    const Matrix& logits = a.maskedWord.logits;
    CHECK(relativeError(logits.row(0), answer.row(0)) <= kPublishedTolerance);
    CHECK(relativeError(logits.bottomRows(1), answer.bottomRows(1)) <= kPublishedTolerance);
    CHECK(relativeError(wordsGradient(model, a, direction, gradient),
                        expected.row(at + "gradient")) <= kPublishedTolerance);
    checkBiasGradient(gradient, expected, at);
    return;
  }
  const HeadAnswer found = headAnswer(model, a, direction);
  CHECK(relativeError(found.logits, answer) <= kPublishedTolerance);
  if (found.dOutput.size() == 0) return;
  EncoderActivations da;
  encoder.backward(a, found.dOutput, da, gradient);
  CHECK(relativeError(gradient.embedding.norm.gamma, expected.row(at + "gradient")) <=
        kPublishedTolerance);
  checkBiasGradient(gradient, expected, at);
}

/// Of three texts with masked tokens: a pass that captures nothing gives what one that captures all
/// does. Returns the weights of layer 1's second head at token 12 of the first text.
RowVector checkedUncaptured(const Model& model, const TokenIds& ids, const Sequences& sequences,
                            Index masked, const std::string& structure = "") {
  EncoderActivations captured;
  EncoderActivations fast;
  ForwardOptions options;
  options.structure = parseStructure(structure, model.encoder.config());
  options.mask.keep.assign(ids.size(), 1);
  options.mask.keep[3] = options.mask.keep[static_cast<std::size_t>(masked)] = 0;
  model.encoder.forward(ids, sequences, captured, options);
  options.capture = Capture::kNone;
  RowVector row;
  options.afterLayer = [&](Index layer, const LayerActivations& a) {
    if (layer != 1) return;
    row = attentionRow(
        a.attention,
        selfAttention(model.encoder.config(), fast.structure.ofLayer(layer), fast.ofLayers()), 0, 1,
        12);
  };
  model.encoder.forward(ids, sequences, fast, options);
  CHECK(relativeError(model.encoder.output(fast), model.encoder.output(captured)) <=
        kPublishedTolerance);
  const RowVector weights =
      attentionMatrix(captured.layer(1).attention.weights, sequences, 2, 0, 1).row(12);
  CHECK(relativeError(row, weights) <= kPublishedTolerance);
  return weights;
}

}  // namespace

TEST_CASE("published families compute what PyTorch does", "[published]") {
  for (const std::string& name : kNames) {
    INFO(name);
    const Fixture expected("published/" + name + "/expected");
    const Model model = PublishedFolder(name).read({true});
    for (int i = 0; expected.has(std::to_string(i) + ".ids"); ++i) {
      INFO("case " << i);
      checkPublishedCase(model, expected, std::to_string(i) + ".");
    }
  }
}

TEST_CASE("texts of a batch answer as they do alone", "[published]") {
  const Model model = PublishedFolder("xlm-roberta-text").read();
  const std::vector<std::string> texts = {"was it", "the", "the animal was too tired"};
  TokenIds ids;
  std::vector<Index> lengths;
  for (const std::string& text : texts) {
    const TokenIds own = model.tokenizer.encode(text).ids();
    ids.insert(ids.end(), own.begin(), own.end());
    lengths.push_back(static_cast<Index>(own.size()));
  }
  EncoderActivations a;
  ForwardOptions options;
  options.capture = Capture::kNone;
  model.encoder.forward(ids, Sequences(lengths), a, options);
  AnswerActivations together;
  answerForward(model.answers->heads[0], model.encoder.output(a), a.sequences, together);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EncoderActivations alone;
    AnswerActivations answer;
    model.encoder.forward(model.tokenizer.encode(texts[i]).ids(), alone);
    answerForward(model.answers->heads[0], model.encoder.output(alone), alone.sequences, answer);
    CHECK(relativeError(together.logits.row(static_cast<Index>(i)), answer.logits) <=
          kPublishedTolerance);
  }
  const AnswerHead& head = model.answers->heads[0];
  CHECK(head.labels == std::vector<std::string>{"calm", "glad", "sad"});
  const Matrix probabilities = answerProbabilities(head, together.logits);
  CHECK((probabilities.rowwise().sum().array() - 1).abs().maxCoeff() < 1e-5);
}

TEST_CASE("the best span is where the head says, in the passage alone", "[published]") {
  Matrix probabilities(4, 2);
  probabilities << 1, 1, 5, 2, 1, 1, 3, 6;
  probabilities /= 10;
  const AnswerSpan all = bestSpan(probabilities, {true, true, true, true});
  CHECK(all.begin == 1);
  CHECK(all.end == 3);
  CHECK(all.probability == Approx(.3));
  CHECK(bestSpan(probabilities, {true, true, true, true}, 2).begin == 3);
  const AnswerSpan some = bestSpan(probabilities, {false, true, false, true});
  CHECK(some.begin == 3);
  CHECK(bestSpan(probabilities, {false, false, false, false}).probability == 0);
}

TEST_CASE("sentence-transformers' folders say how a text becomes a vector", "[published]") {
  const Model cls = PublishedFolder("sentence-cls").read();
  CHECK(cls.answers->saysHowToPool);
  CHECK(cls.answers->sentence.pooling == Pooling::kFirst);
  CHECK(cls.answers->sentence.normalised);
  CHECK(PublishedFolder("sentence-max").read().answers->sentence.pooling == Pooling::kMax);
  CHECK_FALSE(PublishedFolder("bert-text").read().answers->saysHowToPool);
  // max_seq_length is 12, of 16 positions
  const std::string text = "it it it it it it it it it it it it it it it it it it";
  CHECK(cls.tokenizer.encode(text).tokens.size() == 12);
}

TEST_CASE("a pass that captures nothing keeps to the window", "[published]") {
  const Model model = PublishedFolder("modernbert-words").read();
  TokenIds ids;
  for (std::int32_t i = 0; i < 50; ++i) ids.push_back(i * 7 % 300);
  RowVector rotary;
  for (const char* structure : {"", "positions=alibi"}) {
    const RowVector weights = checkedUncaptured(model, ids, Sequences({20, 16, 14}), 30, structure);
    CHECK((weights.array() > 0).count() == 7);  // three on each side, and itself
    if (rotary.size() > 0) CHECK(relativeError(weights, rotary) > 0.01);
    rotary = weights;
  }
}

TEST_CASE("a layer without a norm has none in its trace, and none to change", "[published]") {
  const Model model = PublishedFolder("modernbert-words").read();
  const TokenIds ids{1, 2, 3};
  EncoderActivations a;
  model.encoder.forward(ids, a);
  std::vector<std::string> names;
  forEachTensor(model.encoder, a, [&](const TraceTensor& each) { names.push_back(each.name); });
  const auto has = [&](const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  CHECK_FALSE(has("layers.0.attention.norm"));
  CHECK(has("layers.1.attention.norm"));
  ForwardOptions changed;
  changed.interventions.push_back(parseIntervention("layers.0.attention.norm=0"));
  checkError(ErrorCode::kInvalidInput, "layers.0.attention.norm",
             [&] { model.encoder.forward(ids, a, changed); });

  EncoderActivations dActivations;
  ModelWeights gradient = ModelWeights::zeros(model.encoder.config());
  a.layers[0].attentionNorm.output.resize(2, 8);
  checkError(ErrorCode::kInvalidInput,
             "the copy in place of layer 0's attention.norm is 2 × 8, but this pass needs 3 × 8",
             [&] { model.encoder.backward(a, Matrix::Ones(3, 8), dActivations, gradient); });
}

TEST_CASE("biases by distance are added, changed and switched off", "[published]") {
  const PublishedFolder folder("mpnet-words");
  const Model model = folder.read();
  CHECK(model.encoder.config().relativeBuckets == 32);
  TokenIds ids;
  for (std::int32_t i = 0; i < 100; ++i) ids.push_back(i * 7 % 250);
  checkedUncaptured(model, ids, Sequences({40, 35, 25}), 50);

  // All layers have the same; a change of them all is a change of the weights.
  ForwardOptions changed;
  const TokenIds text(ids.begin(), ids.begin() + 20);
  EncoderActivations a;
  model.encoder.forward(text, a);
  CHECK(a.layer(0).attention.biases == a.layer(2).attention.biases);
  for (const char* change : {"layers.0.attention.biases=0", "layers.1.attention.biases=0",
                             "layers.2.attention.biases=0"})
    changed.interventions.push_back(parseIntervention(change));
  EncoderActivations without;
  model.encoder.forward(text, without, changed);
  PublishedFolder flat = folder;
  const Model own = flat.read({true});
  Encoder noBiases = own.encoder;
  noBiases.updateWeights([](ModelWeights& weights) { weights.relativeBias.setZero(); });
  EncoderActivations expected;
  noBiases.forward(text, expected);
  CHECK(relativeError(model.encoder.output(without), noBiases.output(expected)) <=
        kPublishedTolerance);
  CHECK(relativeError(model.encoder.output(a), noBiases.output(expected)) > 0.01);

  // Without positions there are none of either kind; ALiBi takes their place.
  ForwardOptions off;
  off.structure = parseStructure("positions=off", model.encoder.config());
  EncoderActivations neither;
  model.encoder.forward(text, neither, off);
  CHECK(neither.layer(0).attention.biases.size() == 0);
  off.structure = parseStructure("positions=alibi", model.encoder.config());
  model.encoder.forward(text, a, off);
  CHECK(attentionMatrix(a.layer(0).attention.biases, a.sequences, 2, 0, 0)(4, 1) ==
        Approx(-3.0 / 16));
}

TEST_CASE("token types and pairs have their checks", "[published]") {
  const Model model = PublishedFolder("bert-text").read();
  const Tokens pair = model.tokenizer.encode("was it", "the");
  CHECK(pair.types().size() == pair.tokens.size());
  CHECK(model.tokenizer.encode("was it").types().empty());
  EncoderActivations a;
  ForwardOptions options;
  options.tokenTypes = {0, 2};
  checkError(ErrorCode::kInvalidInput, "there is no token type 2: the model has 0 to 1", [&] {
    model.encoder.forward({1, 2}, a, options);
  });
  options.tokenTypes = {0};
  checkError(ErrorCode::kInvalidInput, "1 token types for 2 tokens", [&] {
    model.encoder.forward({1, 2}, a, options);
  });
  options.tokenTypes = {1, 1};
  model.encoder.forward({1, 2}, a, options);
  const Matrix typed = model.encoder.output(a);
  model.encoder.forward({1, 2}, a);
  EncoderActivations fresh;
  model.encoder.forward({1, 2}, fresh);
  CHECK(model.encoder.output(a) == model.encoder.output(fresh));
  CHECK(model.encoder.output(a) != typed);
}

namespace {

/// The share that patched passes give, with a label's probability p as classify has it; of kText in
/// the first row, else in that of the token.
double patchedShare(const Circuit& circuit, const Model& model, const AnswerHead& head,
                    const KeptNodes& kept, Index row, bool logits) {
  EncoderActivations twin;
  model.encoder.forward(circuit.question().twin, twin);
  ForwardOptions options;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) continue;
    Intervention patch{regionOf(model.encoder.config(), circuit.nodes()[i])};
    patch.from = &twin;
    options.interventions.push_back(patch);
  }
  EncoderActivations a;
  model.encoder.forward(circuit.question().ids, a, options);
  AnswerActivations answer;
  answerForward(head, model.encoder.output(a), a.sequences, answer);
  const double p = double{answerProbabilities(head, answer.logits)(row, 1)};
  const double score = logits ? std::log(p / (1 - p)) : p;
  return (score - circuit.ofTwin()) / (circuit.ofSentence() - circuit.ofTwin());
}

}  // namespace

TEST_CASE("a circuit explains a label as patched passes answer it", "[published][circuit]") {
  for (const char* name : {"bert-text", "bert-token"})
    for (const bool several : {false, true})
      for (const bool logits : {true, false}) {
        INFO(name << (several ? ", labels apart" : "") << (logits ? ", in log-odds" : ""));
        const Model model = PublishedFolder(name).read();
        AnswerHead head = model.answers->heads[0];
        head.severalLabels = several;
        const Index token = 2;
        CircuitQuestion q;
        q.ids = model.tokenizer.encode("was it the animal").ids();
        q.twin = model.tokenizer.encode("was it the street").ids();
        q.reader = [&](const EncoderActivations& a) {
          return labelScore(head, 1, logits, model.encoder.output(a), a.sequences, token);
        };
        Circuit circuit(model.encoder, q);
        const Index row = head.kind == AnswerKind::kText ? 0 : token;
        for (std::size_t leftOut = 0; leftOut < circuit.nodes().size(); leftOut += 3) {
          KeptNodes kept(circuit.nodes().size(), true);
          for (std::size_t node = leftOut; node < kept.size(); node += 2) kept[node] = false;
          const double share = patchedShare(circuit, model, head, kept, row, logits);
          CHECK(std::abs(circuit.share(kept) - share) < 1e-5);
        }
      }
}

TEST_CASE("a head without the label, or without any, has no score", "[published]") {
  const auto scoreOf = [](const char* name, Index label, Index token) {
    const Model model = PublishedFolder(name).read();
    EncoderActivations a;
    model.encoder.forward(model.tokenizer.encode("was it").ids(), a);
    return labelScore(model.answers->heads[0], label, true, model.encoder.output(a), a.sequences,
                      token);
  };
  checkError(ErrorCode::kInvalidInput, "there is no label 3 of token 0",
             [&] { scoreOf("bert-text", 3, 0); });
  checkError(ErrorCode::kInvalidInput, "there is no label 0 of token 9",
             [&] { scoreOf("bert-token", 0, 9); });
  checkError(ErrorCode::kInvalidInput, "the model's head gives no labels",
             [&] { scoreOf("roberta-span", 0, 0); });
}

TEST_CASE("a head refuses what does not fit it", "[published]") {
  const auto refuses = [](const std::string& message, auto&& call) {
    checkError(ErrorCode::kInvalidInput, message, call);
  };
  const Model model = PublishedFolder("bert-text").read();
  const AnswerHead& head = model.answers->heads[0];
  const Index d = model.encoder.config().dModel;
  const Sequences sequences({2, 3});
  const Matrix hidden = Matrix::Ones(5, d);
  AnswerActivations a;
  AnswerActivations da;
  answerForward(head, hidden, sequences, a);
  refuses("the hidden states is 4 × ",
          [&] { answerForward(head, Matrix::Ones(4, d), sequences, a); });
  refuses("the hidden states is 5 × ",
          [&] { answerForward(head, Matrix::Ones(5, d + 1), sequences, a); });
  refuses("the hidden states is 4 × ", [&] { sentenceVectors({}, Matrix::Ones(4, d), sequences); });
  const auto backward = [&](const Matrix& x, const Matrix& dLogits) {
    answerBackward(head, x, sequences, a, dLogits, da);
  };
  refuses("the gradient of the logits is 1 × ", [&] { backward(hidden, a.logits.topRows(1)); });
  refuses("the hidden states is 4 × ", [&] { backward(Matrix::Ones(4, d), a.logits); });
  a.logits = Matrix::Ones(5, 2);
  refuses("the logits is 5 × 2, but this pass needs 2 × ", [&] { backward(hidden, a.logits); });
  refuses("the probabilities is 3 × 2, but this pass needs 4 × 2",
          [&] { bestSpan(Matrix::Ones(3, 2), std::vector<bool>(4, true)); });
}
