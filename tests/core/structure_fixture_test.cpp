#include "fovea/structure.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "catch2.h"
#include "closeness.h"
#include "fixture.h"
#include "structure_fixture.h"

using namespace fovea;
using namespace fovea::test;

namespace {

/// forward tensors, their gradients (grad.), the parameters' gradients (g.)
std::string groupOf(const std::string& name) {
  if (name.rfind("grad.", 0) == 0) return "grad.";
  return name.rfind("g.", 0) == 0 ? "g." : "";
}

double toleranceOf(const std::string& name) {
  return groupOf(name).empty() ? kForwardTolerance : kBackwardTolerance;
}

ForwardOptions optionsOf(const TracedModel& model, const std::string& structure) {
  return {Capture::kAllLayers, {}, parseStructure(structure, model.encoder().config())};
}

double norm(const RowVector& tensor) { return tensor.cast<double>().norm(); }

/// What the error of a tensor is measured against: in double its own norm. In float the largest
/// norm in its group, since means and gradients through a norm are what is left of terms that
/// cancel. A key's bias shifts all scores of a row alike: its true gradient is 0.
class Scales {
 public:
  explicit Scales(const Tensors& tensors) {
    for (const auto& [name, tensor] : tensors) {
      double& largest = largest_[groupOf(name)];
      largest = std::max(largest, norm(tensor));
    }
  }
  double of(const std::string& name, const RowVector& tensor) const {
    const bool isZeroInTruth = name.find("key.bias") != std::string::npos && groupOf(name) == "g.";
    return kIsFloat || isZeroInTruth ? largest_.at(groupOf(name)) : norm(tensor);
  }

 private:
  std::map<std::string, double> largest_;
};

/// Compares inner products with `direction`. An error in any element shows in them, relative to the
/// norms of both vectors.
void checkProjections(const Tensors& actual, const std::vector<std::string>& names,
                      const RowVector& expected, const RowVector& direction) {
  const Scales scales(actual);
  std::size_t present = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    INFO(names[i]);
    const auto found = actual.find(names[i]);
    const auto value = static_cast<double>(expected[static_cast<Index>(i)]);
    REQUIRE((found == actual.end()) == std::isnan(value));
    if (found == actual.end()) continue;
    ++present;
    const RowVector& tensor = found->second;
    const RowVector along = direction.head(tensor.size());
    const double product = tensor.cast<double>().dot(along.cast<double>());
    CHECK(std::abs(product - value) <=
          toleranceOf(names[i]) * scales.of(names[i], tensor) * norm(along));
  }
  CHECK(present == actual.size());
}

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
