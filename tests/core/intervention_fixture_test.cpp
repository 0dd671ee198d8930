#include <cstring>
#include <nlohmann/json.hpp>

#include "catch2.h"
#include "closeness.h"
#include "fovea/intervention.h"
#include "structure_fixture.h"

using namespace fovea;
using namespace fovea::test;

namespace {

using Json = nlohmann::json;

/// A change as the fixture's metadata holds it; "take" is from `other`.
Intervention interventionOf(const Json& change, const EncoderActivations& other) {
  Intervention intervention;
  intervention.region.tensor = change["name"];
  for (std::size_t i = 0; i < change["begin"].size(); ++i)
    intervention.region.ranges.push_back(
        {change["begin"][i].get<Index>(), change["end"][i].get<Index>()});
  const std::string operation = change["operation"];
  if (operation == "scale") intervention.operation = Operation::kScale;
  if (operation == "add") intervention.operation = Operation::kAdd;
  if (operation == "take")
    intervention.from = &other;
  else
    intervention.values = {operation == "zero" ? Scalar(0) : change["value"].get<Scalar>()};
  return intervention;
}

EncoderActivations passOf(const Encoder& encoder, const TokenIds& ids,
                          const ForwardOptions& options = {}) {
  EncoderActivations activations;
  encoder.forward(ids, activations, options);
  encoder.predict(activations, options);
  return activations;
}

bool sameBits(const RowVector& a, const RowVector& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(Scalar)) == 0;
}

}  // namespace

TEST_CASE("each tensor, changed on the way, leads to PyTorch's logits", "[intervention][fixture]") {
  const Fixture fixture("structures");
  const std::string name = GENERATE("post", "pre");
  const TracedModel model(fixture, name);
  const Encoder& encoder = model.encoder();
  const EncoderActivations other = passOf(encoder, model.ids("other_ids"));
  const Tensors unchanged = tensorsOf(encoder, passOf(encoder, model.ids()));
  const RowVector expected = model.row("changed");
  // In the order in which the tensors are computed.
  const Json changes = Json::parse(model.list("changes"));
  REQUIRE(changes.size() == (name == "post" ? 46 : 51));
  const Index size = unchanged.at("logits").size();
  for (std::size_t i = 0; i < changes.size(); ++i) {
    INFO("trained " << name << "-norm: " << changes[i].dump());
    ForwardOptions options;
    options.interventions = {interventionOf(changes[i], other)};
    const Tensors changed = tensorsOf(encoder, passOf(encoder, model.ids(), options));
    CHECK(relativeError(changed.at("logits"),
                        expected.segment(static_cast<Index>(i) * size, size)) <= kForwardTolerance);
    CHECK_FALSE(sameBits(changed.at("logits"), unchanged.at("logits")));
    for (std::size_t before = 0; before < i; ++before) {
      const std::string upstream = changes[before]["name"];
      // "output" is another name of the last layer's result.
      if (sameBits(unchanged.at(upstream), unchanged.at(changes[i]["name"]))) continue;
      INFO("upstream: " << upstream);
      CHECK(sameBits(changed.at(upstream), unchanged.at(upstream)));
    }
  }
}

TEST_CASE("changes of one tensor are made in their order, and every changed cell is in the trace",
          "[intervention]") {
  const Fixture fixture("structures");
  const TracedModel model(fixture, "post");
  const Encoder& encoder = model.encoder();
  const Tensors unchanged = tensorsOf(encoder, passOf(encoder, model.ids()));
  ForwardOptions options;
  for (const char* change : {"layers.0.attention.weights[1,2,:]=0.25", "layers.0.attention.key+=1",
                             "layers.0.attention.key[1:,2]*=-2"})
    options.interventions.push_back(parseIntervention(change));
  const Tensors changed = tensorsOf(encoder, passOf(encoder, model.ids(), options));

  RowVector key = unchanged.at("layers.0.attention.key").array() + 1;  // 3 × 4
  for (const Index cell : {6, 10}) key[cell] *= -2;
  CHECK(sameBits(changed.at("layers.0.attention.key"), key));
  const RowVector& weights = changed.at("layers.0.attention.weights");  // 2 × 3 × 3
  CHECK(weights.tail(3) == RowVector::Constant(3, 0.25F));
  CHECK_FALSE(sameBits(weights.head(15), unchanged.at("layers.0.attention.weights").head(15)));
}
