#include "fovea/train/evaluation.h"

#include <algorithm>

#include "evaluation_sets.h"
#include "fovea/error.h"
#include "fovea/train/batch.h"

namespace fovea {
namespace {

constexpr double kMaskShare = 0.25;  // of tokens, as in training

std::vector<PronounReading> readAll(SentenceReader& reader, const std::vector<PronounCase>& cases) {
  std::vector<PronounReading> readings;
  readings.reserve(cases.size());
  for (const PronounCase& one : cases) readings.push_back(reader.read(one));
  return readings;
}

std::vector<PronounReading> readScenes(SentenceReader& reader,
                                       const std::vector<Sentence>& scenes) {
  std::vector<PronounReading> readings;
  readings.reserve(scenes.size());
  for (const Sentence& scene : scenes)
    readings.push_back(reader.read({scene.words, scene.coreferences.front()}));
  return readings;
}

double meanWeight(const std::vector<PronounReading>& readings, std::size_t head) {
  double sum = 0;
  for (const PronounReading& reading : readings) sum += reading.heads[head].weight;
  return sum / static_cast<double>(readings.size());
}

// Of the most accurate heads, the least saturated: its rows show what else was weighed.
std::size_t antecedentHead(const std::vector<PronounReading>& readings) {
  const std::vector<std::size_t> heads = mostAccurateHeads(readings);
  return *std::min_element(heads.begin(), heads.end(), [&](std::size_t a, std::size_t b) {
    return meanWeight(readings, a) < meanWeight(readings, b);
  });
}

// Readings 2i and 2i + 1 are of one pair.
PairScore pairScore(const std::vector<PronounReading>& readings, std::size_t head) {
  PairScore score;
  score.each = scoreOf(readings, head);
  double byOutput = 0;
  double byHead = 0;
  for (std::size_t i = 0; i + 1 < readings.size(); i += 2) {
    const PronounReading& a = readings[i];
    const PronounReading& b = readings[i + 1];
    byOutput += a.byOutput && b.byOutput;
    byHead += a.heads[head].right && b.heads[head].right;
  }
  const double pairs = static_cast<double>(readings.size()) / 2;
  score.bothByOutput = byOutput / pairs;
  score.bothByHead = byHead / pairs;
  return score;
}

MaskedWordScore maskedWords(const Encoder& encoder, const Tokenizer& tokenizer,
                            const Corpus& corpus, Index sentences, Random& random) {
  TrainingOptions options;
  options.sentencesPerStep = sentences;
  options.maskShare = kMaskShare;
  options.unmaskedShare = options.spellShare = options.nonceShare = 0;
  const TrainingBatch batch = BatchMaker(corpus, tokenizer, options).draw(random, Split::kHeldOut);
  EncoderActivations activations;
  encoder.forward(batch.ids, batch.sequences, activations);
  encoder.predict(activations);
  return maskedWordScore(activations.maskedWord.logits, batch.maskedWords.rows,
                         batch.maskedWords.ids);
}

EverydayScore everydayScore(const Encoder& encoder, const Tokenizer& tokenizer) {
  const std::vector<std::string> sentences = everydaySentences();
  EverydayScore score;
  Index inPieces = 0;
  for (const std::string& sentence : sentences) {
    const WordCut cut = wordCut(tokenizer, sentence);
    score.words += cut.words;
    inPieces += cut.inPieces;
  }
  score.inPieces = static_cast<double>(inPieces) / static_cast<double>(score.words);
  score.masked = everyFourthMasked(encoder, tokenizer, sentences);
  return score;
}

double largestDifference(const Encoder& encoder, const Tokenizer& tokenizer) {
  SentenceReader reader(encoder, tokenizer);
  const Index first = reader.encode({"dog", "bites", "man"}).firstPiece.front();
  const Matrix one = reader.encoder().output(reader.activations()).middleRows(first, 3);
  reader.encode({"man", "bites", "dog"});
  const Matrix other = reader.encoder().output(reader.activations()).middleRows(first, 3);
  return static_cast<double>((one - other.colwise().reverse()).cwiseAbs().maxCoeff());
}

OrderSensitivity orderSensitivity(const Encoder& encoder, const Tokenizer& tokenizer) {
  ModelConfig config = encoder.config();
  config.positions = PositionEmbedding::kNone;
  const Encoder blind(config, encoder.weights());
  return {largestDifference(encoder, tokenizer), largestDifference(blind, tokenizer)};
}

// 1 ÷ Σ exp(s − max s)
double largestOfSoftmax(const RowVector& scores) {
  return 1 / (scores.array() - scores.maxCoeff()).cast<double>().exp().sum();
}

PronounRow pronounRow(SentenceReader& reader, const PronounCase& one, Index layer, Index head) {
  ForwardOptions unscaled;
  unscaled.structure = Structure::of(reader.encoder().config());
  unscaled.structure->divisor = 1;
  const std::size_t pronoun = one.reference.pronoun;
  PronounRow row{one.words, one.reference, {}};
  reader.encode(one.words, unscaled);
  row.largestAllUnscaled = rowShape(reader.row(layer, head, pronoun)).largest;
  reader.encode(one.words);
  row.largestUnscaled = largestOfSoftmax(reader.scores(layer, head, pronoun));
  row.largest = rowShape(reader.row(layer, head, pronoun)).largest;
  for (std::size_t word = 0; word < one.words.size(); ++word)
    row.weights.push_back(reader.weight(layer, head, pronoun, word));
  return row;
}

void checkOptions(const EvaluationOptions& options) {
  if (options.pairs < 1 || options.sentences < 1)
    refuse(ErrorCode::kInvalidConfig, "an evaluation needs at least 1 pair and 1 sentence, not " +
                                          std::to_string(options.pairs) + " and " +
                                          std::to_string(options.sentences));
}

// Of the words beside those that wordGeometry asks for.
void checkVocabulary(const Vocabulary& vocabulary) {
  for (const char* word : {"[MASK]", "dog", "bites", "man"}) {
    if (vocabulary.id(word) < 0)
      refuse(ErrorCode::kInvalidVocabulary, std::string("the evaluation needs the piece ") + word);
  }
}

}  // namespace

Evaluation evaluate(const Encoder& encoder, const Tokenizer& tokenizer, const Corpus& corpus,
                    const EvaluationOptions& options) {
  checkOptions(options);
  checkVocabulary(tokenizer.vocabulary());
  Evaluation e;
  e.geometry = wordGeometry(encoder.weights().embedding.tokens, tokenizer.vocabulary());
  Random random(options.seed);
  SentenceReader reader(encoder, tokenizer);
  const auto validation = flatten(scenePairs(corpus, options.pairs, random, Split::kValidation));
  const auto heldOut = flatten(scenePairs(corpus, options.pairs, random, Split::kHeldOut));

  const auto validationReadings = readScenes(reader, validation);
  e.antecedentHead = antecedentHead(validationReadings);
  e.validation = pairScore(validationReadings, e.antecedentHead);
  e.showcase = showcaseHead(validationReadings);
  const auto heldOutReadings = readScenes(reader, heldOut);
  e.heldOut = pairScore(heldOutReadings, e.antecedentHead);
  e.showcaseRight = scoreOf(heldOutReadings, e.showcase.head).byHead;
  e.softness = softness(heldOutReadings, e.showcase.head);
  e.repeatingHeads = repeatingHeads(heldOutReadings, encoder.config());
  const auto score = [&](const std::vector<PronounCase>& cases) {
    return scoreOf(readAll(reader, cases), e.antecedentHead);
  };
  e.otherPronouns = score(otherPronouns(corpus, options.pairs, random));
  e.nonceWords = score(nonceCases(heldOut, random));
  e.handWritten = score(handWrittenCases());
  e.handWrittenNew = score(newHandWrittenCases());
  e.handWrittenThird = score(thirdHandWrittenCases());
  e.maskedWords = maskedWords(encoder, tokenizer, corpus, options.sentences, random);
  e.everyday = everydayScore(encoder, tokenizer);
  e.order = orderSensitivity(encoder, tokenizer);
  e.roles = headRoles(reader, validation, heldOut, e.antecedentHead);
  const Index heads = encoder.config().heads;
  const auto showcase = static_cast<Index>(e.showcase.head);
  for (const PronounCase& one : demoCases())
    e.demo.push_back(pronounRow(reader, one, showcase / heads, showcase % heads));
  return e;
}

}  // namespace fovea
