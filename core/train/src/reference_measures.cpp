#include "fovea/train/reference_measures.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "evaluation_sets.h"
#include "fovea/train/batch.h"

namespace fovea {
namespace {

// Whether it predicts the noun at each pronoun.
std::vector<bool> rightAnswers(ComparedNetwork& network, const Tokenizer& tokenizer,
                               const std::vector<PronounCase>& cases) {
  SentenceEncoder words(tokenizer);
  std::vector<bool> right;
  for (const PronounCase& one : cases) {
    const EncodedSentence encoded = words.encode(one.words, false);
    const Sequences sequence({static_cast<Index>(encoded.ids.size())});
    const Matrix logits =
        network.logitsAt(encoded.ids, sequence, {encoded.firstPiece[one.reference.pronoun]});
    Index predicted = 0;
    logits.row(0).maxCoeff(&predicted);
    const Index noun = encoded.firstPiece[one.reference.antecedent];
    right.push_back(predicted == encoded.ids[static_cast<std::size_t>(noun)]);
  }
  return right;
}

double shareOf(const std::vector<bool>& right) {
  const auto count = std::count(right.begin(), right.end(), true);
  return static_cast<double>(count) / std::max(1.0, static_cast<double>(right.size()));
}

double bothOf(const std::vector<bool>& right) {
  std::vector<bool> both;
  for (std::size_t i = 0; i + 1 < right.size(); i += 2) both.push_back(right[i] && right[i + 1]);
  return shareOf(both);
}

std::vector<PronounCase> casesOf(const std::vector<Sentence>& scenes) {
  std::vector<PronounCase> cases;
  cases.reserve(scenes.size());
  for (const Sentence& scene : scenes) cases.push_back({scene.words, scene.coreferences.front()});
  return cases;
}

MaskedWordScore wordsOf(ComparedNetwork& network, const Tokenizer& tokenizer, const Corpus& corpus,
                        Index sentences, Random& random) {
  const TrainingBatch batch =
      BatchMaker(corpus, tokenizer, TrainingOptions()).draw(random, Split::kHeldOut, sentences);
  const Targets& words = batch.maskedWords;
  const Matrix logits = network.logitsAt(batch.ids, batch.sequences, words.rows);
  std::vector<Index> rows;
  for (Index row = 0; row < logits.rows(); ++row) rows.push_back(row);
  return maskedWordScore(logits, rows, words.ids);
}

}  // namespace

ReferenceMeasures measureReferences(ComparedNetwork& network, const Tokenizer& tokenizer,
                                    const Corpus& corpus, const EvaluationOptions& options) {
  Random random(options.seed);
  scenePairs(corpus, options.pairs, random, Split::kValidation);  // which `evaluate` draws first
  const auto scenes = flatten(scenePairs(corpus, options.pairs, random, Split::kHeldOut));
  const auto others = otherPronouns(corpus, options.pairs, random);
  const std::vector<bool> ofScenes = rightAnswers(network, tokenizer, casesOf(scenes));
  const std::vector<bool> ofOthers = rightAnswers(network, tokenizer, others);
  ReferenceMeasures measures;
  measures.scenes = static_cast<Index>(ofScenes.size());
  measures.scenesRight = shareOf(ofScenes);
  measures.pairsRight = bothOf(ofScenes);
  measures.otherPronouns = static_cast<Index>(ofOthers.size());
  measures.otherPronounsRight = shareOf(ofOthers);
  measures.maskedWords = wordsOf(network, tokenizer, corpus, options.sentences, random);
  return measures;
}

std::string toJson(const ReferenceMeasures& m) {
  return nlohmann::json{
      {"heldOut",
       {{"cases", m.scenes}, {"byOutput", m.scenesRight}, {"bothByOutput", m.pairsRight}}},
      {"otherPronouns", {{"cases", m.otherPronouns}, {"byOutput", m.otherPronounsRight}}},
      {"maskedWords",
       {{"words", m.maskedWords.words},
        {"nll", m.maskedWords.nll},
        {"top1", m.maskedWords.top1},
        {"top5", m.maskedWords.top5}}}}
      .dump(2);
}

std::string toText(const ReferenceMeasures& m) {
  char text[256];
  std::snprintf(text, sizeof text,
                "held out: scenes %.3f of %td, both of a pair %.3f; other pronouns %.3f of %td; "
                "masked words %.3f nats, top 1 %.3f, top 5 %.3f",
                m.scenesRight, m.scenes, m.pairsRight, m.otherPronounsRight, m.otherPronouns,
                m.maskedWords.nll, m.maskedWords.top1, m.maskedWords.top5);
  return text;
}

}  // namespace fovea
