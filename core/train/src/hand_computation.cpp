#include "fovea/train/hand_computation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "fovea/error.h"

namespace fovea {
namespace {

constexpr std::array<const char*, 6> kNouns{"cats", "cows", "dogs", "ducks", "foxes", "hens"};
// The subject of these is in front …
constexpr std::array<const char*, 3> kLeading{"lead", "flee", "guide"};
// … and of these behind.
constexpr std::array<const char*, 3> kFollowing{"chase", "follow", "hunt"};

double rounded(double x) {
  return std::copysign(std::floor(std::abs(x) * 100 + 0.5 + 1e-9), x) / 100;
}

bool isTrivial(double x) { return x == 0 || std::abs(x) == 1; }

/// Does sums, and counts what a person has to do for them.
class Pencil {
 public:
  explicit Pencil(HandComputation& counts) : counts_(counts) {}

  double sumOfProducts(const HandVector& a, const HandVector& b) { return rounded(exact(a, b)); }
  double exact(const HandVector& a, const HandVector& b, double added = 0) {
    double sum = added;
    int terms = added == 0 ? 0 : 1;
    for (std::size_t i = 0; i < a.size(); ++i) {
      sum += a[i] * b[i];
      if (a[i] == 0 || b[i] == 0) continue;
      ++terms;
      if (!isTrivial(a[i]) && !isTrivial(b[i])) count(1, counts_.multiplications);
    }
    count(std::max(0, terms - 1));
    return sum;
  }
  HandVector add(const HandVector& a, const HandVector& b) {
    HandVector sum;
    std::transform(a.begin(), a.end(), b.begin(), std::back_inserter(sum),
                   [](double x, double y) { return rounded(x + y); });
    count(static_cast<int>(a.size()));
    return sum;
  }
  /// W·x + b, and a vector that is added before anything is rounded.
  HandVector product(const LinearWeights& linear, const HandVector& x,
                     const HandVector& residual = {}) {
    const Matrix weight = linear.unpacked();
    HandVector y;
    for (Index row = 0; row < weight.rows(); ++row) {
      const HandVector of(weight.row(row).begin(), weight.row(row).end());
      const double sum = exact(of, x, static_cast<double>(linear.bias(row)));
      y.push_back(rounded(residual.empty() ? sum : sum + residual[static_cast<std::size_t>(row)]));
    }
    count(static_cast<int>(residual.size()));
    return y;
  }
  HandVector divide(const HandVector& x, double by) {
    HandVector quotients;
    std::transform(x.begin(), x.end(), std::back_inserter(quotients),
                   [&](double each) { return rounded(each / by); });
    count(static_cast<int>(x.size()));
    return quotients;
  }
  /// Each is looked up in a table.
  HandVector powers(const HandVector& x) {
    const double most = *std::max_element(x.begin(), x.end());
    HandVector all;
    std::transform(x.begin(), x.end(), std::back_inserter(all),
                   [&](double each) { return rounded(std::exp(rounded(each - most))); });
    count(2 * static_cast<int>(x.size()));
    return all;
  }
  double total(const HandVector& x) {
    count(static_cast<int>(x.size()) - 1);
    return rounded(std::accumulate(x.begin(), x.end(), 0.0));
  }

 private:
  void count(int operations) { counts_.operations += operations; }
  void count(int operations, int& kind) {
    count(operations);
    kind += operations;
  }

  HandComputation& counts_;
};

HandVector rowOf(const Matrix& table, Index row) {
  return {table.row(row).begin(), table.row(row).end()};
}

// The values' numbers by place: what a weighted sum goes through.
HandVector column(const std::vector<HandVector>& vectors, std::size_t at) {
  HandVector numbers;
  std::transform(vectors.begin(), vectors.end(), std::back_inserter(numbers),
                 [&](const HandVector& vector) { return vector[at]; });
  return numbers;
}

}  // namespace

Vocabulary handVocabulary() {
  std::string lines = "[UNK]\n";
  for (const char* noun : kNouns) lines.append(noun).append("\n");
  for (const char* verb : kLeading) lines.append(verb).append("\n");
  for (const char* verb : kFollowing) lines.append(verb).append("\n");
  return Vocabulary(lines);
}

std::vector<HandSentence> handSentences() {
  constexpr auto nouns = static_cast<std::int32_t>(kNouns.size());
  constexpr auto leading = static_cast<std::int32_t>(kLeading.size());
  constexpr auto verbs = leading + static_cast<std::int32_t>(kFollowing.size());
  std::vector<HandSentence> sentences;
  for (std::int32_t verb = 0; verb < verbs; ++verb)
    for (std::int32_t a = 1; a <= nouns; ++a)
      for (std::int32_t b = 1; b <= nouns; ++b)
        if (a != b) sentences.push_back({{a, 1 + nouns + verb, b}, verb < leading ? a : b});
  return sentences;
}

void checkByHand(const ModelConfig& config, const Structure& structure) {
  const auto require = [](bool fits, const char* what) {
    if (!fits)
      refuse(ErrorCode::kInvalidConfig, std::string("a model for computing by hand has ") + what);
  };
  require(config.layers == 1 && config.heads == 1 && !config.hasDecoder(),
          "one layer and one head");
  require(config.dModel <= 4, "vectors of at most 4 numbers");
  require(structure.positions == PositionEmbedding::kAbsolute && config.maxPositions >= 3,
          "learned positions, at least 3");
  require(structure.norm == NormOrder::kNone && !config.embeddingNorm, "no norms");
  require(!config.embeddingScale && !config.maskedWordHead,
          "neither a scale nor a prediction head");
}

HandComputation computeByHand(const ModelWeights& weights, const TokenIds& ids) {
  const EmbeddingWeights& table = weights.embedding;
  const AttentionWeights& attention = weights.layers.front().attention;
  HandComputation c;
  Pencil pencil(c);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    c.inputs.push_back(
        pencil.add(rowOf(table.tokens, ids[i]), rowOf(table.positions, static_cast<Index>(i))));
    c.keys.push_back(pencil.product(attention.key, c.inputs[i]));
    c.values.push_back(pencil.product(attention.value, c.inputs[i]));
  }
  c.query = pencil.product(attention.query, c.inputs[kHandVerb]);
  for (const HandVector& key : c.keys) c.scores.push_back(pencil.sumOfProducts(c.query, key));
  c.scaled = pencil.divide(c.scores, std::sqrt(static_cast<double>(c.query.size())));
  c.powers = pencil.powers(c.scaled);
  c.weights = pencil.divide(c.powers, pencil.total(c.powers));
  for (std::size_t at = 0; at < c.query.size(); ++at)
    c.sum.push_back(pencil.sumOfProducts(c.weights, column(c.values, at)));
  c.output = pencil.product(attention.output, c.sum, c.inputs[kHandVerb]);
  for (const std::int32_t noun : {ids.front(), ids.back()})
    c.answers.push_back(pencil.sumOfProducts(c.output, rowOf(table.tokens, noun)));
  return c;
}

HandMeasures measureByHand(const ModelWeights& weights) {
  const std::vector<HandSentence> sentences = handSentences();
  HandMeasures measures;
  for (const HandSentence& sentence : sentences) {
    const HandComputation c = computeByHand(weights, sentence.ids);
    const double margin = c.answers.front() - c.answers.back();
    const bool right = sentence.answer == sentence.ids.front() ? margin > 0 : margin < 0;
    measures.right += right ? 1.0 / static_cast<double>(sentences.size()) : 0;
    measures.multiplications = std::max(measures.multiplications, c.multiplications);
    measures.operations = std::max(measures.operations, c.operations);
  }
  return measures;
}

std::string toJson(const HandMeasures& measures) {
  char text[128];
  std::snprintf(text, sizeof text, R"({"right":%.4f,"multiplications":%d,"operations":%d})",
                measures.right, measures.multiplications, measures.operations);
  return text;
}

std::string toText(const HandMeasures& measures) {
  char text[128];
  std::snprintf(text, sizeof text,
                "right by hand %.3f of %zu sentences; at most %d multiplications, %d operations",
                measures.right, handSentences().size(), measures.multiplications,
                measures.operations);
  return text;
}

}  // namespace fovea
