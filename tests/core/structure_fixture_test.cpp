#include "fovea/structure.h"

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "structure_fixture.h"

using namespace fovea;
using namespace fovea::test;

namespace {

ForwardOptions optionsOf(const TracedModel& model, const std::string& structure) {
  return {Capture::kAllLayers, {}, parseStructure(structure, model.encoder().config())};
}

double norm(const RowVector& tensor) { return tensor.cast<double>().norm(); }

void checkElements(const Tensors& actual, const TracedModel& model, std::size_t index,
                   std::size_t count) {
  const Scales scales(actual);
  for (const auto& [name, tensor] : actual) {
    INFO(name);
    const RowVector all = model.row(name);
    REQUIRE(all.size() == tensor.size() * static_cast<Index>(count));
    const RowVector expected =
        all.segment(static_cast<Index>(index) * tensor.size(), tensor.size());
    CHECK(norm(tensor - expected) <= toleranceOf(name) * scales.of(name, tensor));
  }
}

}  // namespace

TEST_CASE("every tensor and gradient of every structure is PyTorch's", "[structure][fixture]") {
  const Fixture fixture("structures");
  const RowVector direction = fixture.row("direction");
  const std::string name = GENERATE("post", "pre");
  const TracedModel model(fixture, name);
  const std::vector<std::string> structures = model.strings("projected");
  const std::vector<std::string> names = model.strings("columns");
  const Matrix expected = model.matrix("projected");
  CHECK(structures.size() == (name == "post" ? 280 : 46));
  for (std::size_t i = 0; i < structures.size(); ++i) {
    INFO("trained " << name << "-norm, run with " << structures[i]);
    checkProjections(model.run(optionsOf(model, structures[i])), names,
                     expected.row(static_cast<Index>(i)), direction);
  }
}

TEST_CASE("divisors, gains, padding and single layers are PyTorch's", "[structure][fixture]") {
  const Fixture fixture("structures");
  const RowVector direction = fixture.row("direction");
  const TracedModel model(fixture, GENERATE("post", "pre"));
  const std::vector<std::string> structures = model.strings("varied");
  const Matrix expected = model.matrix("varied");
  CHECK(structures.size() == 15);
  for (std::size_t i = 0; i < structures.size(); ++i) {
    INFO(structures[i]);
    checkProjections(model.run(optionsOf(model, structures[i])), model.strings("columns"),
                     expected.row(static_cast<Index>(i)), direction);
  }
}

TEST_CASE("the well-known bugs are PyTorch's", "[structure][fixture]") {
  const Fixture fixture("structures");
  const RowVector direction = fixture.row("direction");
  const std::string name = GENERATE("post", "pre");
  const TracedModel model(fixture, name);
  const std::vector<std::string> structures = model.strings("broken");
  const Matrix expected = model.matrix("broken");
  CHECK(structures.size() == (name == "post" ? 15 : 13));
  for (std::size_t i = 0; i < structures.size(); ++i) {
    INFO(structures[i]);
    checkProjections(model.forward(optionsOf(model, structures[i])),
                     model.strings("columns_of_pass"), expected.row(static_cast<Index>(i)),
                     direction);
  }
}

TEST_CASE("tensors and gradients are PyTorch's element by element", "[structure][fixture]") {
  const Fixture fixture("structures");
  const TracedModel model(fixture, "post");
  const std::vector<std::string> structures = model.strings("elementwise");
  REQUIRE(structures.size() == 5);
  for (std::size_t i = 0; i < structures.size(); ++i) {
    INFO(structures[i]);
    checkElements(model.run(optionsOf(model, structures[i])), model, i, structures.size());
  }
}
