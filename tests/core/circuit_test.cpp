#include "fovea/circuit.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <type_traits>

#include "catch2.h"
#include "fovea/circuit_roles.h"
#include "fovea/circuit_search.h"
#include "model_error.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

// Of answers between which there is .3 or more; both ways compute the same in floats.
constexpr double kShareTolerance = 1e-5;

CircuitQuestion circuitQuestion() {
  CircuitQuestion q;
  q.ids = {3, 7, 1, 9};
  q.twin = {3, 2, 1, 10};
  q.token = 2;
  q.answer = 4;
  q.other = 6;
  return q;
}

Encoder circuitEncoder(NormOrder order = NormOrder::kPost, Index experts = 0) {
  ModelConfig config = configWithAll();
  config.normOrder = order;
  config.experts = experts;
  return {config, randomWeights(config, 11)};
}

double answerOf(const Encoder& encoder, const CircuitQuestion& q, EncoderActivations& a) {
  RowVector answers = encoder.predictToken(a, q.token);
  if (q.metric == CircuitMetric::kProbability) {
    answers = answers.array().exp();
    answers /= answers.sum();
  }
  return double{answers[q.answer]} - double{answers[q.other]};
}

EncoderActivations patchedPass(const Encoder& encoder, const TokenIds& ids,
                               const std::vector<Intervention>& interventions = {}) {
  ForwardOptions options;
  options.interventions = interventions;
  EncoderActivations activations;
  encoder.forward(ids, activations, options);
  return activations;
}

Intervention copyOf(const Encoder& encoder, const CircuitNode& node,
                    const EncoderActivations& from) {
  Intervention patch{regionOf(encoder.config(), node)};
  patch.from = &from;
  return patch;
}

std::vector<Intervention> patchesOf(const Circuit& circuit, const Encoder& encoder,
                                    const KeptNodes& kept, const EncoderActivations& twin) {
  std::vector<Intervention> all;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (!kept[i]) all.push_back(copyOf(encoder, circuit.nodes()[i], twin));
  return all;
}

double shareOf(const Circuit& circuit, double answer) {
  return (answer - circuit.ofTwin()) / (circuit.ofSentence() - circuit.ofTwin());
}

// The share as patched passes of the encoder have it.
double patchedShare(const Circuit& circuit, const Encoder& encoder, const KeptNodes& kept) {
  const CircuitQuestion& q = circuit.question();
  const EncoderActivations twin = patchedPass(encoder, q.twin);
  EncoderActivations a = patchedPass(encoder, q.ids, patchesOf(circuit, encoder, kept, twin));
  return shareOf(circuit, answerOf(encoder, q, a));
}

KeptNodes randomNodes(Random& random, std::size_t count) {
  KeptNodes kept(count);
  for (std::size_t i = 0; i < count; ++i) kept[i] = random.chance(0.5);
  return kept;
}

void checkShares(const Encoder& encoder, const CircuitQuestion& q) {
  Circuit circuit(encoder, q);
  Random random(3);
  for (int set = 0; set < 12; ++set) {
    KeptNodes kept = randomNodes(random, circuit.nodes().size());
    if (set % 3 == 0) circuit.moveTo(kept);
    // What only late nodes tell apart shares most of the pass.
    if (set % 2 == 0)
      kept[kept.size() - 1 - static_cast<std::size_t>(random.below(kept.size() / 2))].flip();
    CHECK(std::abs(circuit.share(kept) - patchedShare(circuit, encoder, kept)) < kShareTolerance);
  }
}

}  // namespace

static_assert(!std::is_constructible_v<Circuit, Encoder, CircuitQuestion>, "it keeps a reference");

TEST_CASE("a circuit's nodes are every head and network at every word", "[circuit]") {
  const Encoder encoder = circuitEncoder();
  const Circuit circuit(encoder, circuitQuestion());
  CHECK(circuit.nodes().size() == 2 * 3 * 4);
  std::set<std::string> regions;
  for (const CircuitNode& node : circuit.nodes())
    regions.insert(toText(regionOf(encoder.config(), node)));
  CHECK(regions.size() == circuit.nodes().size());
  CHECK(regions.count("layers.1.attention.heads[3,4:8]") == 1);
  CHECK(regions.count("layers.0.feedForward.output[2,:]") == 1);
  CircuitQuestion whole = circuitQuestion();
  whole.whole = true;
  CHECK(Circuit(encoder, whole).nodes().size() == 2 * 3);
  CHECK(toText(regionOf(encoder.config(), {1, 0})) == "layers.1.attention.heads[:,:4]");
}

TEST_CASE("the share of a set is what patched passes give", "[circuit]") {
  for (const NormOrder order : {NormOrder::kPost, NormOrder::kPre}) {
    checkShares(circuitEncoder(order), circuitQuestion());
    CircuitQuestion other = circuitQuestion();
    other.whole = true;
    other.metric = CircuitMetric::kProbability;
    checkShares(circuitEncoder(order), other);
  }
  checkShares(circuitEncoder(NormOrder::kPost, 3), circuitQuestion());
}

TEST_CASE("without a twin, nodes that are not kept have their mean over texts", "[circuit]") {
  const Encoder encoder = circuitEncoder();
  CircuitQuestion q = circuitQuestion();
  q.twin = {};
  q.averaged = {{1, 2, 3}, {5, 9, 8, 7, 4}};
  Circuit circuit(encoder, q);
  const std::vector<EncoderActivations> texts{patchedPass(encoder, q.averaged[0]),
                                              patchedPass(encoder, q.averaged[1])};
  const auto meanOf = [&](const CircuitNode& node) {
    const auto field = [&](const EncoderActivations& a) -> const Matrix& {
      const LayerActivations& layer = a.layer(node.layer);
      return node.head ? layer.attention.heads : layer.feedForward.output;
    };
    const RowVector sum = field(texts[0]).colwise().sum() + field(texts[1]).colwise().sum();
    const Index width = sum.size() / (node.head ? encoder.config().heads : 1);
    const RowVector part = sum.segment(node.head.value_or(0) * width, width) / Scalar(8);
    return std::vector<Scalar>(part.begin(), part.end());
  };
  const auto answerOfKept = [&](const KeptNodes& kept) {
    std::vector<Intervention> set;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (kept[i]) continue;
      set.push_back({regionOf(encoder.config(), circuit.nodes()[i]), Operation::kSet,
                     meanOf(circuit.nodes()[i])});
    }
    EncoderActivations a = patchedPass(encoder, q.ids, set);
    return answerOf(encoder, q, a);
  };
  const KeptNodes none(circuit.nodes().size(), false);
  CHECK(std::abs(circuit.ofTwin() - answerOfKept(none)) < kShareTolerance);
  Random random(4);
  for (int set = 0; set < 6; ++set) {
    const KeptNodes kept = randomNodes(random, none.size());
    CHECK(std::abs(circuit.share(kept) - shareOf(circuit, answerOfKept(kept))) < kShareTolerance);
  }
}

TEST_CASE("a circuit's local layers see no further than the model's", "[circuit]") {
  ModelConfig config = configWithAll();
  config.positions = PositionEmbedding::kRotary;
  config.typeVocabSize = 0;
  config.localAttention = 2;
  config.globalEvery = 2;
  checkShares({config, randomWeights(config, 11)}, circuitQuestion());
}

TEST_CASE("a circuit's layers have the model's biases by distance", "[circuit]") {
  ModelConfig config = configWithAll();
  config.positions = PositionEmbedding::kAbsolute;
  config.relativeBuckets = kRelativeBuckets;
  checkShares({config, randomWeights(config, 12)}, circuitQuestion());
}

TEST_CASE("all nodes keep the whole answer, and none the twin's where the word is the same",
          "[circuit]") {
  const Encoder encoder = circuitEncoder();
  Circuit circuit(encoder, circuitQuestion());
  const KeptNodes all(circuit.nodes().size(), true);
  CHECK(circuit.share(all) == 1);
  CHECK(std::abs(circuit.share(KeptNodes(all.size(), false))) < kShareTolerance);
  CHECK(circuit.share(all) == 1);
}

TEST_CASE("a search ends with a circuit of which no node can be taken", "[circuit]") {
  const Encoder encoder = circuitEncoder();
  Circuit circuit(encoder, circuitQuestion());
  CircuitSearch search(circuit, 0.8);
  std::size_t before = circuit.nodes().size();
  while (search.round()) {
    CHECK(countKept(search.kept()) < before);
    before = countKept(search.kept());
  }
  CHECK(before < circuit.nodes().size() / 2);
  CHECK(search.share() >= 0.8);
  CHECK(std::abs(search.share() - patchedShare(circuit, encoder, search.kept())) < kShareTolerance);
  std::size_t i = 0;
  for (std::size_t node = 0; node < search.kept().size(); ++node) {
    if (!search.kept()[node]) continue;
    KeptNodes fewer = search.kept();
    fewer[node] = false;
    const double left = patchedShare(circuit, encoder, fewer);
    CHECK(left < 0.8);
    CHECK(std::abs(left - search.without()[i++]) < kShareTolerance);
  }
  CHECK(i == search.without().size());

  Circuit same(encoder, circuitQuestion());
  CircuitSearch again(same, 0.8);
  while (again.round()) continue;
  CHECK(again.kept() == search.kept());
  CHECK(again.share() == search.share());
  CHECK(same.passes() == circuit.passes());
}

TEST_CASE("a search among some nodes leaves out the others", "[circuit]") {
  const Encoder encoder = circuitEncoder();
  Circuit circuit(encoder, circuitQuestion());
  KeptNodes some(circuit.nodes().size(), true);
  some[1] = false;
  const double keep = circuit.share(some) - 0.1;
  CircuitSearch search(circuit, keep, some);
  while (search.round()) CHECK_FALSE(search.kept()[1]);
  CHECK_FALSE(search.kept()[1]);
  checkError(ErrorCode::kInvalidInput, "these nodes keep 0 % of the answer, but must keep 80 %",
             [&] { CircuitSearch(circuit, 0.8, KeptNodes(some.size(), false)); });
}

TEST_CASE("an edge is the share that its receiver loses by reading the twin's number",
          "[circuit]") {
  for (const NormOrder order : {NormOrder::kPost, NormOrder::kPre}) {
    const Encoder encoder = circuitEncoder(order);
    Circuit circuit(encoder, circuitQuestion());
    const CircuitQuestion& q = circuit.question();
    Random random(8);
    const KeptNodes kept = randomNodes(random, circuit.nodes().size());
    const EncoderActivations twin = patchedPass(encoder, q.twin);
    const std::vector<Intervention> others = patchesOf(circuit, encoder, kept, twin);
    EncoderActivations own = patchedPass(encoder, q.ids, others);
    const double all = shareOf(circuit, answerOf(encoder, q, own));

    std::size_t fromOneToOther = 0;
    for (const CircuitEdge& edge : circuit.edges(kept)) {
      REQUIRE(kept[edge.from]);
      std::vector<Intervention> frozen{copyOf(encoder, circuit.nodes()[edge.from], twin)};
      for (std::size_t i = 0; i < kept.size(); ++i)
        if (i != edge.from && (!edge.to || i != *edge.to))
          frozen.push_back(copyOf(encoder, circuit.nodes()[i], own));
      EncoderActivations reads = patchedPass(encoder, q.ids, frozen);
      if (edge.to) {
        REQUIRE(kept[*edge.to]);
        ++fromOneToOther;
        std::vector<Intervention> changed = others;
        changed.push_back(copyOf(encoder, circuit.nodes()[*edge.to], reads));
        reads = patchedPass(encoder, q.ids, changed);
      }
      const double left = shareOf(circuit, answerOf(encoder, q, reads));
      CHECK(std::abs(edge.share - (all - left)) < kShareTolerance);
    }
    CHECK(fromOneToOther > 10);
  }
}

TEST_CASE("random sets are of the size and of the seed", "[circuit]") {
  const Encoder encoder = circuitEncoder();
  Circuit circuit(encoder, circuitQuestion());
  const auto shares = randomShares(circuit, 5, 20, 1);
  CHECK(shares.size() == 20);
  CHECK(shares == randomShares(circuit, 5, 20, 1));
  CHECK(shares != randomShares(circuit, 5, 20, 2));
  for (const double share : randomShares(circuit, circuit.nodes().size(), 3, 1)) CHECK(share == 1);
}

TEST_CASE("a question without an answer to explain is refused", "[circuit]") {
  const Encoder encoder = circuitEncoder();
  const auto refused = [&](const char* message, auto&& change) {
    CircuitQuestion q = circuitQuestion();
    change(q);
    checkError(ErrorCode::kInvalidInput, message, [&] { Circuit(encoder, q); });
  };
  refused("one text has 4 tokens, the other 3; both need the same number",
          [](CircuitQuestion& q) { q.twin.pop_back(); });
  refused("there is no token 4: the tokens are 0 to 3", [](CircuitQuestion& q) { q.token = 4; });
  refused("there is no piece 11: the vocabulary has the pieces 0 to 10",
          [](CircuitQuestion& q) { q.other = 11; });
  refused("both texts get the same answer", [](CircuitQuestion& q) { q.twin = q.ids; });
  refused("there is no difference to explain", [](CircuitQuestion& q) { q.other = q.answer; });
  Circuit circuit(encoder, circuitQuestion());
  checkError(ErrorCode::kInvalidInput, "the set covers 3 nodes, but there are 24",
             [&] { circuit.share(KeptNodes(3)); });
  ModelConfig headless = smallConfig();
  const Encoder without(headless, randomWeights(headless, 1));
  checkError(ErrorCode::kInvalidConfig, "the model has no masked-word head",
             [&] { Circuit(without, circuitQuestion()); });
}

TEST_CASE("a token's role is the answer's place, an answer, the changed word or none",
          "[circuit]") {
  CircuitQuestion q;
  q.ids = {4, 3, 7, 6, 1, 9};
  q.twin = {4, 3, 2, 6, 1, 9};
  q.token = 4;
  q.answer = 4;
  q.other = 6;
  using Role = CircuitRole;
  CHECK(rolesOf(q) == std::vector<Role>{Role::kAnswer, Role::kRest, Role::kChanged, Role::kOther,
                                        Role::kPlace, Role::kRest});
  q.token = 0;  // where the answer itself stands
  CHECK(rolesOf(q).front() == Role::kPlace);
}

TEST_CASE("weights by role are means of the trace's attention weights", "[circuit]") {
  const Encoder encoder = circuitEncoder();
  CircuitQuestion q = circuitQuestion();  // rest, changed, place, changed
  const std::vector<double> weights = weightsByRole(encoder, q);
  const EncoderActivations a = patchedPass(encoder, q.ids);
  const Index heads = encoder.config().heads;
  const auto at = [&](Index layer, Index head, CircuitRole reader, CircuitRole read) {
    return weights[((static_cast<std::size_t>(layer * heads + head) * kCircuitRoles) +
                    static_cast<std::size_t>(reader)) *
                       kCircuitRoles +
                   static_cast<std::size_t>(read)];
  };
  REQUIRE(weights.size() == static_cast<std::size_t>(encoder.config().layers * heads) *
                                kCircuitRoles * kCircuitRoles);
  const auto matrix = attentionMatrix(a.layer(1).attention.weights, a.sequences, heads, 0, 1);
  const double changedToRest = (double{matrix(1, 0)} + double{matrix(3, 0)}) / 2;
  const double placeToChanged = double{matrix(2, 1)} + double{matrix(2, 3)};
  CHECK(std::abs(at(1, 1, CircuitRole::kChanged, CircuitRole::kRest) - changedToRest) < 1e-6);
  CHECK(std::abs(at(1, 1, CircuitRole::kPlace, CircuitRole::kChanged) - placeToChanged) < 1e-6);
  CHECK(at(1, 1, CircuitRole::kPlace, CircuitRole::kAnswer) == 0);
  CHECK(std::isnan(at(1, 1, CircuitRole::kAnswer, CircuitRole::kRest)));
}
