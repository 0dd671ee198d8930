#include "fovea/train/comparison.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <map>

#include "fovea/parameters.h"
#include "fovea/train/compared_network.h"
#include "fovea/train/recurrent_task.h"
#include "fovea/train/reference_measures.h"
#include "fovea/train/vocabulary_builder.h"

namespace fovea {
namespace {

constexpr std::uint64_t kCasesSeed = 2024;

// A pronoun in a sentence, asked for its noun.
struct Case {
  TokenIds ids;
  Index pronoun;
  Index noun;

  std::int32_t piece() const { return ids[static_cast<std::size_t>(noun)]; }
};

using CasesByDistance = std::map<Index, std::vector<Case>>;

CasesByDistance drawCases(const Corpus& corpus, const Tokenizer& tokenizer,
                          const ComparisonOptions& options) {
  Random random(kCasesSeed);
  SentenceEncoder words(tokenizer);
  CasesByDistance cases;
  for (Index i = 0; i < options.sentences; ++i) {
    const Sentence sentence = corpus.draw(random, Split::kHeldOut);
    const EncodedSentence encoded = words.encode(sentence.words, false);
    for (const Coreference& reference : sentence.coreferences) {
      const Index pronoun = encoded.firstPiece[reference.pronoun];
      const Index noun = encoded.firstPiece[reference.antecedent];
      std::vector<Case>& same = cases[std::abs(pronoun - noun)];
      if (static_cast<Index>(same.size()) < options.casesPerDistance)
        same.push_back({encoded.ids, pronoun, noun});
    }
  }
  for (auto it = cases.begin(); it != cases.end();)
    it = static_cast<Index>(it->second.size()) < options.fewestCases ? cases.erase(it)
                                                                     : std::next(it);
  return cases;
}

double rightOf(ComparedNetwork& network, const std::vector<Case>& cases) {
  double right = 0;
  for (const Case& one : cases) {
    const Sequences sequence({static_cast<Index>(one.ids.size())});
    Index predicted = 0;
    network.logitsAt(one.ids, sequence, {one.pronoun}).row(0).maxCoeff(&predicted);
    right += predicted == one.piece();
  }
  return right / static_cast<double>(cases.size());
}

// What arrives at the noun: the geometric mean of the norms, and the mean of their shares.
struct GradientAtNoun {
  double norm;
  double share;
};

GradientAtNoun gradientOf(ComparedNetwork& network, const std::vector<Case>& cases, Index most) {
  const auto count = std::min(cases.size(), static_cast<std::size_t>(most));
  double logs = 0;
  double shares = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Case& one = cases[i];
    const auto norms = network.embeddingGradient(one.ids, one.pronoun, one.piece())
                           .cast<double>()
                           .rowwise()
                           .norm()
                           .eval();
    const double norm = std::max(norms(one.noun), std::numeric_limits<double>::min());
    logs += std::log(norm);
    shares += norm / std::max(norms.sum(), norm);
  }
  const auto n = static_cast<double>(count);
  return {std::exp(logs / n), shares / n};
}

void addGradients(ComparedNetwork& network, const std::vector<Case>& cases, Index most,
                  std::vector<double>& norms, std::vector<double>& shares) {
  const GradientAtNoun gradient = gradientOf(network, cases, most);
  norms.push_back(gradient.norm);
  shares.push_back(gradient.share);
}

// Seconds of the processor that this program took for it; it runs on one thread.
template <typename Task>
double processorTime(Task&& task) {
  const std::clock_t begin = std::clock();
  task();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// One training of both networks, and what is measured of it.
class Rivals {
 public:
  Rivals(const Corpus& corpus, const Vocabulary& vocabulary, const TrainingPlan& plan)
      : encoder_(corpus, vocabulary, plan), recurrent_(corpus, vocabulary, plan) {
    encoder_.useThreads(1);
    recurrent_.useThreads(1);
  }

  const Tokenizer& tokenizer() const { return encoder_.tokenizer(); }

  /// Returns the time that the recurrent network's training took ÷ the encoder's.
  double train(const std::function<void(Index)>& progress) {
    double ofEncoder = 0;
    double ofRecurrent = 0;
    while (!encoder_.finished()) {
      ofEncoder += processorTime([&] { encoder_.step(); });
      ofRecurrent += processorTime([&] { recurrent_.step(); });
      progress(encoder_.stepsDone());
    }
    return ofRecurrent / ofEncoder;
  }

  void measureBefore(const CasesByDistance& cases, Index most, std::vector<AtDistance>& all) {
    std::size_t i = 0;
    for (const auto& entry : cases) {
      AtDistance& at = all[i++];
      addGradients(*one_, entry.second, most, at.gradientBefore.encoder, at.shareBefore.encoder);
      addGradients(*other_, entry.second, most, at.gradientBefore.recurrent,
                   at.shareBefore.recurrent);
    }
  }

  void measureAfter(const CasesByDistance& cases, Index most, std::vector<AtDistance>& all) {
    std::size_t i = 0;
    for (const auto& entry : cases) {
      AtDistance& at = all[i++];
      at.right.encoder.push_back(rightOf(*one_, entry.second));
      at.right.recurrent.push_back(rightOf(*other_, entry.second));
      addGradients(*one_, entry.second, most, at.gradientAfter.encoder, at.shareAfter.encoder);
      addGradients(*other_, entry.second, most, at.gradientAfter.recurrent,
                   at.shareAfter.recurrent);
    }
  }

  ComparedNetwork& encoder() { return *one_; }
  ComparedNetwork& recurrent() { return *other_; }

 private:
  ReferenceTrainer encoder_;
  RecurrentTrainer recurrent_;
  std::unique_ptr<ComparedNetwork> one_ = compared(encoder_.model());
  std::unique_ptr<ComparedNetwork> other_ = compared(recurrent_.model());
};

void addHeldOut(ComparedNetwork& network, const Tokenizer& tokenizer, const Corpus& corpus,
                std::vector<double>& pairs, std::vector<double>& losses) {
  const ReferenceMeasures measures = measureReferences(network, tokenizer, corpus, {});
  pairs.push_back(measures.pairsRight);
  losses.push_back(measures.maskedWords.nll);
}

double meanOf(const std::vector<AtDistance>& all, std::vector<double> OfNetworks::*network,
              std::size_t training) {
  double right = 0;
  double cases = 0;
  for (const AtDistance& at : all) {
    right += (at.right.*network)[training] * static_cast<double>(at.cases);
    cases += static_cast<double>(at.cases);
  }
  return right / std::max(1.0, cases);
}

// The time of a task, of as many as take a millisecond or two.
template <typename Task>
double timeOf(Task&& task) {
  constexpr double kLongEnough = 2e-3;
  constexpr Index kAtOnce = 8;
  Index done = 0;
  double time = 0;
  while (time < kLongEnough) {
    time += processorTime([&] {
      for (Index i = 0; i < kAtOnce; ++i) task();
    });
    done += kAtOnce;
  }
  return time / static_cast<double>(done);
}

// Both networks' shortest times of some, taken in turns.
template <typename Task>
TimeOfNetworks shortestTimes(ComparedNetwork& encoder, ComparedNetwork& recurrent, Index repeats,
                             Task&& task) {
  constexpr double kMost = std::numeric_limits<double>::max();
  TimeOfNetworks time{kMost, kMost};
  for (Index i = 0; i < repeats; ++i) {
    time.encoder = std::min(time.encoder, timeOf([&] { task(encoder); }));
    time.recurrent = std::min(time.recurrent, timeOf([&] { task(recurrent); }));
  }
  return time;
}

std::vector<AtLength> timeLengths(ModelConfig config, const ComparisonOptions& options) {
  config.maxPositions = std::max(config.maxPositions, options.lengths.back());
  const Encoder encoder(config, initialWeights(config, 1));
  const RecurrentNetwork recurrent(config, initialRecurrentWeights(config, 1));
  const auto one = compared(encoder);
  const auto other = compared(recurrent);
  std::vector<AtLength> all;
  for (const Index length : options.lengths) {
    TokenIds ids;
    for (Index i = 0; i < length; ++i)
      ids.push_back(static_cast<std::int32_t>(i % config.vocabSize));
    const auto times = [&](auto&& task) {
      return shortestTimes(*one, *other, options.repeats, task);
    };
    all.push_back(
        {length, times([&](ComparedNetwork& network) { network.read(ids); }),
         times([&](ComparedNetwork& network) { network.embeddingGradient(ids, 0, ids.back()); })});
  }
  const double unit = all.front().reading.encoder;
  for (AtLength& at : all)
    for (TimeOfNetworks* time : {&at.reading, &at.training}) {
      time->encoder /= unit;
      time->recurrent /= unit;
    }
  return all;
}

}  // namespace

Comparison compareNetworks(const ComparisonOptions& options, const ComparisonReports& reports) {
  Comparison result;
  result.options = options;
  const Corpus corpus(options.plan.corpus);
  const Vocabulary vocabulary = buildVocabulary(corpus);
  ModelConfig& config = result.options.plan.model;
  config.vocabSize = vocabulary.size();
  result.encoderParameters = parameterCount(config);
  result.recurrentParameters = recurrentParameterCount(config);
  result.lengths = timeLengths(config, options);
  CasesByDistance cases;
  for (Index training = 0; training < options.seeds; ++training) {
    TrainingPlan plan = options.plan;
    plan.training.seed += static_cast<std::uint64_t>(training);
    Rivals rivals(corpus, vocabulary, plan);
    if (training == 0) {
      cases = drawCases(corpus, rivals.tokenizer(), options);
      for (const auto& [distance, all] : cases)
        result.distances.push_back({distance, static_cast<Index>(all.size()), {}, {}, {}, {}, {}});
    }
    rivals.measureBefore(cases, options.gradientCases, result.distances);
    result.trainingTime.push_back(
        rivals.train([&](Index step) { reports.step(training + 1, step); }));
    rivals.measureAfter(cases, options.gradientCases, result.distances);
    const auto at = static_cast<std::size_t>(training);
    result.right.encoder.push_back(meanOf(result.distances, &OfNetworks::encoder, at));
    result.right.recurrent.push_back(meanOf(result.distances, &OfNetworks::recurrent, at));
    addHeldOut(rivals.encoder(), rivals.tokenizer(), corpus, result.pairs.encoder,
               result.maskedLoss.encoder);
    addHeldOut(rivals.recurrent(), rivals.tokenizer(), corpus, result.pairs.recurrent,
               result.maskedLoss.recurrent);
    reports.training(result);
  }
  return result;
}

}  // namespace fovea
