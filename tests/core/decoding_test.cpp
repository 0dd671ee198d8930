#include "fovea/decoding.h"

#include <cmath>
#include <limits>
#include <set>
#include <type_traits>

#include "catch2.h"
#include "closeness.h"
#include "decoder_samples.h"
#include "model_error.h"

using namespace fovea;
using namespace fovea::test;

namespace {

/// A model, and the pass over its source where it has an encoder.
struct Writer {
  explicit Writer(Index layers, NormOrder order = NormOrder::kPost)
      : model(decoderModel(layers, order)), decoder(model) {
    if (!decoder.hasMemory()) return;
    ForwardOptions options;
    options.mask.keep = {1, 0, 1, 1};
    model.forward({3, 7, 1, 10}, source, options);
  }

  const EncoderActivations* from() const { return decoder.hasMemory() ? &source : nullptr; }

  Encoder model;
  Decoder decoder;
  EncoderActivations source;
};

TokenIds idsOf(const DecodedText& text) {
  TokenIds ids;
  for (const DecodedToken& token : text.tokens) ids.push_back(token.id);
  return ids;
}

}  // namespace

TEST_CASE("decoding with a cache computes what the whole pass does", "[decoding]") {
  const Index layers = GENERATE(0, 2);
  const NormOrder order = GENERATE(NormOrder::kPost, NormOrder::kPre);
  const Writer writer(layers, order);
  const std::string text =
      GENERATE("", "norm=none", "residual@1=off,scale=off", "layer@0=off", "positions=off");
  INFO(layers << " encoder layers, " << text);
  const Structure structure = parseStructure(text, asDecoder(writer.model.config()));
  const TokenIds ids = {2, 9, 4, 4, 0, 6};
  DecoderOptions options;
  options.structure = structure;
  DecoderActivations whole;
  writer.decoder.forward(ids, writer.from(), whole, options);
  Decoding decoding(writer.decoder, writer.from(), structure);
  for (std::size_t i = 0; i < ids.size(); ++i)
    CHECK(relativeError(decoding.next(ids[i]), whole.logits.row(static_cast<Index>(i))) < 5e-6);
  CHECK(decoding.length() == 6);
}

TEST_CASE("a text is the same with the cache and without", "[decoding]") {
  const Writer writer(GENERATE(0, 2), NormOrder::kPre);
  DecodeOptions options;
  options.end = -1;  // never
  options.temperature = GENERATE(0.0, 0.7, 3.0);
  options.topK = GENERATE(0, 3);
  const DecodedText cached = decode(writer.decoder, writer.from(), {2, 9}, options);
  options.cached = false;
  const DecodedText whole = decode(writer.decoder, writer.from(), {2, 9}, options);
  CHECK(cached.tokens.size() == 8);  // the model takes 9; one more is told after them
  CHECK(idsOf(cached) == idsOf(whole));
  for (std::size_t i = 0; i < cached.tokens.size(); ++i)
    CHECK(cached.tokens[i].probability == Approx(whole.tokens[i].probability).epsilon(1e-5));
}

TEST_CASE("greedy decoding takes the most probable token, sampling others too", "[decoding]") {
  const Writer writer(2);
  DecodeOptions options;
  options.end = -1;
  options.shown = 3;
  const DecodedText greedy = decode(writer.decoder, writer.from(), {2}, options);
  for (const DecodedToken& token : greedy.tokens) {
    REQUIRE(token.best.size() == 3);
    CHECK(token.id == token.best[0].id);
    CHECK(token.probability == token.best[0].probability);
    CHECK(token.best[0].probability >= token.best[1].probability);
  }
  options.temperature = 5;
  const TokenIds sampled = idsOf(decode(writer.decoder, writer.from(), {2}, options));
  CHECK(sampled != idsOf(greedy));
  CHECK(sampled == idsOf(decode(writer.decoder, writer.from(), {2}, options)));
  options.seed = 2;
  CHECK(sampled != idsOf(decode(writer.decoder, writer.from(), {2}, options)));
  options.topK = 1;
  CHECK(idsOf(decode(writer.decoder, writer.from(), {2}, options)) == idsOf(greedy));
}

TEST_CASE("of tokens that are equally probable the lower id is taken", "[decoding]") {
  RowVector logits(4);
  logits << 1, 3, 3, 3;
  DecodeOptions options;
  options.shown = 3;
  Random random(1);
  const DecodedToken chosen = chooseToken(logits, options, random);
  CHECK(chosen.id == 1);
  CHECK(chosen.best[1].id == 2);
  CHECK(chosen.best[2].id == 3);
  options.shown = 0;  // the token itself is told all the same
  CHECK(chooseToken(logits, options, random).best.size() == 1);
}

TEST_CASE("samples are as frequent as they are probable", "[decoding]") {
  const Writer writer(0);
  DecodeOptions options;
  options.temperature = 1;
  options.maxTokens = 1;
  const Candidate best = decode(writer.decoder, nullptr, {2}, options).tokens[0].best[0];
  int drawn = 0;
  constexpr int kDraws = 400;
  for (int i = 0; i < kDraws; ++i) {
    options.seed = static_cast<std::uint64_t>(i);
    drawn += decode(writer.decoder, nullptr, {2}, options).tokens[0].id == best.id ? 1 : 0;
  }
  CHECK(static_cast<double>(drawn) / kDraws == Approx(best.probability).margin(0.08));
}

TEST_CASE("a tiny temperature takes the most probable token", "[decoding]") {
  DecodeOptions options;
  RowVector logits(4);
  for (Index best = 0; best < logits.size(); ++best) {
    logits.setConstant(Scalar(4.999));
    logits(best) = 5;
    logits((best + 1) % 4) = Scalar(-3e38);
    for (const double temperature : {1e-5, 1e-38, 1e-45, 1e-60, 5e-324}) {
      INFO(best << " at " << temperature);
      options.temperature = temperature;
      Random random(1);
      CHECK(chooseToken(logits, options, random).id == best);
    }
  }
  options.temperature = 1e300;  // all alike, whatever they are
  Random random(1);
  std::set<std::int32_t> drawn;
  for (int i = 0; i < 100; ++i) drawn.insert(chooseToken(logits, options, random).id);
  CHECK(drawn.size() == 4);
}

TEST_CASE("logits that are not finite choose nothing", "[decoding]") {
  Random random(1);
  for (const Scalar wrong :
       {std::numeric_limits<Scalar>::quiet_NaN(), std::numeric_limits<Scalar>::infinity()}) {
    RowVector logits = RowVector::Ones(3);
    logits(1) = wrong;
    checkError(ErrorCode::kNotFinite, "the logits of the next token are not finite",
               [&] { chooseToken(logits, {}, random); });
  }
  checkError(ErrorCode::kInvalidInput, "there are no logits",
             [&] { chooseToken(RowVector(), {}, random); });
}

// It would be a view of a decoder that is gone.
static_assert(!std::is_constructible_v<Decoding, Decoder, const EncoderActivations*>);

TEST_CASE("decoding stops at the end, or where there is no more room", "[decoding]") {
  const Writer writer(2);
  DecodeOptions options;
  options.end = -1;
  const TokenIds all = idsOf(decode(writer.decoder, writer.from(), {2}, options));
  CHECK(all.size() == 9);
  options.maxTokens = 4;
  const DecodedText few = decode(writer.decoder, writer.from(), {2}, options);
  CHECK(idsOf(few) == TokenIds(all.begin(), all.begin() + 4));
  CHECK_FALSE(few.ended);
  options.end = all[0];
  const DecodedText ended = decode(writer.decoder, writer.from(), {2}, options);
  CHECK(ended.ended);
  CHECK(ended.tokens.size() == 1);
  CHECK(ended.ids().empty());
}

TEST_CASE("what cannot be decoded is said", "[decoding]") {
  const Writer writer(2);
  DecodeOptions options;
  const auto refused = [&](const std::string& message, const std::function<void()>& run) {
    checkError(ErrorCode::kInvalidInput, message, run);
  };
  refused("at least one id", [&] { decode(writer.decoder, writer.from(), {}, options); });
  refused("outside the vocabulary", [&] { decode(writer.decoder, writer.from(), {99}, options); });
  refused("the decoder needs a source: encode one first",
          [&] { decode(writer.decoder, nullptr, {2}, options); });
  options.temperature = -1;
  refused("the temperature", [&] { decode(writer.decoder, writer.from(), {2}, options); });
  refused("no logits", [] { probabilitiesOf(RowVector()); });
  refused("above 0", [] { probabilitiesOf(RowVector::Ones(2), 0); });
  refused("above 0", [] { probabilitiesOf(RowVector::Ones(2), std::nan("")); });
  const Structure bug = parseStructure("softmax=columns", asDecoder(writer.model.config()));
  refused("softmax=columns", [&] { Decoding(writer.decoder, writer.from(), bug); });
  Decoding decoding(writer.decoder, writer.from());
  for (int i = 0; i < 9; ++i) decoding.next(2);
  refused("a sequence has 10 tokens", [&] { decoding.next(2); });
}
