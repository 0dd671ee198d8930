#include "fovea/head_study.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "fovea/error.h"
#include "fovea/masked_word_head.h"
#include "stack_stages.h"

namespace fovea {
namespace {

/// Texts in a batch, and numbers that its pass may hold, unless one text has more.
constexpr std::size_t kTexts = 32;
constexpr double kNumbers = 16e6;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// Runs the stages after the one that writes `after`, if not null, up to the one for `upTo`.
struct RunBetween {
  static constexpr bool kSingly = true;
  const Matrix* after;
  const Matrix* upTo;
  bool runs = after == nullptr;

  template <typename Stage, typename... Fields>
  void operator()(Stage&& stage, Fields&... written) {
    if (runs) stage();
    (visit(written), ...);
  }

  void visit(Matrix& written) {
    if (&written == after) runs = true;
    if (&written == upTo) runs = false;
  }
  template <typename Tensor>
  void visit(Tensor& /*written*/) {}
};

/// Without what marks a word's beginning or a continuation, and in lower case.
std::string spellingOf(const std::string& piece) {
  std::string spelling = piece;
  for (const char* const mark : {"\xC4\xA0", "\xE2\x96\x81", "##"})
    if (spelling.rfind(mark, 0) == 0) spelling.erase(0, std::string(mark).size());
  for (char& c : spelling) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return spelling;
}

bool isWordByte(unsigned char c) { return c >= 0x80 || std::isalnum(c) != 0; }

double numbersOf(const ModelConfig& config, Index tokens) {
  const auto n = static_cast<double>(tokens);
  const double row =
      12.0 * static_cast<double>(config.dModel) + 2.0 * static_cast<double>(config.dFf);
  return static_cast<double>(config.layers) * n *
         (row + 2.0 * static_cast<double>(config.heads) * n);
}

}  // namespace

bool isPronoun(const Token& token) {
  static const std::array<const char*, 7> kPronouns{"it",  "he",  "she", "they",
                                                    "him", "her", "them"};
  const std::string spelling = spellingOf(token.piece);
  return std::any_of(kPronouns.begin(), kPronouns.end(),
                     [&](const char* pronoun) { return spelling == pronoun; });
}

bool isMark(const Token& token) {
  const std::string spelling = spellingOf(token.piece);
  return token.begin == token.end || std::none_of(spelling.begin(), spelling.end(), isWordByte);
}

Index answerToken(const std::vector<Token>& tokens) {
  const auto placeOf = [&](auto from, auto to, auto&& is) { return std::find_if(from, to, is); };
  const auto masked = placeOf(tokens.begin(), tokens.end(), [](const Token& token) {
    return token.piece == "[MASK]" || token.piece == "<mask>";
  });
  if (masked != tokens.end()) return masked - tokens.begin();
  const auto pronoun = placeOf(tokens.begin(), tokens.end(), isPronoun);
  if (pronoun != tokens.end()) return pronoun - tokens.begin();
  const auto word =
      placeOf(tokens.rbegin(), tokens.rend(), [](const Token& token) { return !isMark(token); });
  return word == tokens.rend() ? 0 : word.base() - tokens.begin() - 1;
}

HeadStudy::HeadStudy(const Encoder& encoder, bool keepsEntropies)
    : encoder_(encoder), keepsEntropies_(keepsEntropies) {
  const ModelConfig& config = encoder_.config();
  if (config.layers == 0 || config.readsPictures())
    refuse(ErrorCode::kInvalidConfig, "the model has no encoder of text, whose heads are studied");
  sums_.resize(static_cast<std::size_t>(config.layers * config.heads));
}

void HeadStudy::add(const std::vector<Token>& text, bool effects) {
  if (text.empty()) refuse(ErrorCode::kInvalidInput, "a text without tokens has no attention");
  Batch& batch = waiting_[effects ? 1 : 0];
  const auto n = static_cast<Index>(text.size());
  double numbers = numbersOf(encoder_.config(), n);
  for (const Index length : batch.lengths) numbers += numbersOf(encoder_.config(), length);
  if (batch.texts.size() == kTexts || numbers > kNumbers) run(batch, effects);
  for (const Token& token : text) batch.ids.push_back(token.id);
  batch.lengths.push_back(n);
  batch.texts.push_back(text);
}

void HeadStudy::finish() {
  run(waiting_[0], false);
  run(waiting_[1], true);
}

void HeadStudy::run(Batch& batch, bool effects) {
  if (batch.texts.empty()) return;
  const Batch taken = std::exchange(batch, {});
  encoder_.forward(taken.ids, Sequences(taken.lengths), pass_);
  for (std::size_t i = 0; i < taken.texts.size(); ++i) {
    const auto text = static_cast<Index>(i);
    sumUp(text, keysOf(taken.texts[i], pass_.sequences.begin(text)));
  }
  if (effects) measureEffects(taken);
}

/// `first` is the text's first row in the pass.
std::vector<HeadStudy::Keys> HeadStudy::keysOf(const std::vector<Token>& text, Index first) {
  std::vector<Keys> keys(text.size());
  const auto n = static_cast<Index>(text.size());
  auto& queries = counted_.queries;
  const auto count = [&](std::size_t relation, bool has) { queries[relation] += has ? 1 : 0; };
  std::vector<Index> marks;
  for (Index k = 0; k < n; ++k)
    if (isMark(text[static_cast<std::size_t>(k)])) marks.push_back(k);
  for (Index q = 0; q < n; ++q) {
    const Token& query = text[static_cast<std::size_t>(q)];
    Keys& of = keys[static_cast<std::size_t>(q)];
    of.marks = marks;
    Index answer = -1;
    if (encoder_.config().maskedWordHead && isPronoun(query))
      encoder_.predictToken(pass_, first + q).maxCoeff(&answer);
    for (Index k = 0; k < n; ++k) {
      const Token& key = text[static_cast<std::size_t>(k)];
      if (k != q && key.id == query.id) of.same.push_back(k);
      if (k != q && key.id == answer) of.nouns.push_back(k);
    }
    for (Index distance = -kNearest; distance <= kNearest; ++distance)
      count(relationOf(distance), q + distance >= 0 && q + distance < n);
    count(relationOf(HeadRelation::kFirst), true);
    count(relationOf(HeadRelation::kMark), !of.marks.empty());
    count(relationOf(HeadRelation::kSameWord), !of.same.empty());
    count(relationOf(HeadRelation::kNoun), !of.nouns.empty());
    count(relationOf(HeadRelation::kFar), q >= kFarAway || n - 1 - q >= kFarAway);
  }
  ++counted_.texts;
  counted_.tokens += n;
  return keys;
}

/// The text's rows of every head.
void HeadStudy::sumUp(Index text, const std::vector<Keys>& keys) {
  const ModelConfig& config = encoder_.config();
  for (Index layer = 0; layer < config.layers; ++layer)
    for (Index head = 0; head < config.heads; ++head) {
      const auto weights = attentionMatrix(pass_.layer(layer).attention.weights, pass_.sequences,
                                           config.heads, text, head);
      Sums& sums = sums_[static_cast<std::size_t>(layer * config.heads + head)];
      double entropy = 0;
      for (Index q = 0; q < weights.rows(); ++q)
        entropy += addRow(weights.data() + q * weights.cols(), weights.cols(), q,
                          keys[static_cast<std::size_t>(q)], sums);
      sums.entropy += entropy;
      if (keepsEntropies_)
        entropies_.push_back(static_cast<float>(entropy / static_cast<double>(weights.rows())));
    }
}

/// Adds a query's weights, and returns their entropy.
double HeadStudy::addRow(const Scalar* weights, Index n, Index query, const Keys& keys,
                         Sums& sums) const {
  const auto add = [&](std::size_t relation, Index key) {
    sums.weight[relation] += double{weights[key]};
  };
  double entropy = 0;
  for (Index k = 0; k < n; ++k) {
    const Scalar w = weights[k];
    if (w > 0) entropy -= double{w * std::log2(w)};
    const Index distance = k - query;
    if (std::abs(distance) <= kNearest) add(relationOf(distance), k);
    if (std::abs(distance) >= kFarAway) add(relationOf(HeadRelation::kFar), k);
  }
  add(relationOf(HeadRelation::kFirst), 0);
  for (const Index k : keys.marks) add(relationOf(HeadRelation::kMark), k);
  for (const Index k : keys.same) add(relationOf(HeadRelation::kSameWord), k);
  for (const Index k : keys.nouns) add(relationOf(HeadRelation::kNoun), k);
  return entropy;
}

const Matrix& HeadStudy::inputOf(Index layer) const {
  return layerInput(embeddingOutput(encoder_.config(), pass_.embedding), pass_, layer);
}

template <typename Run>
void HeadStudy::runLayer(Run&& run, Index layer, const Matrix& x, LayerActivations& a,
                         Capture capture) const {
  layerStages(run, encoder_.config(), pass_.structure.ofLayer(layer),
              encoder_.weights().layers[static_cast<std::size_t>(layer)], pass_.ofLayers(), x,
              nullptr, capture, a);
}

/// These rows of the output where a head's output is 0. After the attention of the last layer only
/// they are computed.
Matrix HeadStudy::rowsWithout(Index layer, Index head, const std::vector<Index>& rows) {
  const ModelConfig& config = encoder_.config();
  const Index last = config.layers - 1;
  Matrix x = inputOf(layer);
  for (LayerActivations* a : {&trial_, &next_, &lastRows_})
    a->mixture.experts.resize(static_cast<std::size_t>(config.experts));
  Matrix& heads = trial_.attention.heads;
  heads = pass_.layer(layer).attention.heads;
  heads.middleCols(head * config.dK(), config.dK()).setZero();
  if (layer < last) {
    runLayer(RunBetween{&heads, nullptr}, layer, x, trial_, Capture::kAllLayers);
    x = layerOutput(pass_.structure, trial_);
    for (Index l = layer + 1; l < last; ++l) {
      runLayer(RunAll(), l, x, next_, Capture::kNone);
      x = layerOutput(pass_.structure, next_);
    }
    runLayer(RunBetween{nullptr, &heads}, last, x, trial_, Capture::kAllLayers);
  }
  const Matrix ofRows = x(rows, Eigen::all);
  lastRows_.attention.heads = heads(rows, Eigen::all);
  runLayer(RunBetween{&lastRows_.attention.heads, nullptr}, last, ofRows, lastRows_,
           Capture::kAllLayers);
  const Matrix& output = layerOutput(pass_.structure, lastRows_);
  if (!hasFinalNorm(config, pass_.structure)) return output;
  LayerNormActivations norm;
  layerNormForward(encoder_.weights().finalNorm, config.layerNormEps, output, norm);
  return norm.output;
}

/// Probabilities of the pieces, or without a masked-word head the rows themselves.
Matrix HeadStudy::answersOf(const Matrix& rows) const {
  if (!encoder_.config().maskedWordHead) return rows;
  MaskedWordActivations m;
  maskedWordForward(encoder_.config(), encoder_.weights().maskedWord, encoder_.weights().embedding,
                    rows, m);
  for (Index i = 0; i < rows.rows(); ++i) {
    auto row = m.logits.row(i);
    row = (row.array() - row.maxCoeff()).exp();
    row /= row.sum();
  }
  return m.logits;
}

/// Summed over the rows.
double HeadStudy::change(const Matrix& before, const Matrix& after) const {
  double sum = 0;
  for (Index i = 0; i < before.rows(); ++i) {
    const auto a = before.row(i).cast<double>();
    const auto b = after.row(i).cast<double>();
    sum += encoder_.config().maskedWordHead
               ? (a - b).cwiseAbs().sum() / 2
               : 1 - a.dot(b) / std::sqrt(a.squaredNorm() * b.squaredNorm());
  }
  return sum;
}

void HeadStudy::measureEffects(const Batch& batch) {
  const ModelConfig& config = encoder_.config();
  std::vector<Index> rows;
  for (std::size_t i = 0; i < batch.texts.size(); ++i)
    rows.push_back(pass_.sequences.begin(static_cast<Index>(i)) + answerToken(batch.texts[i]));
  const Matrix answers = answersOf(encoder_.output(pass_)(rows, Eigen::all));
  for (Index layer = 0; layer < config.layers; ++layer)
    for (Index head = 0; head < config.heads; ++head)
      sums_[static_cast<std::size_t>(layer * config.heads + head)].effect +=
          change(answers, answersOf(rowsWithout(layer, head, rows)));
  counted_.measured += static_cast<std::int64_t>(batch.texts.size());
}

HeadUses HeadStudy::uses() const {
  HeadUses uses = counted_;
  const auto mean = [](double sum, std::int64_t count) {
    return count == 0 ? kNone : sum / static_cast<double>(count);
  };
  for (const Sums& sums : sums_) {
    HeadUse& use = uses.heads.emplace_back();
    for (std::size_t i = 0; i < kRelations; ++i)
      use.weight[i] = mean(sums.weight[i], uses.queries[i]);
    use.entropy = mean(sums.entropy, uses.tokens);
    use.effect = mean(sums.effect, uses.measured);
  }
  return uses;
}

std::vector<float> HeadStudy::takeEntropies() { return std::exchange(entropies_, {}); }

}  // namespace fovea
