#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "catch2.h"
#include "made.h"

using namespace fovea::test;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace {

/// The folder of a fixture, with its tokenizer.json.
std::string folderOf(const Scratch& scratch, const std::string& name,
                     const std::string& tokenizer) {
  const fs::path fixtures = FOVEA_FIXTURES;
  const std::string folder = scratch.path(name);
  fs::copy(fixtures / "published" / name, folder, fs::copy_options::recursive);
  fs::remove(fs::path(folder) / "expected.safetensors");
  std::ostringstream all;
  all << std::ifstream(fixtures / "published_tokenizers.json").rdbuf();
  const Json json = Json::parse(all.str());
  std::ofstream(fs::path(folder) / "tokenizer.json")
      << json.at(tokenizer).at("json").get<std::string>();
  return folder;
}

}  // namespace

TEST_CASE("classify prints the labels of a text", "[cli]") {
  const Scratch scratch;
  const std::string folder = folderOf(scratch, "bert-text", "bert-uncased");
  const Run run = scratch.fovea({"classify", "--model", folder, "--text", "was it", "--text", "the",
                                 "--pair", "animal", "--json"});
  CHECK(run.err.empty());
  REQUIRE(run.exitCode == 0);
  std::istringstream lines(run.out);
  std::string line;
  int count = 0;
  for (; std::getline(lines, line); ++count) {
    const Json json = Json::parse(line);
    CHECK(json["pair"] == "animal");
    REQUIRE(json["labels"].size() == 3);
    double sum = 0;
    for (const Json& each : json["labels"]) sum += each["probability"].get<double>();
    CHECK(std::abs(sum - 1) < 1e-6);
  }
  CHECK(count == 2);
  CHECK(contains(scratch.fovea({"classify", "--model", folder, "--text", "was"}).out, "glad"));
}

TEST_CASE("classify answers as the model's head does", "[cli]") {
  const Scratch scratch;
  const std::string roberta = folderOf(scratch, "roberta-span", "roberta");
  const Run missing = scratch.fovea({"classify", "--model", roberta, "--text", "Who?"});
  CHECK(missing.exitCode == 2);
  CHECK(contains(missing.err, "--pair PASSAGE is missing"));
  const std::string passage = "it was the end";
  const Json span = Json::parse(
      scratch.fovea({"classify", "--model", roberta, "--text", "it?", "--pair", passage, "--json"})
          .out)["span"];
  const auto begin = span["begin"].get<std::size_t>();
  CHECK(span["answer"] == passage.substr(begin, span["end"].get<std::size_t>() - begin));
  CHECK(span["probability"].get<double>() > 0);

  const std::string electra = folderOf(scratch, "electra-replaced", "bert-uncased");
  const Json tokens = Json::parse(
      scratch.fovea({"classify", "--model", electra, "--text", "was the", "--json"}).out)["tokens"];
  REQUIRE(tokens.size() == 2);
  CHECK(tokens[1]["begin"] == 4);
  CHECK(tokens[1]["replaced"].get<double>() > 0);

  const std::string words = folderOf(scratch, "camembert-words", "camembert");
  const Json masks = Json::parse(
      scratch.fovea({"classify", "--model", words, "--text", "a <mask>", "--json"}).out)["masks"];
  REQUIRE(masks.size() == 1);
  CHECK(masks[0]["words"].size() == 5);
  const Run unmasked = scratch.fovea({"classify", "--model", words, "--text", "a"});
  CHECK(contains(unmasked.out, "no mask token in this text"));
}

TEST_CASE("classify explains the likeliest label, or the span's beginning, token by token",
          "[cli]") {
  const Scratch scratch;
  const std::string bert = folderOf(scratch, "bert-text", "bert-uncased");
  const Json told = Json::parse(scratch
                                    .fovea({"classify", "--model", bert, "--text", "was it",
                                            "--pair", "the", "--explain", "--json"})
                                    .out);
  const Json& tokens = told["shares"]["tokens"];
  REQUIRE(tokens.size() == 6);  // [CLS] was it [SEP] the [SEP]
  CHECK(tokens[2]["text"] == 0);
  CHECK(tokens[4]["piece"] == "the");
  CHECK(tokens[4]["text"] == 1);
  CHECK(tokens[4]["share"].get<double>() != 0);
  // The pass that explains gives the second text its type, as the one that answers does.
  CHECK(std::abs(told["shares"]["logit"].get<double>() - 0.135255) < 1e-5);
  const std::string roberta = folderOf(scratch, "roberta-span", "roberta");
  const std::vector<std::string> asked = {"classify", "--model", roberta,       "--text",
                                          "it?",      "--pair",  "it was here", "--explain"};
  const std::string written = scratch.fovea(asked).out;
  CHECK(std::count(written.begin(), written.end(), '\n') > 6);
  const std::string electra = folderOf(scratch, "electra-replaced", "bert-uncased");
  const Run refused = scratch.fovea({"classify", "--model", electra, "--text", "it", "--explain"});
  CHECK(refused.exitCode == 2);
  CHECK(contains(refused.err, "answers token by token"));
}

TEST_CASE("embed prints a vector for each text", "[cli]") {
  const Scratch scratch;
  const std::string folder = folderOf(scratch, "sentence-mean", "bert-uncased");
  const Run run =
      scratch.fovea({"embed", "--model", folder, "--text", "was it", "--text", "the", "--json"});
  REQUIRE(run.exitCode == 0);
  std::istringstream lines(run.out);
  std::string line;
  int count = 0;
  for (; std::getline(lines, line); ++count) {
    double square = 0;
    const Json json = Json::parse(line);
    REQUIRE(json["vector"].size() == 8);
    for (const Json& number : json["vector"]) square += number.get<double>() * number.get<double>();
    CHECK(std::abs(square - 1) < 1e-5);
  }
  CHECK(count == 2);
  CHECK(scratch.fovea({"embed", "--model", folder, "--text", "the", "--pair", "was it"}).exitCode ==
        0);
}

TEST_CASE("what a model cannot take is counted in English", "[cli]") {
  const Scratch scratch;
  const std::string folder = folderOf(scratch, "sentence-mean", "bert-uncased");
  const auto noteOn = [&](int words) {
    std::string text;
    for (int i = 0; i < words; ++i) text += "the ";
    return scratch.fovea({"embed", "--model", folder, "--text", text}).err;
  };
  // It takes 12 tokens, [CLS] and [SEP] among them.
  CHECK(noteOn(10).empty());
  CHECK(contains(noteOn(11), "note: 1 token beyond what the model takes was left out"));
  CHECK(contains(noteOn(1246), "note: 1,236 tokens beyond what the model takes were left out"));
}

TEST_CASE("many lines of standard input show how far they have come", "[cli]") {
  const Scratch scratch;
  const std::string folder = folderOf(scratch, "sentence-mean", "bert-uncased");
  std::string lines;
  for (int i = 0; i < 100; ++i) lines += i % 2 == 0 ? "was it\n" : "the animal\n";
  Circumstances from;
  from.in = scratch.write("lines.txt", lines);
  const Run quiet = scratch.fovea({"embed", "--model", folder}, from);
  CHECK(quiet.err.empty());
  from.terminal = true;
  const Run run = scratch.fovea({"embed", "--model", folder}, from);
  REQUIRE(run.exitCode == 0);
  CHECK(run.out == quiet.out);
  CHECK(std::count(run.out.begin(), run.out.end(), '\n') == 100);
  CHECK(contains(run.err, "\r████████················  32 %  32 texts"));
  CHECK(contains(run.err, "\r████████████████████████ 100 %  100 texts"));

  const std::string head = folderOf(scratch, "bert-text", "bert-uncased");
  const Run answered =
      scratch.fovea({"classify", "--model", head, "--pair", "the", "--json"}, from);
  CHECK(contains(answered.err, "█ 100 %  100 texts"));
  std::istringstream answers(answered.out);
  int count = 0;
  for (std::string line; std::getline(answers, line); ++count)
    CHECK(Json::parse(line)["text"] == (count % 2 == 0 ? "was it" : "the animal"));
  CHECK(count == 100);
}

TEST_CASE("encode takes many lines of standard input, as embed and classify do", "[cli]") {
  const Scratch scratch;
  const std::string folder = folderOf(scratch, "bert-text", "bert-uncased");
  std::string lines;
  for (int i = 0; i < 70; ++i) lines += i % 2 == 0 ? "was it\n" : "the animal\r\n";
  Circumstances from;
  from.in = scratch.write("lines.txt", lines);
  const std::vector<std::string> encode{"encode", "--model", folder};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), encode.begin(), encode.end());
    return more;
  };
  const Run quiet = scratch.fovea(with({"--json", "--pair", "it"}), from);
  CHECK(quiet.err.empty());
  from.terminal = true;
  const Run run = scratch.fovea(with({"--json", "--pair", "it"}), from);
  REQUIRE(run.exitCode == 0);
  CHECK(run.out == quiet.out);
  CHECK(contains(run.err, "texts"));
  CHECK(contains(run.err, "\r████████████████████████ 100 %  70 texts"));
  std::istringstream answers(run.out);
  const auto alone = [&](const std::string& text) {
    return Json::parse(scratch.fovea(with({"--text", text, "--pair", "it", "--json"})).out);
  };
  const Json even = alone("was it");
  const Json odd = alone("the animal");
  CHECK(even["tokens"][1]["text"] == 0);
  CHECK(even["tokens"][4]["text"] == 1);
  int count = 0;
  for (std::string line; std::getline(answers, line); ++count) {
    Json json = Json::parse(line);
    CHECK(json["text"] == (count % 2 == 0 ? "was it" : "the animal"));
    CHECK(json["pair"] == "it");
    json.erase("text");
    json.erase("pair");
    CHECK(json == (count % 2 == 0 ? even : odd));  // of a text on a line, and of the same alone
  }
  CHECK(count == 70);
  from.terminal = false;
  const Run told = scratch.fovea(with({"--layer", "0"}), from);
  CHECK(contains(told.out, "\n\nthe animal\n\ntoken      id  piece\n"));
  const Run missing = scratch.fovea(with({"--token", "it"}), from);
  CHECK(missing.exitCode == 1);
  CHECK(contains(missing.err, "line 2: --token it: no such token"));
  checkFails(scratch.fovea(with({"--trace", scratch.path("t")}), from), 2,
             "--trace needs --text TEXT");
  from.in = scratch.write("lines.txt", "");
  checkFails(scratch.fovea(encode, from), 2,
             "nothing to encode: give --text TEXT, --ids IDS or --picture FILE, or texts on "
             "standard input");
}

TEST_CASE("info as JSON says what info prints", "[cli]") {
  const Scratch scratch;
  const auto told = [&](const std::string& name, const std::string& tokenizer) {
    const std::string folder = folderOf(scratch, name, tokenizer);
    const Run run = scratch.fovea({"info", "--model", folder, "--json"});
    REQUIRE(run.exitCode == 0);
    return Json::parse(run.out);
  };
  const Json bert = told("bert-text", "bert-uncased");
  const Json labels = {"calm", "glad", "sad"};
  CHECK(bert["answers"]["heads"][0] == Json{{"kind", "text"}, {"labels", labels}});
  CHECK(bert["answers"]["sentence"].is_null());
  CHECK(bert["config"]["hidden_size"] == 8);
  CHECK(bert["metadata"]["family"] == "bert");
  const Json& parts = bert["parameters"];
  CHECK(parts["total"] == 3860);
  CHECK(parts["embedding"].get<int>() + parts["attention"].get<int>() +
            parts["feedForward"].get<int>() + parts["norms"].get<int>() ==
        3860);
  int numbers = 0;  // those of the classifier and of the layer before it, besides
  for (const Json& each : bert["tensors"]) {
    int size = 1;
    for (const Json& n : each["shape"]) size *= n.get<int>();
    numbers += size;
  }
  CHECK(numbers == 3860 + 8 * 8 + 8 + 3 * 8 + 3);
  const Json sentence = told("sentence-mean", "bert-uncased");
  CHECK(sentence["answers"]["sentence"] == Json{{"pooling", "mean"}, {"normalised", true}});
  // Of shards, all of them.
  const Json shards = told("roberta-span", "roberta");
  CHECK(shards["answers"]["heads"][0]["kind"] == "span");
  CHECK(shards["bytes"].get<int>() > 0);
  CHECK(shards["tensors"].size() == 16 * 3 + 5 + 2);
  const Json own = Json::parse(scratch.fovea({"info", FOVEA_DEMO_MODEL, "--json"}).out);
  CHECK(own["answers"].is_null());
  CHECK(own["metadata"].contains("name"));
}

TEST_CASE("a model that the machine has no room for is refused before it is read", "[cli]") {
  const Scratch scratch;
  const std::string folder = folderOf(scratch, "bert-text", "bert-uncased");
  // A file with a hole in it takes no room on the disk.
  const std::string header =
      R"({"a":{"dtype":"F16","shape":[16777216,65536],"data_offsets":[0,2199023255552]}})";
  std::string begin(8, '\0');
  begin[0] = static_cast<char>(header.size());
  const std::string path = folder + "/model.safetensors";
  std::ofstream(path, std::ios::binary) << begin << header;
  std::error_code error;
  fs::resize_file(path, begin.size() + header.size() + 2199023255552, error);
  if (error) return;  // a disk that has no files of that size
  for (const std::string command : {"info", "encode", "embed", "classify"}) {
    std::vector<std::string> arguments{command, "--model", folder};
    if (command != "info") arguments.insert(arguments.end(), {"--text", "was it"});
    const Run run = scratch.fovea(arguments);
    checkFails(run, 1,
               folder +
                   ": the model is kept in memory: that takes 4398.0 GB, but this "
                   "machine has ");
    CHECK(run.peakBytes < 200'000'000);
  }
  checkFails(scratch.fovea({"info", path}), 1, "that takes 4398.0 GB");

  const std::string bytes =
      R"({"a":{"dtype":"I8","shape":[16777216,65536],"data_offsets":[0,1099511627776]}})";
  begin[0] = static_cast<char>(bytes.size());
  std::ofstream(path, std::ios::binary) << begin << bytes;
  fs::resize_file(path, begin.size() + bytes.size() + 1099511627776);
  const std::vector<std::string> embed{"embed", "--model", folder, "--text", "was it"};
  checkFails(scratch.fovea(embed), 1, "that takes 4398.0 GB");
  std::vector<std::string> inIntegers = embed;
  inIntegers.emplace_back("--integers");
  checkFails(scratch.fovea(inIntegers), 1, "that takes 6597.1 GB");
}

TEST_CASE("info and encode take a published model's folder", "[cli]") {
  const Scratch scratch;
  const std::string folder = folderOf(scratch, "roberta-span", "roberta");
  const Run info = scratch.fovea({"info", folder});
  CHECK(info.exitCode == 0);
  CHECK(contains(info.out, "where the answer is"));
  CHECK(scratch.fovea({"info", "--model", folder}).out == info.out);
  CHECK(contains(info.out, "roberta.encoder.layer.2.output.dense.weight"));
  // Pieces are the reader's text, and the word whose attention is shown is not </s>.
  const Run told = scratch.fovea({"encode", "--model", folder, "--text", "was the"});
  CHECK(contains(told.out, "  the\n"));
  CHECK(contains(told.out, ", the, attends to"));
  CHECK(!contains(told.out, "Ġ"));
  const std::string sentence = folderOf(scratch, "sentence-cls", "bert-uncased");
  CHECK(contains(scratch.fovea({"info", sentence}).out, "the first token's, of length 1"));
  const Run pair =
      scratch.fovea({"encode", "--model", sentence, "--text", "was it", "--pair", "the", "--json"});
  REQUIRE(pair.exitCode == 0);
  CHECK(Json::parse(pair.out)["tokens"].size() == 6);
  const Run refused = scratch.fovea({"info", scratch.path(".")});
  CHECK(refused.exitCode == 1);
  CHECK(contains(refused.err, "there is no config.json in the folder"));
}

TEST_CASE("a circuit explains a label of a model that classifies", "[cli][circuit]") {
  const Scratch scratch;
  const std::string folder = folderOf(scratch, "bert-text", "bert-uncased");
  const auto run = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"circuit",          "--model",           folder,
                                       "--text",           "was it the animal", "--other",
                                       "was it the street"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return scratch.fovea(arguments);
  };
  const auto probability = [&](const std::string& text) {
    const Json json =
        Json::parse(scratch.fovea({"classify", "--model", folder, "--text", text, "--json"}).out);
    for (const Json& each : json["labels"])
      if (each["label"] == "glad") return each["probability"].get<double>();
    return 0.0;
  };
  const double own = probability("was it the animal");
  const double other = probability("was it the street");
  const Run found = run({"--label", "glad", "--metric", "probability", "--json"});
  INFO(found.err);
  REQUIRE(found.exitCode == 0);
  const Json json = Json::parse(found.out);
  CHECK(json["label"] == "glad");
  CHECK(json["pair"].is_null());
  CHECK(std::abs(json["ofText"].get<double>() - own) < 1e-5);
  CHECK(std::abs(json["ofOther"].get<double>() - other) < 1e-5);
  CHECK(json["circuit"]["share"] >= 0.9);
  const Json odds = Json::parse(run({"--label", "glad", "--json"}).out);
  CHECK(std::abs(odds["ofText"].get<double>() - std::log(own / (1 - own))) < 1e-5);
  CHECK(contains(run({"--label", "glad"}).out, "the log-odds of the label glad is "));
  checkFails(run({"--label", "merry"}), 1, "--label merry: the model's labels are calm, glad, sad");
  checkFails(run({"--label", "glad", "--pair", "a b"}), 2, "give one of the two");
  checkFails(scratch.fovea({"circuit", "--model", FOVEA_DEMO_MODEL, "--text", "a dog", "--other",
                            "a cat", "--label", "glad"}),
             1, "--label: the model has no head with labels");
}
