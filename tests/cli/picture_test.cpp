#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch2.h"
#include "made.h"

using namespace fovea::test;

namespace {

Run read(const Scratch& scratch, const std::string& picture, const std::string& question,
         std::vector<std::string> more = {}) {
  more.insert(more.begin(), {"encode", "--model", FOVEA_PICTURES_MODEL, "--picture", picture,
                             "--question", question});
  return scratch.fovea(more);
}

std::string bestAnswer(const Run& run) {
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  return nlohmann::json::parse(run.out)["answers"][0]["answer"];
}

// A scene's pixels with each of them `times` × `times` times, and a red border left and right.
std::string enlarged(const std::string& ppm, std::size_t times) {
  const std::size_t side = 24;
  const std::size_t border = 10;
  const std::string pixels = ppm.substr(ppm.size() - side * side * 3);
  std::string bytes = "P6 # larger\n" + std::to_string(side * times + 2 * border) + ' ' +
                      std::to_string(side * times) + "\n255\n";
  const std::string red{'\xFF', '\0', '\0'};
  for (std::size_t y = 0; y < side * times; ++y) {
    for (std::size_t i = 0; i < border; ++i) bytes += red;
    for (std::size_t x = 0; x < side * times; ++x)
      bytes += pixels.substr((y / times * side + x / times) * 3, 3);
    for (std::size_t i = 0; i < border; ++i) bytes += red;
  }
  return bytes;
}

}  // namespace

TEST_CASE("a scene is drawn into a file, read from it and answered", "[cli]") {
  const Scratch scratch;
  const std::string question = GENERATE("odd", "arrow", "covered");
  const std::string path = scratch.path("scene.ppm");
  const Run scene = scratch.fovea({"scene", "--question", question, "--seed", "3", "--out", path});
  REQUIRE(scene.exitCode == 0);
  CHECK(scratch.read("scene.ppm").rfind("P6\n24 24\n255\n", 0) == 0);

  const std::string trace = scratch.path("t.safetensors");
  const Run run = read(scratch, path, question, {"--json", "--trace", trace});
  CHECK(contains(scene.out, "is " + bestAnswer(run)));
  const std::string written = scratch.read("t.safetensors");
  for (const char* name : {"\"patches.pixels\"", "\"layers.2.attention.weights\"", "\"logits\""})
    CHECK(contains(written, name));

  const std::string large = scratch.write("l.ppm", enlarged(scratch.read("scene.ppm"), 5));
  const Run scaled = read(scratch, large, question, {"--json"});
  CHECK(
      contains(scaled.err,
               "the picture is 140 × 120 pixels; the middle 120 × 120 are scaled to the 24 × 24"));
  const auto probability = [](const Run& of) {
    return nlohmann::json::parse(of.out)["answers"][0]["probability"].get<double>();
  };
  CHECK(probability(scaled) == Approx(probability(run)).margin(1e-4));
}

TEST_CASE("a pass over a picture can be changed", "[cli]") {
  const Scratch scratch;
  const std::string path = scratch.write("g.pgm", "P5 24 24 65535\n" + std::string(1152, '\x40'));
  const Run plain = read(scratch, path, "odd", {"--json"});
  REQUIRE(plain.exitCode == 0);
  for (const std::vector<std::string>& change :
       {std::vector<std::string>{"--set", "layers.1.attention.weights[:,0,:]=0"},
        std::vector<std::string>{"--structure", "positions=off"}}) {
    std::vector<std::string> more = {"--json"};
    more.insert(more.end(), change.begin(), change.end());
    const Run changed = read(scratch, path, "odd", more);
    INFO(changed.err);
    CHECK(changed.exitCode == 0);
    CHECK(changed.out != plain.out);
  }
}

TEST_CASE("a file that is no picture is refused with what would be right", "[cli]") {
  const Scratch scratch;
  const auto refuses = [&](const std::string& bytes, const std::string& message) {
    checkFails(read(scratch, scratch.write("p", bytes), "odd"), 1, message);
  };
  const std::string forms = "must be a binary PPM (it begins with P6) or PGM (P5)";
  refuses("", forms);
  refuses("\x89PNG\r\n", forms);
  refuses("P3 1 1 255 0 0 0", "a file of type P3; a picture " + forms);
  refuses("P6", "the width: must be a whole number from 1 to 16384");
  refuses("P6 x", "the width: must be a whole number from 1 to 16384");
  refuses("P6 24 0 255 ", "the height: must be a whole number from 1 to 16384");
  refuses("P6 99999999999999999999 1 255 ", "the width: must be a whole number");
  refuses("P6 16384 16384 255\nabc", "cut short: 16384 × 16384 pixels take 805306368 bytes");
  refuses("P6 2 2 70000\n", "the largest pixel value: must be a whole number from 1 to 65535");
  refuses("P6 2 2 255\n" + std::string(11, 'a'), "2 × 2 pixels take 12 bytes, but there are 11");
  checkFails(read(scratch, scratch.path("none"), "odd"), 1, "none");

  const std::string good = scratch.write("good", "P6 1 1 255\nabc");
  checkFails(read(scratch, good, "why"), 1, "--question why: must be one of odd, arrow, covered");
  checkFails(scratch.fovea({"encode", "--model", madeModel(scratch), "--picture", good}), 1,
             "the model does not read pictures");
}
