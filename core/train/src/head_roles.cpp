#include "fovea/train/head_roles.h"

#include <algorithm>
#include <cmath>

namespace fovea {
namespace {

enum Role : Index { kAntecedent, kAdjective, kObject, kDeterminer, kPrevious, kNext, kBroad };
constexpr Index kRoles = 7;
constexpr Scalar kBroadChance = 0.5F;

// Words of a sentence between which a role is measured.
struct WordPair {
  Role role;
  std::size_t from;
  std::size_t to;
};

std::vector<WordPair> wordPairs(const Sentence& scene) {
  const Coreference& reference = scene.coreferences.front();
  const std::size_t object = scene.position("n2");
  const std::size_t verb = scene.position("verb");
  std::vector<WordPair> pairs = {{kAntecedent, reference.pronoun, reference.antecedent},
                                 {kAdjective, reference.pronoun, scene.position("adj")},
                                 {kDeterminer, object, object - 1}};
  // "chased the cat", but not "ran away from the cat": there a preposition has the object.
  if (object == verb + 2) pairs.push_back({kObject, verb, object});
  return pairs;
}

struct Mean {
  Matrix sums;
  RowVector counts = RowVector::Zero(kRoles);
  RowVector uniform = RowVector::Zero(kRoles);  // sums of 1 ÷ n

  void count(Role role, Scalar tokens) {
    counts(role) += 1;
    uniform(role) += 1 / tokens;
  }

  void addTo(Role role, Index head, double value) {
    sums(role, head) += static_cast<Scalar>(value);
  }
};

double normalisedEntropy(const Eigen::Map<const Matrix>& weights) {
  const auto n = static_cast<double>(weights.rows());
  const auto p = weights.array().cast<double>();
  const double entropy = -(p * (p + 1e-30).log()).sum();
  return entropy / (n * std::log(n));
}

void addRows(const SentenceReader& reader, Index layer, Index head, Index column, Mean& mean) {
  const EncoderActivations& activations = reader.activations();
  const auto weights =
      attentionMatrix(activations.layer(layer).attention.weights, activations.sequences,
                      reader.encoder().config().heads, 0, head);
  mean.addTo(kPrevious, column, static_cast<double>(weights.diagonal(-1).mean()));
  mean.addTo(kNext, column, static_cast<double>(weights.diagonal(1).mean()));
  mean.addTo(kBroad, column, normalisedEntropy(weights));
}

void addScene(SentenceReader& reader, const Sentence& scene, Mean& mean) {
  reader.encode(scene.words);
  const std::vector<WordPair> pairs = wordPairs(scene);
  const auto tokens = static_cast<Scalar>(reader.activations().ids.size());
  for (const Role role : {kPrevious, kNext, kBroad}) mean.count(role, tokens);
  for (const WordPair& pair : pairs) mean.count(pair.role, tokens);
  const ModelConfig& config = reader.encoder().config();
  for (Index layer = 0; layer < config.layers; ++layer) {
    for (Index head = 0; head < config.heads; ++head) {
      const Index column = layer * config.heads + head;
      addRows(reader, layer, head, column, mean);
      for (const WordPair& pair : pairs)
        mean.addTo(pair.role, column, reader.weight(layer, head, pair.from, pair.to));
    }
  }
}

}  // namespace

const std::vector<std::string>& roleNames() {
  static const std::vector<std::string> names = {"antecedent", "adjective", "object", "determiner",
                                                 "previous",   "next",      "broad"};
  return names;
}

RoleScores roleScores(SentenceReader& reader, const std::vector<Sentence>& scenes) {
  const ModelConfig& config = reader.encoder().config();
  Mean mean;
  mean.sums = Matrix::Zero(kRoles, config.layers * config.heads);
  for (const Sentence& scene : scenes) addScene(reader, scene, mean);
  const RowVector counts = mean.counts.cwiseMax(Scalar(1));
  RoleScores scores{mean.sums, mean.uniform.cwiseQuotient(counts)};
  for (Index role = 0; role < kRoles; ++role) scores.byHead.row(role) /= counts(role);
  scores.chance(kBroad) = kBroadChance;
  return scores;
}

std::vector<HeadRole> headRoles(SentenceReader& reader, const std::vector<Sentence>& validation,
                                const std::vector<Sentence>& heldOut, std::size_t antecedentHead) {
  const Matrix chosenBy = roleScores(reader, validation).byHead;
  const RoleScores scores = roleScores(reader, heldOut);
  const Index heads = reader.encoder().config().heads;
  std::vector<HeadRole> roles;
  for (Index role = 0; role < kRoles; ++role) {
    auto best = static_cast<Index>(antecedentHead);
    if (role != kAntecedent) chosenBy.row(role).maxCoeff(&best);
    roles.push_back({roleNames()[static_cast<std::size_t>(role)], best / heads, best % heads,
                     static_cast<double>(scores.byHead(role, best)),
                     static_cast<double>(scores.chance(role))});
  }
  return roles;
}

}  // namespace fovea
