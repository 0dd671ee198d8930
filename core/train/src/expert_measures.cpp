#include "fovea/train/expert_measures.h"

#include <cmath>
#include <cstdio>
#include <map>
#include <unordered_map>
#include <utility>

#include "fovea/train/batch.h"
#include "fovea/train/word_geometry.h"

namespace fovea {
namespace {

/// Beside those of wordGroups.
const std::vector<std::pair<const char*, std::vector<const char*>>> kShortWords{
    {"determiners", {"the", "a", "an", "this", "that", "these", "those"}},
    {"possessives", {"my", "your", "his", "her", "its", "our", "their"}},
    {"pronouns", {"it", "he", "she", "they", "him", "them", "i", "we", "you"}},
    {"prepositions",
     {"in", "on", "at", "to", "from", "with", "of", "for", "into", "under", "near"}},
    {"conjunctions", {"because", "and", "but", "so", "while", "when", "although"}},
    {"full stops", {"."}}};

/// Sums over the words of each kind, in the order of their names.
class UseSums {
 public:
  UseSums() {
    for (const auto& [kind, words] : wordGroups())
      if (kind != "plane") add(kind, words);
    for (const auto& [kind, words] : kShortWords) add(kind, words);
  }

  void count(const std::string& piece, const Matrix& taken) {
    add(all_, taken);
    const auto kind = kindOf_.find(piece);
    if (kind != kindOf_.end()) add(kinds_[kind->second], taken);
  }

  std::vector<ExpertUse> means() const {
    std::vector<ExpertUse> uses{mean("all words", all_)};
    for (const auto& [kind, sums] : kinds_) uses.push_back(mean(kind, sums));
    return uses;
  }

 private:
  struct Sums {
    Index words = 0;
    Matrix taken;
  };

  template <typename Words>
  void add(const std::string& kind, const Words& words) {
    for (const auto& word : words) kindOf_.emplace(word, kind);
  }
  static void add(Sums& sums, const Matrix& taken) {
    ++sums.words;
    sums.taken = sums.taken.size() == 0 ? taken : Matrix(sums.taken + taken);
  }
  static ExpertUse mean(const std::string& kind, const Sums& sums) {
    return {kind, sums.words, sums.taken / static_cast<Scalar>(sums.words)};
  }

  std::unordered_map<std::string, std::string> kindOf_;
  Sums all_;
  std::map<std::string, Sums> kinds_;
};

double bitsOf(const RowVector& probabilities) {
  double bits = 0;
  for (const Scalar p : probabilities)
    if (p > 0) bits -= static_cast<double>(p) * std::log2(static_cast<double>(p));
  return bits;
}

/// layers × experts: 1 where the token takes the expert.
Matrix takenBy(const EncoderActivations& activations, Index token) {
  const auto layers = static_cast<Index>(activations.layers.size());
  Matrix taken(layers, activations.layer(0).mixture.choice.cols());
  for (Index l = 0; l < layers; ++l)
    taken.row(l) =
        (activations.layer(l).mixture.choice.row(token).array() != 0).cast<Scalar>().matrix();
  return taken;
}

std::string shortNumber(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

std::string tableHead(Index layers, Index experts) {
  std::string head = "| words that an expert takes | met |";
  std::string line = "|---|---|";
  for (Index l = 0; l < layers; ++l) {
    for (Index e = 0; e < experts; ++e) {
      head += " " + std::to_string(l) + "." + std::to_string(e) + " |";
      line += "---|";
    }
  }
  return head + "\n" + line + "\n";
}

}  // namespace

ExpertMeasures measureExperts(const Encoder& encoder, const Tokenizer& tokenizer,
                              const Corpus& corpus, Index sentences, std::uint64_t seed) {
  const BatchMaker batches(corpus, tokenizer, TrainingOptions());
  Random random(seed);
  ExpertMeasures measures;
  measures.entropy.resize(static_cast<std::size_t>(encoder.config().layers));
  UseSums sums;
  double words = 0;
  EncoderActivations a;
  for (Index i = 0; i < sentences; ++i) {
    const Tokens tokens = tokenizer.encode(batches.drawSentence(random, Split::kHeldOut).text());
    encoder.forward(tokens.ids(), a);
    for (std::size_t t = 0; t < tokens.tokens.size(); ++t) {
      const auto token = static_cast<Index>(t);
      sums.count(tokens.tokens[t].piece, takenBy(a, token));
      for (std::size_t l = 0; l < a.layers.size(); ++l)
        measures.entropy[l] += bitsOf(a.layers[l].mixture.probabilities.row(token));
      ++words;
    }
  }
  for (double& entropy : measures.entropy) entropy /= words;
  measures.uses = sums.means();
  return measures;
}

std::string toText(const ExpertMeasures& measures) {
  const Matrix& first = measures.uses.front().shares;
  std::string text = tableHead(first.rows(), first.cols());
  for (const ExpertUse& use : measures.uses) {
    text += "| " + use.kind + " | " + std::to_string(use.words) + " |";
    for (const Scalar share : use.shares.reshaped<Eigen::RowMajor>())
      text += " " + shortNumber(static_cast<double>(share)) + " |";
    text += "\n";
  }
  text += "\nentropy of the router's probabilities, in bits:";
  for (std::size_t l = 0; l < measures.entropy.size(); ++l)
    text += (l > 0 ? ", layer " : " layer ") + std::to_string(l) + " " +
            shortNumber(measures.entropy[l]);
  return text;
}

}  // namespace fovea
