#include "fovea/train/sequence_measures.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "fovea/cross_entropy.h"
#include "fovea/train/sequence_pass.h"

namespace fovea {
namespace {

constexpr Index kSentencesAtOnce = 100;  // sentences of one pass

/// Sums, of which the measures are the shares.
struct SequenceSums {
  Index sentences = 0, tokens = 0, pronouns = 0;
  Index rightSentences = 0, rightTokens = 0, rightReferents = 0;
  double loss = 0;

  void add(const SequenceBatch& batch, const std::vector<bool>& right, double meanLoss) {
    for (Index s = 0; s < batch.targets.count(); ++s) {
      const auto begin = right.begin() + batch.targets.begin(s);
      const auto count = std::count(begin, begin + batch.targets.length(s), true);
      rightTokens += count;
      rightSentences += count == batch.targets.length(s) ? 1 : 0;
    }
    for (const Index row : batch.referents)
      rightReferents += right[static_cast<std::size_t>(row)] ? 1 : 0;
    sentences += batch.targets.count();
    tokens += batch.targets.tokens();
    pronouns += static_cast<Index>(batch.referents.size());
    loss += meanLoss * static_cast<double>(batch.targets.tokens());
  }

  SequenceMeasures measures() const {
    const auto share = [](double part, Index of) {
      return of == 0 ? 0 : part / static_cast<double>(of);
    };
    return {sentences,
            pronouns,
            share(loss, tokens),
            share(static_cast<double>(rightTokens), tokens),
            share(static_cast<double>(rightSentences), sentences),
            share(static_cast<double>(rightReferents), pronouns)};
  }
};

void measureInto(const Encoder& model, const Structure& structure, const SequenceBatch& batch,
                 SequenceSums& sums) {
  SequencePass pass;
  const Matrix& logits = forward(model, structure, batch, Capture::kNone, pass);
  std::vector<bool> right;
  for (Index i = 0; i < logits.rows(); ++i) {
    Index best = 0;
    logits.row(i).maxCoeff(&best);
    right.push_back(best == batch.outputs[static_cast<std::size_t>(i)]);
  }
  Matrix dLogits;
  sums.add(batch, right, crossEntropy(logits, batch.outputs, 1, dLogits));
}

}  // namespace

Structure decoderStructure(const Structure& structure) {
  Structure result = structure;
  result.layers.clear();
  return result;
}

SequenceMeasures measure(const Encoder& model, const Structure& structure,
                         const SequenceBatch& batch) {
  SequenceSums sums;
  measureInto(model, structure, batch, sums);
  return sums.measures();
}

SequenceMeasures measureHeldOut(const Encoder& model, const Structure& structure,
                                const Tokenizer& tokenizer, const Corpus& corpus, Index sentences,
                                std::uint64_t seed) {
  SequenceBatchMaker batches(corpus, tokenizer, model.config(), TrainingOptions());
  Random random(seed);
  SequenceSums sums;
  for (Index left = sentences; left > 0; left -= kSentencesAtOnce)
    measureInto(model, structure,
                batches.draw(random, Split::kHeldOut, std::min(left, kSentencesAtOnce)), sums);
  return sums.measures();
}

std::string toText(const SequenceMeasures& m) {
  char text[200];
  std::snprintf(text, sizeof text,
                "%td held-out sentences: %.3f nats a token, next token right %.3f", m.sentences,
                m.loss, m.tokens);
  std::string line = text;
  if (m.pronouns == 0) return line;
  std::snprintf(text, sizeof text, ", whole sentence right %.3f, referent right %.3f of %td",
                m.whole, m.referents, m.pronouns);
  return line + text;
}

std::string toJson(const SequenceMeasures& m) {
  nlohmann::json json{{"sentences", m.sentences}, {"loss", m.loss}, {"tokens", m.tokens}};
  if (m.pronouns > 0) {
    json["whole"] = m.whole;
    json["pronouns"] = m.pronouns;
    json["referents"] = m.referents;
  }
  return json.dump();
}

}  // namespace fovea
