#pragma once

#include <string>
#include <vector>

#include "fovea/activation.h"
#include "fovea/encoder.h"
#include "fovea/layer_norm.h"
#include "fovea/linear.h"
#include "fovea/matrix.h"
#include "fovea/sequences.h"

namespace fovea {

/// What a head gives answers about.
enum class AnswerKind {
  kText,      ///< one of several labels for a text, or for a pair of texts
  kToken,     ///< one of several labels for each token
  kReplaced,  ///< for each token, whether another model put it there (ELECTRA)
  kSpan,      ///< where an answer begins and ends in a passage
};

/// How the vectors of a text's tokens are combined into one.
enum class Pooling { kFirst, kMean, kMax };

/// The head of a published model: logits = LN(f(h·W + b))·Wₒ + bₒ, where all but the last product
/// may be missing; h is the last hidden state of a token, or those of a text, pooled.
struct AnswerHead {
  AnswerKind kind = AnswerKind::kText;  ///< what its logits are about
  Pooling pooling = Pooling::kFirst;    ///< of kText
  LinearWeights dense;                  ///< dModel × dModel; if empty, there is no f and no LN
  bool tanh = false;  ///< whether f is the hyperbolic tangent instead of `activation`
  Activation activation = Activation::kNone;  ///< f, if `tanh` is false
  LayerNormWeights norm;                      ///< dModel, or empty
  double layerNormEps = 1e-5;                 ///< of `norm`
  LinearWeights output;                       ///< labels × dModel
  std::vector<std::string> labels;            ///< for kText and kToken, in the order of the logits
  bool severalLabels = false;  ///< each label is true or false independently: a sigmoid
};

/// How a text becomes a vector: pooled, then optionally normalised to length 1
/// (sentence-transformers).
struct SentencePooling {
  Pooling pooling = Pooling::kMean;  ///< over the text's tokens
  bool normalised = false;           ///< the vector is divided by its length
};

/// What a published model has besides its encoder; it has at most one head.
struct Answers {
  std::vector<AnswerHead> heads;  ///< none, or one
  SentencePooling sentence;       ///< the mean, if the folder doesn't say
  bool saysHowToPool = false;     ///< whether the folder says
};

/// One row per sequence, pooled from the rows of its tokens. This and the functions below throw
/// ModelError{kInvalidInput} for matrices that do not fit the sequences, the head or one another.
Matrix pooled(Pooling pooling, const Matrix& hidden, const Sequences& sequences);

/// Sentence vectors from the encoder's output, one row per sequence.
Matrix sentenceVectors(const SentencePooling& how, const Matrix& hidden,
                       const Sequences& sequences);

/// Every intermediate of a head.
struct AnswerActivations {
  Matrix pooled;              ///< n × dModel, if the kind is kText: the head's input
  Matrix hidden;              ///< n × dModel, before f
  Matrix activated;           ///< n × dModel
  LayerNormActivations norm;  ///< n × dModel
  Matrix logits;              ///< n × labels, one row per sequence (kText) or token
};

/// Computes the logits from the encoder's output.
void answerForward(const AnswerHead& head, const Matrix& hidden, const Sequences& sequences,
                   AnswerActivations& activations);

/// Given the gradient of the logits, returns that of the encoder's output, for Encoder::backward;
/// fills `dActivations`. The head's own parameters get no gradient: it is not trained here.
Matrix answerBackward(const AnswerHead& head, const Matrix& hidden, const Sequences& sequences,
                      const AnswerActivations& activations, const Matrix& dLogits,
                      AnswerActivations& dActivations);

/// Probabilities from logits: a softmax over the labels; a sigmoid for each one if there can be
/// several labels, and for kReplaced; for kSpan, a softmax over the tokens, in each column.
Matrix answerProbabilities(const AnswerHead& head, const Matrix& logits);

/// How sure a head (kText, kToken) is of a label, from the encoder's output: its probability, or in
/// `logits` its log-odds ln(p ÷ (1 − p)). Of kText it is that of the first sequence, otherwise that
/// of the token in this row. Throws ModelError{kInvalidInput} for a label, a row or a head without
/// one.
double labelScore(const AnswerHead& head, Index label, bool logits, const Matrix& hidden,
                  const Sequences& sequences, Index token = 0);

/// How much each token adds to the head's logit in this row and column: its embedding times the
/// gradient, one number per token. `activations` are those of one pass that captured everything,
/// over a text or a pair; `answer` is what the head made of them. Throws ModelError{kInvalidInput}
/// for a logit that does not exist.
std::vector<Scalar> answerShares(const Encoder& encoder, const AnswerHead& head,
                                 const EncoderActivations& activations,
                                 const AnswerActivations& answer, Index row, Index label);

/// A part of a passage, in tokens, both ends included.
struct AnswerSpan {
  Index begin = 0;         ///< its first token
  Index end = 0;           ///< its last token
  double probability = 0;  ///< that of its beginning times that of its end
};

/// The most probable span of at most `longest` tokens, all of them allowed; kSpan's probabilities
/// are n × 2. If no span is allowed, the probability is 0.
AnswerSpan bestSpan(const Matrix& probabilities, const std::vector<bool>& allowed,
                    Index longest = 30);

}  // namespace fovea
