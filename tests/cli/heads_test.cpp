#include <nlohmann/json.hpp>
#include <string>

#include "catch2.h"
#include "made.h"

using namespace fovea::test;
using Json = nlohmann::json;

namespace {

std::string repeated(const std::string& lines, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += lines;
  return text;
}

}  // namespace

TEST_CASE("heads prints a row for each head", "[cli][heads]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const std::string file = scratch.write("t.txt", "the cat sits .\n\n  \nthe mat\r\nsit the cat");
  const auto run = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"heads", "--model", model, "--file", file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return scratch.fovea(arguments);
  };
  const Run json = run({"--json"});
  INFO(json.err);
  REQUIRE(json.exitCode == 0);
  const Json uses = Json::parse(json.out);
  CHECK(uses["texts"] == 3);
  CHECK(uses["tokens"] == 7 + 4 + 5);  // with [CLS] and [SEP]
  CHECK(uses["measured"] == 3);
  CHECK(uses["queries"]["itself"] == 16);
  CHECK(uses["queries"]["one_back"] == 13);
  CHECK(uses["heads"].size() == 2 * 4);
  CHECK(uses["heads"][5]["layer"] == 1);
  CHECK(uses["heads"][5]["head"] == 1);
  CHECK(uses["heads"][0]["byDistance"].size() == 17);
  CHECK(uses["heads"][0]["byDistance"][8] == uses["heads"][0]["itself"]);
  CHECK(uses["heads"][0]["byDistance"][0].is_null());  // no text is so long
  CHECK(uses["heads"][0]["noun"].is_null());           // no pronoun
  CHECK(uses["heads"][0]["effect"] > 0);

  const Run csv = run({"--csv"});
  CHECK(csv.out.rfind("layer,head,itself,one_back,one_ahead,first,mark,same_word,noun,far,entropy,"
                      "effect\n0,0,0.",
                      0) == 0);
  CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') == 9);
  CHECK(contains(csv.out, ",,"));

  const Run table = run({"--effect-every", "0"});
  CHECK(contains(table.out, "3 texts of 16 tokens"));
  CHECK(contains(table.out, "same_word"));
  CHECK(contains(table.out, "counted from 0"));
  CHECK(Json::parse(run({"--json", "--effect-every", "2"}).out)["measured"] == 2);
}

// A sanitizer keeps what is freed for a while, so that there memory says nothing: the program's
// exit code does.
#if defined(__clang__) && defined(__has_feature)
constexpr bool kKeepsFreed = __has_feature(address_sanitizer);
#else
constexpr bool kKeepsFreed = false;
#endif

TEST_CASE("heads keeps no more of many texts than of few", "[cli][heads]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const auto peakOf = [&](int times) {
    const std::string file = scratch.write("t.txt", repeated("the cat sits .\nthe mat\n", times));
    const Run run = scratch.fovea({"heads", "--model", model, "--file", file, "--csv"});
    REQUIRE(run.exitCode == 0);
    return run.peakBytes;
  };
  const std::size_t few = peakOf(100);
  CHECK((peakOf(5000) < few + (1U << 20U) || kKeepsFreed));
}

TEST_CASE("heads refuses what it cannot read by name", "[cli][heads]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const auto refuses = [&](const std::string& file, int exitCode, const std::string& message,
                           std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"heads", "--model", model, "--file", file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    checkFails(scratch.fovea(arguments), exitCode, message);
  };
  refuses(scratch.path("none.txt"), 1, "none.txt: No such file");
  refuses(scratch.write("empty.txt", " \n\n"), 1, "empty.txt: there is no text in it");
  refuses(scratch.write("bytes.txt", "the cat\nthe \xff mat"), 1, "bytes.txt, line 2: ");
  const std::string file = scratch.write("t.txt", "the cat");
  refuses(file, 2, "--csv and --json: give one of the two", {"--csv", "--json"});
  refuses(file, 2, "--effect-every -1: must be a whole number", {"--effect-every", "-1"});
}
