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

/// What a head says something about.
enum class AnswerKind {
  kText,      ///< one of several labels for a text, or for a pair of texts
  kToken,     ///< one of several labels for each token
  kReplaced,  ///< for each token, whether another model put it there (ELECTRA)
  kSpan,      ///< where an answer begins and ends in a passage
};

/// How the vectors of a text's tokens become one.
enum class Pooling { kFirst, kMean, kMax };

/// The head of a published model: logits = LN(f(h·W + b))·Wₒ + bₒ, of which a model may lack all
/// but the last product; h is a token's last hidden state, or all of a text's, pooled.
struct AnswerHead {
  AnswerKind kind = AnswerKind::kText;  ///< what its logits are about
  Pooling pooling = Pooling::kFirst;    ///< of kText
  LinearWeights dense;  ///< dModel × dModel, or empty: then neither f nor LN either
  bool tanh = false;    ///< f is the hyperbolic tangent, else `activation`
  Activation activation = Activation::kNone;  ///< f, where `tanh` is false
  LayerNormWeights norm;                      ///< dModel, or empty
  double layerNormEps = 1e-5;                 ///< of it
  LinearWeights output;                       ///< labels × dModel
  std::vector<std::string> labels;            ///< of kText and kToken, in the order of the logits
  bool severalLabels = false;                 ///< each label is true or false on its own: a sigmoid
};

/// How a text becomes a vector: pooled, then perhaps of length 1 (sentence-transformers).
struct SentencePooling {
  Pooling pooling = Pooling::kMean;  ///< over the text's tokens
  bool normalised = false;           ///< the vector is divided by its length
};

/// What a published model has beside its encoder; a model has at most one head.
struct Answers {
  std::vector<AnswerHead> heads;  ///< none, or one
  SentencePooling sentence;       ///< mean, where the folder says nothing
  bool saysHowToPool = false;     ///< whether the folder does
};

/// One row for each sequence, of the rows of its tokens.
Matrix pooled(Pooling pooling, const Matrix& hidden, const Sequences& sequences);

/// The vectors of sentences, one row for each sequence: of the encoder's output.
Matrix sentenceVectors(const SentencePooling& how, const Matrix& hidden,
                       const Sequences& sequences);

/// Every intermediate of a head.
struct AnswerActivations {
  Matrix pooled;              ///< n × dModel, where kind is kText: its input
  Matrix hidden;              ///< n × dModel, before f
  Matrix activated;           ///< n × dModel
  LayerNormActivations norm;  ///< n × dModel
  Matrix logits;              ///< n × labels, a row for each sequence (kText) or token
};

/// Logits of the encoder's output.
void answerForward(const AnswerHead& head, const Matrix& hidden, const Sequences& sequences,
                   AnswerActivations& activations);

/// From the gradient of the logits to that of the encoder's output, from which Encoder::backward
/// goes on; fills `dActivations`. The head's own parameters get none: it is not trained here.
Matrix answerBackward(const AnswerHead& head, const Matrix& hidden, const Sequences& sequences,
                      const AnswerActivations& activations, const Matrix& dLogits,
                      AnswerActivations& dActivations);

/// The probabilities of a row of logits: over the labels; with several labels, or of kReplaced, of
/// each on its own; of kSpan over the tokens of each column.
Matrix answerProbabilities(const AnswerHead& head, const Matrix& logits);

/// A part of a passage, in tokens, both ends included.
struct AnswerSpan {
  Index begin = 0;         ///< its first token
  Index end = 0;           ///< its last token
  double probability = 0;  ///< that of its begin times that of its end
};

/// The most probable span whose tokens are all allowed, of at most `longest`; kSpan's probabilities
/// are n × 2. Where none is allowed, its probability is 0.
AnswerSpan bestSpan(const Matrix& probabilities, const std::vector<bool>& allowed,
                    Index longest = 30);

}  // namespace fovea
