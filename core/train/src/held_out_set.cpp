#include "fovea/train/held_out_set.h"

#include <algorithm>

#include "evaluation_sets.h"

namespace fovea {
namespace {

constexpr std::uint64_t kHeldOutSeed = 2024;
constexpr Index kHeldOutSentences = 100;  // for the losses
constexpr Index kHeldOutReferences = 100;
constexpr Index kHeldOutPairs = 50;

double rightReferences(const std::vector<bool>& right) {
  const auto count = std::count(right.begin(), right.begin() + kHeldOutReferences, true);
  return static_cast<double>(count) / static_cast<double>(kHeldOutReferences);
}

double rightPairs(const std::vector<bool>& right) {
  double both = 0;
  for (std::size_t i = kHeldOutReferences; i + 1 < right.size(); i += 2)
    both += right[i] && right[i + 1];
  return both / static_cast<double>(kHeldOutPairs);
}

void run(const Encoder& encoder, const Structure& structure, const TokenIds& ids,
         const Sequences& sequences, EncoderActivations& pass) {
  ForwardOptions options;
  options.structure = structure;
  encoder.forward(ids, sequences, pass, options);
}

}  // namespace

HeldOutSet::HeldOutSet(const Corpus& corpus, const Tokenizer& tokenizer,
                       const TrainingOptions& options) {
  Random random(kHeldOutSeed);
  losses_ = BatchMaker(corpus, tokenizer, options).draw(random, Split::kHeldOut, kHeldOutSentences);
  SentenceEncoder words(tokenizer);
  std::vector<Index> lengths;
  const auto ask = [&](const Sentence& sentence) {
    const EncodedSentence encoded = words.encode(sentence.words, false);
    const Coreference& reference = sentence.coreferences.front();
    questions_.push_back(
        {encoded.firstPiece[reference.pronoun], encoded.firstPiece[reference.antecedent]});
    ids_.insert(ids_.end(), encoded.ids.begin(), encoded.ids.end());
    lengths.push_back(static_cast<Index>(encoded.ids.size()));
  };
  for (Index i = 0; i < kHeldOutReferences; ++i)
    ask(corpus.drawOfKind("reference", random, Split::kHeldOut));
  for (const Sentence& scene : flatten(scenePairs(corpus, kHeldOutPairs, random, Split::kHeldOut)))
    ask(scene);
  sequences_ = Sequences(lengths);
}

HeldOutMeasures HeldOutSet::score(const Encoder& encoder, const Structure& structure) const {
  EncoderActivations pass;
  run(encoder, structure, losses_.ids, losses_.sequences, pass);
  const BatchLoss losses = batchLoss(headOf(encoder), encoder.output(pass), losses_);
  run(encoder, structure, ids_, sequences_, pass);
  HeldOutMeasures score = measures(losses, predictions(headOf(encoder), encoder.output(pass)));
  const Index heads = encoder.config().heads;
  for (Index l = 0; l < encoder.config().layers; ++l) {
    for (Index h = 0; h < heads; ++h) {
      const std::vector<bool> looking = looks(pass, l, h, heads);
      score.headReferences = std::max(score.headReferences, rightReferences(looking));
      if (rightPairs(looking) <= score.headPairs) continue;
      score.headPairs = rightPairs(looking);
      score.pairsHead = l * heads + h;
    }
  }
  return score;
}

HeldOutMeasures HeldOutSet::score(const RecurrentNetwork& network) const {
  RecurrentActivations pass;
  const auto run = [&](const TokenIds& ids, const Sequences& sequences) -> const Matrix& {
    network.forward(ids, sequences, pass);
    return RecurrentNetwork::output(pass);
  };
  const BatchLoss losses = batchLoss(headOf(network), run(losses_.ids, losses_.sequences), losses_);
  return measures(losses, predictions(headOf(network), run(ids_, sequences_)));
}

HeldOutMeasures HeldOutSet::measures(const BatchLoss& losses,
                                     const std::vector<bool>& right) const {
  HeldOutMeasures score;
  score.maskedLoss = losses.maskedWords;
  score.referenceLoss = losses.references;
  score.references = rightReferences(right);
  score.pairs = rightPairs(right);
  return score;
}

std::vector<bool> HeldOutSet::predictions(const Encoder& encoder,
                                          const Structure& structure) const {
  EncoderActivations pass;
  run(encoder, structure, ids_, sequences_, pass);
  return predictions(headOf(encoder), encoder.output(pass));
}

std::vector<bool> HeldOutSet::predictions(const PredictionHead& head, const Matrix& output) const {
  Matrix atPronouns(sequences_.count(), output.cols());
  for (Index i = 0; i < sequences_.count(); ++i)
    atPronouns.row(i) =
        output.row(sequences_.begin(i) + questions_[static_cast<std::size_t>(i)].pronoun);
  MaskedWordActivations a;
  maskedWordForward(head.config, head.weights, head.embeddings, atPronouns, a);
  std::vector<bool> right;
  for (Index i = 0; i < sequences_.count(); ++i) {
    Index predicted = 0;
    a.logits.row(i).maxCoeff(&predicted);
    const Index noun = sequences_.begin(i) + questions_[static_cast<std::size_t>(i)].noun;
    right.push_back(predicted == ids_[static_cast<std::size_t>(noun)]);
  }
  return right;
}

std::vector<bool> HeldOutSet::looks(const EncoderActivations& pass, Index layer, Index head,
                                    Index heads) const {
  const AttentionSetting setting{heads, sequences_, sequences_, {}};
  std::vector<bool> right;
  for (Index i = 0; i < sequences_.count(); ++i) {
    const Question& question = questions_[static_cast<std::size_t>(i)];
    Index largest = 0;
    attentionMatrix(pass.layer(layer).attention.weights, setting, i, head)
        .row(question.pronoun)
        .maxCoeff(&largest);
    right.push_back(largest == question.noun);
  }
  return right;
}

}  // namespace fovea
