#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch2.h"
#include "fovea/model_file.h"
#include "made.h"

using namespace fovea::test;
using Json = nlohmann::json;

namespace {

const std::string kTired = "The animal didn't cross the street because it was too tired";
const std::string kWide = "The animal didn't cross the street because it was too wide";

std::vector<std::string> ofAnimal(std::vector<std::string> more) {
  std::vector<std::string> arguments{"circuit", "--model", FOVEA_DEMO_MODEL, "--text",       kTired,
                                     "--other", kWide,     "--pair",         "animal street"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

Json jsonOf(const Run& run) {
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  return Json::parse(run.out);
}

}  // namespace

TEST_CASE("few nodes keep the answer of the shipped model, and as many at random nothing",
          "[cli][circuit][long]") {
  const Scratch scratch;
  const Run run = scratch.fovea(ofAnimal({"--json"}));
  const Json json = jsonOf(run);
  CHECK(contains(run.err, "396 of 396 nodes keep 1.000"));
  CHECK(json["tokens"][json["token"].get<std::size_t>()] == "it");
  CHECK(json["all"] == 396);
  CHECK(json["ofText"] > 0);
  CHECK(json["ofOther"] < 0);
  CHECK(json["circuit"]["share"] >= 0.9);
  CHECK(json["circuit"]["nodes"].size() <= 31);  // 8 %
  for (const Json& node : json["circuit"]["nodes"]) CHECK(node["without"] < 0.9);
  REQUIRE(json["random"].size() == 50);
  for (const Json& share : json["random"]) CHECK(share <= 0.3);
  CHECK(json["rest"] < 0.9);
  CHECK(json["second"].is_null());
  CHECK(scratch.fovea(ofAnimal({"--json"})).out == run.out);
}

TEST_CASE("the circuit keeps what encode keeps with all its other nodes patched",
          "[cli][circuit][long]") {
  const Scratch scratch;
  const Json json = jsonOf(scratch.fovea(ofAnimal({"--json", "--whole", "--random", "0"})));
  const std::string other = scratch.path("other.safetensors");
  REQUIRE(scratch.fovea({"encode", "--model", FOVEA_DEMO_MODEL, "--text", kWide, "--trace", other})
              .exitCode == 0);
  std::vector<std::string> kept;
  for (const Json& node : json["circuit"]["nodes"]) kept.push_back(node["region"]);
  std::vector<std::string> arguments{"encode",
                                     "--model",
                                     FOVEA_DEMO_MODEL,
                                     "--text",
                                     kTired,
                                     "--trace",
                                     scratch.path("patched.safetensors")};
  std::size_t patched = 0;
  const auto patch = [&](const std::string& region) {
    if (std::find(kept.begin(), kept.end(), region) != kept.end()) return;
    ++patched;
    arguments.insert(arguments.end(), {"--patch", other + ":" + region});
  };
  for (int layer = 0; layer < 4; ++layer) {
    const std::string name = "layers." + std::to_string(layer);
    for (int head = 0; head < 8; ++head) {
      const std::string first = head == 0 ? "" : std::to_string(head * 16);
      patch(name + ".attention.heads[:," + first + ":" + std::to_string(head * 16 + 16) + "]");
    }
    patch(name + ".feedForward.output[:,:]");
  }
  CHECK(patched + kept.size() == 36);
  REQUIRE(scratch.fovea(arguments).exitCode == 0);

  const std::string text = scratch.read("patched.safetensors");
  const std::vector<std::uint8_t> bytes(text.begin(), text.end());
  const fovea::MemorySource source(bytes);
  const fovea::SafetensorsFile file = fovea::readSafetensors(source);
  const fovea::TensorEntry& entry = file.tensors.at("logits");
  std::vector<fovea::Scalar> logits(entry.bytes / sizeof(fovea::Scalar));
  readFloats(source, "logits", entry, logits.data());
  const fovea::Model model = fovea::readModel(FOVEA_DEMO_MODEL);
  const auto logit = [&](const char* piece) {
    const std::size_t row =
        json["token"].get<std::size_t>() * static_cast<std::size_t>(entry.shape[1]);
    return double{logits[row + static_cast<std::size_t>(model.tokenizer.vocabulary().id(piece))]};
  };
  const double ofOther = json["ofOther"];
  const double share =
      (logit("animal") - logit("street") - ofOther) / (json["ofText"].get<double>() - ofOther);
  CHECK(std::abs(share - json["circuit"]["share"].get<double>()) < 1e-5);
}

TEST_CASE("a circuit is printed with its nodes, random sets and edges", "[cli][circuit]") {
  const Scratch scratch;
  const Run run = scratch.fovea(ofAnimal(
      {"--whole", "--keep", "0.5", "--random", "7", "--edges", "--metric", "probability"}));
  INFO(run.err);
  CHECK(run.exitCode == 0);
  for (const char* part :
       {"token 7, it: the probability of animal minus that of street is ", " of 36 nodes keep 0.",
        "7 random sets of ", "The nodes, and how much the others keep without each\nlayer ",
        "reads another node's value from the other text", "to  the answer", "counted from 0"})
    CHECK(contains(run.out, part));
}

TEST_CASE("a circuit of a made model has the same numbers every time", "[cli][circuit]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const auto run = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{
        "circuit", "--model",        model,    "--text",  "the cat [MASK]",
        "--other", "the mat [MASK]", "--pair", "cat mat", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return scratch.fovea(arguments);
  };
  const Json json = jsonOf(run({}));
  CHECK(json["token"] == 3);  // [CLS] the cat [MASK] [SEP]
  CHECK(json["all"] == 2 * 5 * 5);
  CHECK(jsonOf(run({"--token", "cat"}))["token"] == 2);
  CHECK(jsonOf(run({"--seed", "2"}))["random"] != json["random"]);
  CHECK(jsonOf(run({"--seed", "2"}))["circuit"] == json["circuit"]);
}

TEST_CASE("a circuit beside the mean of texts needs no other text", "[cli][circuit]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const std::string texts = scratch.write("texts.txt", "the mat\n\nthe cat sits .\n");
  const auto run = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"circuit",        "--model", model,     "--text",
                                       "the cat [MASK]", "--pair",  "cat mat", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return scratch.fovea(arguments);
  };
  const Json json = jsonOf(run({"--mean", texts}));
  CHECK(json["token"] == 3);
  CHECK(json["other"].is_null());
  CHECK(json["circuit"]["share"] >= 0.9);
  checkFails(run({}), 2, "--other TEXT or --mean FILE: give one of the two");
  checkFails(run({"--mean", texts, "--other", "the mat [MASK]"}), 2, "give one of the two");
  checkFails(run({"--mean", scratch.write("none.txt", "\n")}), 1, "there is no text in it");
}

TEST_CASE("a circuit that cannot be found is refused by name", "[cli][circuit]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const auto refuses = [&](int exitCode, const std::string& other, const std::string& pair,
                           std::vector<std::string> more, const std::string& message) {
    std::vector<std::string> arguments{"circuit", "--model", model,    "--text", "the cat sits",
                                       "--other", other,     "--pair", pair};
    arguments.insert(arguments.end(), more.begin(), more.end());
    checkFails(scratch.fovea(arguments), exitCode, message);
  };
  refuses(1, "the cat", "cat mat", {}, "one text has 6 tokens, the other 4; both need the same");
  refuses(1, "the mat sits", "cat dog", {}, "--pair: the vocabulary has no piece \"dog\"");
  refuses(1, "the mat sits", "cat", {}, "--pair cat: must be two words separated by a space");
  refuses(1, "the cat sits", "cat mat", {}, "there is no difference to explain");
  refuses(1, "the mat sits", "cat mat", {"--token", "dog"}, "--token dog: no such token");
  refuses(2, "the mat sits", "cat mat", {"--keep", "90"},
          "--keep 90: must be a number from 0 to 1");
  refuses(2, "the mat sits", "cat mat", {"--metric", "loss"}, "must be logits or probability");
  const std::string headless = scratch.write(
      "h.json", R"({"hidden_size": 32, "num_attention_heads": 4, "intermediate_size": 64,
                    "num_hidden_layers": 2, "vocab_size": 12, "max_position_embeddings": 16})");
  REQUIRE(scratch
              .fovea({"init", "--config", headless, "--vocab", scratch.path("v.txt"), "--out",
                      scratch.path("h.safetensors")})
              .exitCode == 0);
  checkFails(scratch.fovea({"circuit", "--model", scratch.path("h.safetensors"), "--text",
                            "the cat", "--other", "the mat", "--pair", "cat mat"}),
             1, "the model has no masked-word head");
}

TEST_CASE("circuits of pairs are counted by what the words are to the answer",
          "[cli][circuit][long]") {
  const Scratch scratch;
  const std::string pairs =
      scratch.write("pairs.txt",
                    "# two kinds\n[active]\n"
                    "the +animal didn't cross the -street because ~it was too tired\n"
                    "the -animal didn't cross the +street because ~it was too wide\n"
                    "[wrong]\n"
                    "the +animal didn't cross the -street because ~it was too wide\n"
                    "the -animal didn't cross the +street because ~it was too tired\n");
  const auto run = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"circuit", "--model", FOVEA_DEMO_MODEL, "--pairs", pairs};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return scratch.fovea(arguments);
  };
  const Json json = jsonOf(run({"--json"}));
  const Json one = jsonOf(scratch.fovea(ofAnimal({"--json"})));
  REQUIRE(json["kinds"].size() == 2);
  CHECK(json["kinds"][0]["kind"] == "active");
  CHECK(json["kinds"][0]["circuits"] == 1);
  CHECK(json["kinds"][0]["nodes"] == one["circuit"]["nodes"].size());
  CHECK(json["kinds"][0]["random"] <= 0.3);
  CHECK(json["kinds"][1]["pairs"] == 1);
  CHECK(json["kinds"][1]["circuits"] == 0);  // the model reads them the other way
  // All of the single circuit's nodes are at "it", the place.
  CHECK(json["nodes"].size() == one["circuit"]["nodes"].size());
  for (const Json& node : json["nodes"]) {
    CHECK(node["at"] == "place");
    CHECK(node["shares"] == Json{1.0, 0.0});
    if (node["head"].is_null()) continue;
    double all = 0;
    for (const Json& weight : node["reads"]) all += weight.get<double>();
    CHECK(std::abs(all - 1) < 1e-5);
  }
  const Run printed = run({});
  CHECK(contains(printed.out, "active: 1 pairs, both sentences of 1 read rightly; circuits of "));
  CHECK(contains(printed.out, "head 6       at the pronoun"));
  CHECK(contains(printed.out, "  gives 0."));
}

TEST_CASE("a file of pairs that is not one is refused by name", "[cli][circuit]") {
  const Scratch scratch;
  const std::string model = madeModel(scratch);
  const auto refuses = [&](int exitCode, const std::string& text, std::vector<std::string> more,
                           const std::string& message) {
    std::vector<std::string> arguments{"circuit", "--model", model, "--pairs",
                                       scratch.write("pairs.txt", text)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    checkFails(scratch.fovea(arguments), exitCode, message);
  };
  const std::string cat = "the +cat sat on the -mat ~it\n";
  refuses(1, cat, {}, "pairs.txt: must contain sentences two by two, but has 1");
  refuses(1, cat + "the +cat ~it\n", {}, "lines 1 and 2: one has ");
  refuses(1, "the cat\n", {}, "pairs.txt: line 1: no word marked ~");
  refuses(2, cat, {"--text", "the cat"}, "--pairs FILE: goes with --model, --keep");
  checkFails(
      scratch.fovea({"circuit", "--model", model, "--text", "the cat"}), 2,
      "--text TEXT and --pair WORDS or --label LABEL, or --pairs FILE: name what to explain");
}
