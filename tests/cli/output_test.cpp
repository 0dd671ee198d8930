#include <filesystem>
#include <set>
#include <string>

#include "catch2.h"
#include "made.h"

using namespace fovea::test;

namespace {

constexpr const char* kDiskFull = "No space left on device";

Circumstances to(const char* path) { return {path, {}}; }

}  // namespace

TEST_CASE("output that cannot be written ends with 1 and a message", "[cli]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  checkFails(scratch.fovea({"info", model}, to("/dev/full")), 1, kDiskFull);
  checkFails(scratch.fovea({"encode", "--model", model, "--ids", "5"}, to("/dev/full")), 1,
             kDiskFull);
  checkFails(scratch.fovea({"--help"}, to("/dev/full")), 1, kDiskFull);
  checkFails(scratch.fovea({"encode", "--help"}, to("/dev/full")), 1, kDiskFull);
  checkFails(scratch.fovea({"encode", "--model", model, "--ids", "5", "--trace", "/dev/full"}), 1,
             kDiskFull);
}

TEST_CASE("a full disk leaves the former file and nothing else", "[cli]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const std::string before = scratch.read("m.safetensors");
  const std::set<std::string> names = scratch.names();
  const Run run = scratch.fovea({"init", "--config", scratch.path("c.json"), "--vocab",
                                 scratch.path("v.txt"), "--out", model, "--seed", "4"},
                                {"", 10000});
  checkFails(run, 1, "m.safetensors: File too large");
  CHECK(scratch.read("m.safetensors") == before);
  CHECK(scratch.names() == names);
}

TEST_CASE("a file of the user's is not taken for a temporary one", "[cli]") {
  const Scratch scratch;
  scratch.write("m.safetensors.part", "mine");
  madeModel(scratch);
  CHECK(scratch.read("m.safetensors.part") == "mine");
  CHECK(scratch.names() ==
        std::set<std::string>{"c.json", "m.safetensors", "m.safetensors.part", "v.txt"});
}

TEST_CASE("of two that write to one path the last one's file is there, whole", "[cli]") {
  const Scratch scratch;
  const Scratch other;
  const auto arguments = [&](const char* seed) {
    return std::vector<std::string>{"init",
                                    "--config",
                                    scratch.write("c.json", kConfig),
                                    "--vocab",
                                    scratch.write("v.txt", kVocabulary),
                                    "--out",
                                    scratch.path("m"),
                                    "--seed",
                                    seed};
  };
  Process first(scratch, arguments("1"));
  Process second(other, arguments("2"));
  CHECK(first.wait().exitCode == 0);
  CHECK(second.wait().exitCode == 0);
  REQUIRE(init(scratch, "one", {"--seed", "1"}).exitCode == 0);
  REQUIRE(init(scratch, "two", {"--seed", "2"}).exitCode == 0);
  const std::string file = scratch.read("m");
  CHECK((file == scratch.read("one") || file == scratch.read("two")));
  CHECK(scratch.names() == std::set<std::string>{"c.json", "m", "one", "two", "v.txt"});
}

TEST_CASE("where the path is a link, the file that it leads to is replaced", "[cli]") {
  const Scratch scratch;
  scratch.write("model", "");
  std::filesystem::create_symlink("model", scratch.path("link"));
  REQUIRE(init(scratch, "link").exitCode == 0);
  CHECK(std::filesystem::is_symlink(scratch.path("link")));
  CHECK(scratch.fovea({"info", scratch.path("model")}).exitCode == 0);
}
