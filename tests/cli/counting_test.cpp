#include <string>
#include <vector>

#include "catch2.h"
#include "made.h"

using namespace fovea::test;

namespace {

constexpr const char* kCounting = "are counted from 0, as in tensor names; the page counts from 1";

}  // namespace

TEST_CASE("the program says that it counts from 0 wherever it counts", "[cli]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const auto encode = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"encode", "--model", model, "--text", "the cat"});
    return scratch.fovea(arguments);
  };
  CHECK(contains(scratch.fovea({"--help"}).out, kCounting));
  CHECK(contains(encode({}).out, kCounting));
  CHECK_FALSE(contains(encode({"--json"}).out, kCounting));
  checkFails(encode({"--layer", "2"}), 1, kCounting);
  checkFails(encode({"--head", "4"}), 1, kCounting);
  checkFails(encode({"--token", "99"}), 1, kCounting);
  CHECK(contains(scratch.fovea({"info", model}).out, kCounting));
}

TEST_CASE("options that count say from where", "[cli]") {
  const Scratch scratch;
  const std::string encode = scratch.fovea({"encode", "--help"}).out;
  for (const char* help :
       {"Print only this layer, counted from 0", "Print only this head, counted from 0",
        "a piece, or a position counted from 0", "heads, output; layers count from 0",
        "[2,7,:]=0; indices count from 0", "norm[7,:]; indices count from 0",
        "prediction at a token, counted from 0"})
    CHECK(contains(encode, help));
  const std::string gradients = scratch.fovea({"gradients", "--help"}).out;
  CHECK(contains(gradients, "tokens counted from 0"));
  CHECK(contains(gradients, "; layers count from 0"));
}

TEST_CASE("the table of gradients says which layer is the first", "[cli]") {
  const Scratch scratch;
  const Run run = scratch.fovea({"gradients", "--depth", "2", "--seeds", "1"});
  CHECK(contains(run.out, "\n1 "));
  CHECK(contains(run.out, "layer 1 is the first, as on the page"));
}
