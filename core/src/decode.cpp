#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>

#include "fovea/decoding.h"
#include "fovea/error.h"

namespace fovea {
namespace {

void requireLogits(const RowVector& logits) {
  if (logits.size() == 0)
    refuse(ErrorCode::kInvalidInput, "there are no logits to choose a token from");
}

/// Next-token logits, with or without the key/value cache.
class NextLogits {
 public:
  NextLogits(const Decoder& decoder, const EncoderActivations* source, const DecodeOptions& options)
      : decoder_(decoder), source_(source) {
    if (options.cached) decoding_ = std::make_unique<Decoding>(decoder, source, options.structure);
    whole_.capture = Capture::kNone;
    whole_.structure = options.structure;
  }

  RowVector after(std::int32_t id) {
    if (decoding_) return decoding_->next(id);
    ids_.push_back(id);
    decoder_.forward(ids_, source_, activations_, whole_);
    return activations_.logits.bottomRows(1);
  }

 private:
  const Decoder& decoder_;
  const EncoderActivations* source_;
  std::unique_ptr<Decoding> decoding_;
  DecoderOptions whole_;
  TokenIds ids_;
  DecoderActivations activations_;
};

/// The most probable tokens, in descending order; ties go to the lower id.
std::vector<Candidate> largestOf(const std::vector<double>& probabilities, Index count) {
  std::vector<std::int32_t> ids(probabilities.size());
  std::iota(ids.begin(), ids.end(), 0);
  const auto last = ids.begin() + std::min<Index>(count, static_cast<Index>(ids.size()));
  const auto at = [&](std::int32_t id) { return probabilities[static_cast<std::size_t>(id)]; };
  std::partial_sort(ids.begin(), last, ids.end(), [&](std::int32_t a, std::int32_t b) {
    return at(a) > at(b) || (at(a) == at(b) && a < b);
  });
  std::vector<Candidate> best;
  std::transform(ids.begin(), last, std::back_inserter(best), [&](std::int32_t id) {
    return Candidate{id, at(id)};
  });
  return best;
}

/// Samples from softmax(logits ÷ temperature), restricted to the topK most probable.
std::int32_t sample(const RowVector& logits, const DecodeOptions& options, Random& random) {
  const Index count = options.topK > 0 ? options.topK : logits.size();
  const std::vector<Candidate> among =
      largestOf(probabilitiesOf(logits, options.temperature), count);
  double left = random.uniform() *
                std::accumulate(among.begin(), among.end(), 0.0,
                                [](double sum, const Candidate& c) { return sum + c.probability; });
  for (const Candidate& candidate : among) {
    left -= candidate.probability;
    if (left < 0) return candidate.id;
  }
  return among.back().id;
}

}  // namespace

DecodedToken chooseToken(const RowVector& logits, const DecodeOptions& options, Random& random) {
  if (!(options.temperature >= 0) || !std::isfinite(options.temperature))
    refuse(ErrorCode::kInvalidInput, "the temperature must be 0 or more");
  requireLogits(logits);
  if (!logits.allFinite())
    refuse(ErrorCode::kNotFinite,
           "the logits of the next token are not finite, so none is the most "
           "probable: the model's numbers are too large");
  const std::vector<double> probabilities = probabilitiesOf(logits);
  const std::vector<Candidate> best = largestOf(probabilities, std::max<Index>(options.shown, 1));
  const std::int32_t id =
      options.temperature > 0 ? sample(logits, options, random) : best.front().id;
  return {id, probabilities[static_cast<std::size_t>(id)], best};
}

TokenIds DecodedText::ids() const {
  TokenIds result;
  for (const DecodedToken& token : tokens) result.push_back(token.id);
  if (ended) result.pop_back();
  return result;
}

std::vector<double> probabilitiesOf(const RowVector& logits, double temperature) {
  requireLogits(logits);
  if (!(temperature > 0)) refuse(ErrorCode::kInvalidInput, "the temperature must be above 0");
  const auto most = static_cast<double>(logits.maxCoeff());
  std::vector<double> probabilities;
  probabilities.reserve(static_cast<std::size_t>(logits.size()));
  for (const Scalar logit : logits)
    probabilities.push_back(std::exp((static_cast<double>(logit) - most) / temperature));
  const double sum = std::accumulate(probabilities.begin(), probabilities.end(), 0.0);
  for (double& probability : probabilities) probability /= sum;
  return probabilities;
}

DecodedText decode(const Decoder& decoder, const EncoderActivations* source, const TokenIds& prompt,
                   const DecodeOptions& options) {
  if (prompt.empty())
    refuse(ErrorCode::kInvalidInput, "no tokens to continue from: give at least one id");
  NextLogits next(decoder, source, options);
  RowVector logits;
  for (const std::int32_t id : prompt) logits = next.after(id);
  Random random(options.seed);
  const Index room = decoder.config().maxPositions - static_cast<Index>(prompt.size());
  DecodedText text;
  for (Index i = 0; i < options.maxTokens && i <= room; ++i) {
    text.tokens.push_back(chooseToken(logits, options, random));
    text.ended = text.tokens.back().id == options.end;
    if (text.ended || i == room || i + 1 == options.maxTokens) break;
    logits = next.after(text.tokens.back().id);
  }
  return text;
}

}  // namespace fovea
