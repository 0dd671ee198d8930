#include "fovea/circuit.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "fovea/error.h"
#include "stack_stages.h"

namespace fovea {
namespace {

/// Below this the share would be a quotient of rounding errors.
constexpr double kLeastDifference = 1e-3;

/// Runs the stages after the one that writes `first`, whose value is there, and calls
/// change(field) for each matrix that is written from then on.
template <typename Change>
struct RunFrom {
  static constexpr bool kSingly = true;
  const Matrix* first;
  Change& change;
  bool begun = false;

  template <typename Stage, typename... Fields>
  void operator()(Stage&& stage, Fields&... written) {
    if (begun) stage();
    (visit(written), ...);
  }

  void visit(Matrix& written) {
    begun = begun || &written == first;
    if (begun) change(written);
  }
  template <typename Tensor>
  void visit(Tensor& /*written*/) {}
};
template <typename Change>
RunFrom(const Matrix*, Change&) -> RunFrom<Change>;

void requirePiece(const ModelConfig& config, std::int32_t piece) {
  if (piece < 0 || piece >= config.vocabSize)
    refuse(ErrorCode::kInvalidInput, "there is no piece " + std::to_string(piece) +
                                         ": the vocabulary has the pieces 0 to " +
                                         std::to_string(config.vocabSize - 1));
}

void requireNodes(const KeptNodes& kept, const std::vector<CircuitNode>& nodes) {
  if (kept.size() != nodes.size())
    refuse(ErrorCode::kInvalidInput, "the set covers " + std::to_string(kept.size()) +
                                         " nodes, but " + "there are " +
                                         std::to_string(nodes.size()));
}

std::vector<CircuitNode> nodesOf(const ModelConfig& config, const CircuitQuestion& question) {
  std::vector<CircuitNode> nodes;
  for (Index layer = 0; layer < config.layers; ++layer)
    for (Index part = 0; part <= config.heads; ++part) {
      CircuitNode node{layer};
      if (part < config.heads) node.head = part;
      for (Index token = 0; token < static_cast<Index>(question.ids.size()); ++token) {
        if (!question.whole) node.token = token;
        if (token == 0 || !question.whole) nodes.push_back(node);
      }
    }
  return nodes;
}

std::size_t placeOf(const CircuitNode& node) {
  return 2 * static_cast<std::size_t>(node.layer) + (node.head ? 0 : 1);
}

/// What holds the numbers of the nodes at a place.
template <typename Activations>
auto& fieldAt(Activations& activations, std::size_t place) {
  auto& layer = activations.layer(static_cast<Index>(place / 2));
  return place % 2 == 0 ? layer.attention.heads : layer.feedForward.output;
}

}  // namespace

void validate(const CircuitQuestion& question, const ModelConfig& config) {
  if (!config.maskedWordHead && !question.reader)
    refuse(ErrorCode::kInvalidConfig,
           "the model has no masked-word head (masked_word_head is false), so it has no answer");
  const std::size_t n = question.ids.size();
  const std::size_t other = question.twin.size();
  if (n != other && question.averaged.empty())
    refuse(ErrorCode::kInvalidInput, "one text has " + std::to_string(n) + " tokens, the other " +
                                         std::to_string(other) + "; both need the same number");
  if (question.reader) return;
  requirePiece(config, question.answer);
  requirePiece(config, question.other);
}

Region regionOf(const ModelConfig& config, const CircuitNode& node) {
  const std::string layer = "layers." + std::to_string(node.layer) + ".";
  const IndexRange rows = node.token ? IndexRange{*node.token, *node.token + 1} : IndexRange{};
  if (!node.head) return {layer + "feedForward.output", {rows, IndexRange{}}};
  const Index width = config.dModel / config.heads;
  return {layer + "attention.heads", {rows, {*node.head * width, (*node.head + 1) * width}}};
}

std::size_t countKept(const KeptNodes& kept) {
  return static_cast<std::size_t>(std::count(kept.begin(), kept.end(), true));
}

Circuit::Circuit(const Encoder& encoder, CircuitQuestion question)
    : encoder_(encoder), question_(std::move(question)) {
  const ModelConfig& config = encoder_.config();
  validate(question_, config);
  nodes_ = nodesOf(config, question_);
  nodesOfPart_ = question_.whole ? 1 : question_.ids.size();
  kept_.assign(nodes_.size(), true);
  const bool hasTwin = question_.averaged.empty();
  hasTwin ? encoder_.forward(question_.twin, twin_) : averageTexts();
  encoder_.forward(question_.ids, atHand_.activations);
  for (std::size_t place = 0; place < 2 * static_cast<std::size_t>(config.layers); ++place)
    atHand_.own.push_back(fieldAt(atHand_.activations, place));
  trial_ = atHand_;
  if (!hasTwin) runKept(KeptNodes(nodes_.size()), 0, trial_);
  ofTwin_ = answerOf(hasTwin ? twin_ : trial_.activations);
  ofSentence_ = answerOf(atHand_.activations);
  if (!(std::abs(ofSentence_ - ofTwin_) >= kLeastDifference))
    refuse(ErrorCode::kInvalidInput,
           "both texts get the same answer (" + std::to_string(ofSentence_) + " and " +
               std::to_string(ofTwin_) + "), so there is no difference to explain");
}

/// A pass of the sentence's length in which each part has its mean at every token.
void Circuit::averageTexts() {
  const ModelConfig& config = encoder_.config();
  const auto places = 2 * static_cast<std::size_t>(config.layers);
  std::vector<RowVector> sums(places, RowVector::Zero(config.dModel));
  Index tokens = 0;
  for (const TokenIds& ids : question_.averaged) {
    encoder_.forward(ids, twin_);
    tokens += static_cast<Index>(ids.size());
    for (std::size_t place = 0; place < places; ++place)
      sums[place] += fieldAt(twin_, place).colwise().sum();
  }
  encoder_.forward(question_.ids, twin_);
  for (std::size_t place = 0; place < places; ++place)
    fieldAt(twin_, place).rowwise() = sums[place] / static_cast<Scalar>(tokens);
}

double Circuit::answerOf(EncoderActivations& activations) const {
  if (question_.reader) return question_.reader(activations);
  const RowVector answers = encoder_.predictToken(activations, question_.token);
  if (question_.metric == CircuitMetric::kLogits)
    return double{answers[question_.answer]} - double{answers[question_.other]};
  // In double: a sum of thousands of small powers and a large one depends on its order in float.
  const auto powers = (answers.array() - answers.maxCoeff()).cast<double>().exp().eval();
  return (powers[question_.answer] - powers[question_.other]) / powers.sum();
}

double Circuit::shareOf(Pass& pass) const {
  return (answerOf(pass.activations) - ofTwin_) / (ofSentence_ - ofTwin_);
}

/// The first node at a place.
std::size_t Circuit::firstNode(std::size_t place) const {
  const auto heads = static_cast<std::size_t>(encoder_.config().heads);
  return (place / 2 * (heads + 1) + place % 2 * heads) * nodesOfPart_;
}

void Circuit::copyNode(std::size_t node, const Matrix& from, Matrix& to) const {
  const CircuitNode& n = nodes_[node];
  const Index width = to.cols() / (n.head ? encoder_.config().heads : 1);
  const Index rows = n.token ? 1 : to.rows();
  const Index row = n.token.value_or(0);
  const Index column = n.head.value_or(0) * width;
  to.block(row, column, rows, width) = from.block(row, column, rows, width);
}

void Circuit::copyTwin(const KeptNodes& kept, std::size_t place, Matrix& to) const {
  const Matrix& from = fieldAt(twin_, place);
  for (std::size_t node = firstNode(place); node < firstNode(place + 1); ++node)
    if (!kept[node]) copyNode(node, from, to);
}

/// Gives the trial what the stages after a place read, as it is in the pass at hand.
void Circuit::begin(std::size_t place) {
  const auto l = static_cast<Index>(place / 2);
  EncoderActivations& to = trial_.activations;
  const EncoderActivations& from = atHand_.activations;
  if (place % 2 == 1) {
    feedForwardInput(to.structure, false, to.layer(l)) =
        feedForwardInput(from.structure, false, from.layer(l));
  } else if (l > 0) {
    layerOutput(to.structure, to.layer(l - 1)) = layerOutput(from.structure, from.layer(l - 1));
  }
  fieldAt(to, place) = atHand_.own[place];
}

/// Runs the stages after a place, whose field is there, and calls change(place, field) for it and
/// for each later one.
template <typename Change>
void Circuit::run(Pass& pass, std::size_t place, Change&& change) {
  const ModelConfig& config = encoder_.config();
  const StackWeights& weights = encoder_.weights();
  EncoderActivations& a = pass.activations;
  const Matrix& x = embeddingOutput(config, std::as_const(a.embedding));
  auto changeField = [&, next = place](Matrix& written) mutable {
    if (next < pass.own.size() && &written == &fieldAt(a, next)) change(next++, written);
  };
  RunFrom stages{&fieldAt(a, place), changeField};
  for (auto l = static_cast<Index>(place / 2); l < config.layers; ++l)
    layerStages(stages, config, a.structure.ofLayer(l), weights.layers[static_cast<std::size_t>(l)],
                a.ofLayers(), layerInput(x, std::as_const(a), l), nullptr, a.capture, a.layer(l));
  if (hasFinalNorm(config, a.structure))
    layerNormStages(stages, weights.finalNorm, config.layerNormEps,
                    layerInput(x, std::as_const(a), config.layers), a.finalNorm);
  ++passes_;
}

void Circuit::runKept(const KeptNodes& kept, std::size_t place, Pass& pass) {
  run(pass, place, [&](std::size_t at, Matrix& written) {
    pass.own[at] = written;
    copyTwin(kept, at, written);
  });
}

double Circuit::share(const KeptNodes& kept) {
  requireNodes(kept, nodes_);
  const auto other = std::mismatch(kept.begin(), kept.end(), kept_.begin()).first;
  if (other == kept.end()) return shareOf(atHand_);
  const std::size_t place = placeOf(nodes_[static_cast<std::size_t>(other - kept.begin())]);
  begin(place);
  runKept(kept, place, trial_);
  return shareOf(trial_);
}

void Circuit::moveTo(const KeptNodes& kept) {
  requireNodes(kept, nodes_);
  fieldAt(atHand_.activations, 0) = atHand_.own[0];
  runKept(kept, 0, atHand_);
  kept_ = kept;
}

std::vector<CircuitEdge> Circuit::edges(const KeptNodes& kept) {
  moveTo(kept);
  std::vector<CircuitEdge> edges;
  for (std::size_t node = 0; node < nodes_.size(); ++node)
    if (kept[node]) addEdgesFrom(node, edges);
  return edges;
}

void Circuit::addEdgesFrom(std::size_t node, std::vector<CircuitEdge>& edges) {
  const double all = shareOf(atHand_);
  const std::size_t sender = placeOf(nodes_[node]);
  std::vector<Matrix> reads(atHand_.own.size());  // what each place makes of the twin's number
  begin(sender);
  run(trial_, sender, [&](std::size_t at, Matrix& written) {
    reads[at] = written;
    written = fieldAt(std::as_const(atHand_.activations), at);
    if (at == sender) copyNode(node, fieldAt(twin_, at), written);
  });
  edges.push_back({node, std::nullopt, all - shareOf(trial_)});
  for (std::size_t to = firstNode(sender + 1); to < nodes_.size(); ++to) {
    if (!kept_[to]) continue;
    const std::size_t receiver = placeOf(nodes_[to]);
    begin(receiver);
    run(trial_, receiver, [&](std::size_t at, Matrix& written) {
      copyTwin(kept_, at, written);
      if (at == receiver) copyNode(to, reads[at], written);
    });
    edges.push_back({node, to, all - shareOf(trial_)});
  }
}

}  // namespace fovea
