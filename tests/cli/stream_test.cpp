#include <sys/stat.h>

#include <csignal>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>

#include "catch2.h"
#include "made.h"

using namespace fovea::test;

namespace {

// A pipe that yields a text and then zeros until nobody reads them.
class EndlessPipe {
 public:
  EndlessPipe(const Scratch& scratch, std::string beginning) : path_(scratch.path("pipe")) {
    std::signal(SIGPIPE, SIG_IGN);
    if (mkfifo(path_.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
    writer_ = std::thread([this, beginning = std::move(beginning)] {
      std::ofstream pipe(path_, std::ios::binary);
      pipe << beginning;
      const std::string zeros(1U << 16U, '\0');
      while (pipe << zeros) {
      }
    });
  }
  ~EndlessPipe() {
    writer_.join();
    std::signal(SIGPIPE, SIG_DFL);
  }
  EndlessPipe(const EndlessPipe&) = delete;
  EndlessPipe& operator=(const EndlessPipe&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::thread writer_;
};

std::string withLength(std::uint64_t length, const std::string& header) {
  std::string bytes(sizeof length, '\0');
  std::memcpy(bytes.data(), &length, sizeof length);
  return bytes + header;
}

constexpr std::size_t kLittle = 150'000'000;  // bytes

}  // namespace

TEST_CASE("an endless stream is read no further than its header allows", "[cli]") {
  const Scratch scratch;
  const auto refuses = [&](const std::string& path, const std::string& message) {
    const Run run = scratch.fovea({"info", path});
    checkFails(run, 1, message);
    CHECK(run.peakBytes < kLittle);
  };
  refuses("/dev/zero", "the header is empty");
  SECTION("a length beyond the limit") {
    refuses(EndlessPipe(scratch, withLength(1'000'000'000, "{")).path(), "1000000000 bytes");
  }
  SECTION("a model and more") {
    madeModel(scratch);
    refuses(EndlessPipe(scratch, scratch.read("m.safetensors")).path(), "belong to no tensor");
  }
  SECTION("tensors larger than the memory") {
    const std::string header =
        R"({"w": {"dtype": "U8", "shape": [1000000000000000], "data_offsets": [0, 1000000000000000]}})";
    refuses(EndlessPipe(scratch, withLength(header.size(), header)).path(),
            "that takes 1000000.0 GB, but this machine has");
  }
}

TEST_CASE("a model comes through a pipe as from a file", "[cli]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  REQUIRE(mkfifo(scratch.path("pipe").c_str(), 0600) == 0);
  std::thread writer([&] {
    std::ofstream(scratch.path("pipe"), std::ios::binary) << scratch.read("m.safetensors");
  });
  const Run run = scratch.fovea({"info", scratch.path("pipe")});
  writer.join();
  CHECK(run.exitCode == 0);
  CHECK(run.out == scratch.fovea({"info", model}).out);
}

TEST_CASE("an endless text is refused", "[cli]") {
  const Scratch scratch;
  checkFails(scratch.fovea({"init", "--config", "/dev/zero", "--vocab", "/dev/zero", "--out",
                            scratch.path("m")}),
             1, "/dev/zero: longer than");
}
