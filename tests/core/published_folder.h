#pragma once

#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "fixture.h"
#include "fovea/model_file.h"

namespace fovea::test {

using Json = nlohmann::json;
using Bytes = std::vector<std::uint8_t>;

/// Bytes that the source owns.
class OwnedSource : public ByteSource {
 public:
  explicit OwnedSource(Bytes bytes) : bytes_(std::move(bytes)) {}
  std::size_t size() const override { return bytes_.size(); }
  void read(std::size_t offset, std::size_t count, std::uint8_t* to) const override {
    std::memcpy(to, bytes_.data() + offset, count);
  }

 private:
  Bytes bytes_;
};

inline bool fixtureExists(const std::string& file) {
  return std::ifstream(std::string(FOVEA_FIXTURES) + "/" + file).good();
}

inline Bytes asBytes(const std::string& text) { return {text.begin(), text.end()}; }

/// A folder of fixtures, with files changed or taken away (by no bytes).
struct PublishedFolder {
  explicit PublishedFolder(const std::string& folderName) : name(folderName) {
    static const Json kTokenizers = [] {
      const Bytes bytes = readFixtureFile("published_tokenizers.json");
      return Json::parse(bytes.begin(), bytes.end());
    }();
    const Fixture expected("published/" + name + "/expected");
    const std::string tokenizer = expected.metadata().at("tokenizer");
    changed["tokenizer.json"] = asBytes(kTokenizers.at(tokenizer).at("json").get<std::string>());
    config = Json::parse(text("config.json"));
  }

  std::string text(const std::string& file) const {
    const Bytes bytes = readFixtureFile("published/" + name + "/" + file);
    return {bytes.begin(), bytes.end()};
  }

  Model read(const ModelOptions& options = {}) const {
    return readFolder(
        [&](const std::string& file) -> std::shared_ptr<const ByteSource> {
          if (file == "config.json") return std::make_shared<OwnedSource>(asBytes(config.dump()));
          const auto found = changed.find(file);
          if (found == changed.end()) {
            if (!fixtureExists("published/" + name + "/" + file)) return nullptr;
            return std::make_shared<OwnedSource>(readFixtureFile("published/" + name + "/" + file));
          }
          if (found->second.empty()) return nullptr;
          return std::make_shared<OwnedSource>(found->second);
        },
        options);
  }

  std::string name;
  Json config;
  std::map<std::string, Bytes> changed;
};

}  // namespace fovea::test
