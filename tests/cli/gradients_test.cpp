#include <algorithm>
#include <sstream>
#include <string>

#include "catch2.h"
#include "made.h"

using namespace fovea::test;

namespace {

std::string secondLine(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  std::getline(lines, line);
  return line;
}

}  // namespace

TEST_CASE("gradients prints a line for the words and one for each layer", "[cli]") {
  const Scratch scratch;
  const Run run = scratch.fovea({"gradients", "--depth", "3", "--structure", "norm=none"});
  CHECK(run.exitCode == 0);
  // With an empty line and one that says how layers are counted.
  CHECK(std::count(run.out.begin(), run.out.end(), '\n') == 1 + 4 + 2);
  CHECK(contains(run.out, "layer   gradient"));
  CHECK(contains(run.out, "\n3       1 (1 … 1) "));
}

TEST_CASE("gradients as CSV has every seed", "[cli]") {
  const Scratch scratch;
  const Run run = scratch.fovea({"gradients", "--depth", "2", "--seeds", "4", "--csv"});
  CHECK(contains(run.out, "seed,layer,gradient,difference,stream,weights\n1,0,"));
  CHECK(contains(run.out, "\n4,2,"));
  CHECK(std::count(run.out.begin(), run.out.end(), '\n') == 1 + 4 * 3);
}

TEST_CASE("what overflows is printed as such", "[cli]") {
  const Scratch scratch;
  const Run run = scratch.fovea(
      {"gradients", "--depth", "96", "--structure", "norm=none", "--seeds", "1", "--csv"});
  CHECK(run.exitCode == 0);
  CHECK(contains(secondLine(run.out), "1,0,nan,"));
}

TEST_CASE("gradients of the softmax go by the width of a head", "[cli]") {
  const Scratch scratch;
  const Run table = scratch.fovea({"gradients", "--softmax"});
  CHECK(contains(table.out, "\nd_k     ÷ √d_k"));
  CHECK(contains(table.out, "\n1024 "));
  const Run csv = scratch.fovea({"gradients", "--softmax", "--csv", "--seeds", "2"});
  CHECK(contains(csv.out, "seed,d_k,scaled,largest,passed\n1,1,1,"));
  CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 1 + 11 * 2 * 2);
}

TEST_CASE("gradients of a model are of its loss on a text", "[cli]") {
  const Scratch scratch;
  const Run run =
      scratch.fovea({"gradients", "--model", FOVEA_DEMO_MODEL, "--text",
                     "the cat ate because it was hungry", "--loss", "prediction:4=cat", "--csv"});
  INFO(run.err);
  CHECK(run.exitCode == 0);
  CHECK(std::count(run.out.begin(), run.out.end(), '\n') == 1 + 5);
  checkFails(scratch.fovea({"gradients", "--model", "m"}), 2, "--model needs --text TEXT");
  checkFails(scratch.fovea({"gradients", "--text", "a"}), 2, "--text and --loss need --model");
  checkFails(scratch.fovea({"gradients", "--depth", "200"}), 1,
             "depth is 200, but must be from 1 to 128");
  checkFails(scratch.fovea({"gradients", "--structure", "softmax=columns"}), 1,
             "a bug has no gradients");
}
