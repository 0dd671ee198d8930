#pragma once

#include <string>
#include <vector>

#include "fovea/encoder.h"
#include "fovea/vocabulary.h"

namespace fovea {

/// A sentence of the grammar for models that are computed by hand, and who is in front.
struct HandSentence {
  TokenIds ids;         ///< noun, verb, another noun
  std::int32_t answer;  ///< one of the two nouns
};

constexpr Index kHandWords = 3;  ///< of a sentence
constexpr Index kHandVerb = 1;   ///< the place of its verb, whose answer is asked for

/// Nouns and verbs, with [UNK] before them.
Vocabulary handVocabulary();

/// All sentences of the grammar.
std::vector<HandSentence> handSentences();

/// The numbers of a word in a computation by hand.
using HandVector = std::vector<double>;

/// The verb's answer as a person computes it: every number is rounded to two decimals before it is
/// used. `web/src/views/by-hand/computation.ts` computes the same.
struct HandComputation {
  std::vector<HandVector> inputs;  ///< embedding + position, of each word
  HandVector query;                ///< of the verb
  std::vector<HandVector> keys, values;
  HandVector scores;        ///< query · key
  HandVector scaled;        ///< ÷ √d_k
  HandVector powers;        ///< e^(scaled − the largest)
  HandVector weights;       ///< ÷ their sum
  HandVector sum;           ///< of the values, by weight
  HandVector output;        ///< the input + W_O · sum + b
  HandVector answers;       ///< output · embedding, of the first and the last word
  int multiplications = 0;  ///< in which neither factor is 0, 1 or −1
  int operations = 0;       ///< these, additions, divisions, and powers looked up
};

/// Throws ModelError{kInvalidConfig} for a model that is not of this form: one layer, one head,
/// learned positions, embeddings that are not scaled, no norm, no prediction head.
void checkByHand(const ModelConfig& config, const Structure& structure);

HandComputation computeByHand(const ModelWeights& weights, const TokenIds& ids);

/// Of a model, on all sentences of the grammar.
struct HandMeasures {
  double right = 0;         ///< share of the answers that are right by hand
  int multiplications = 0;  ///< the most that an answer takes
  int operations = 0;       ///< likewise
};

HandMeasures measureByHand(const ModelWeights& weights);

/// {"right": 1, "multiplications": 36, …}
std::string toJson(const HandMeasures& measures);

/// "right by hand: 1.000 of 180 sentences; at most 36 multiplications …".
std::string toText(const HandMeasures& measures);

}  // namespace fovea
