#pragma once

#include <string>

#include "fovea/decoder.h"
#include "fovea/train/sequence_batch.h"

namespace fovea {

/// How a decoder does on texts that it was not trained on. What it would write by itself, taking
/// the most probable token each time, is right as a whole exactly where each of its predictions
/// is, given the right tokens before.
struct SequenceMeasures {
  Index sentences = 0;
  Index pronouns = 0;    ///< that were replaced in them
  double loss = 0;       ///< mean of a token, in nats
  double tokens = 0;     ///< share that is predicted correctly
  double whole = 0;      ///< share of the sentences that are right as a whole
  double referents = 0;  ///< share of the pronouns whose referent is predicted; 0 where none are
};

SequenceMeasures measure(const Encoder& model, const Structure& structure,
                         const SequenceBatch& batch);

/// On `sentences` sentences of the held-out split, drawn from the seed.
SequenceMeasures measureHeldOut(const Encoder& model, const Structure& structure,
                                const Tokenizer& tokenizer, const Corpus& corpus, Index sentences,
                                std::uint64_t seed);

/// A line for the terminal, and JSON; of whole sentences only where pronouns were replaced: nobody
/// could know how a text continues to its end.
std::string toText(const SequenceMeasures& measures);
std::string toJson(const SequenceMeasures& measures);

/// The decoder's part of a structure that is of the whole model: its own layers are wired as all.
Structure decoderStructure(const Structure& structure);

}  // namespace fovea
