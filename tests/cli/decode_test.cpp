#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "catch2.h"
#include "made.h"

using namespace fovea::test;

namespace {

/// The path of a model trained for a moment.
std::string trained(const Scratch& scratch, const std::string& task,
                    std::vector<std::string> more = {}) {
  more.insert(more.begin(),
              {"train", "--task", task, "--size", "tiny", "--d-model", "16", "--heads", "2",
               "--layers", "1", "--steps", "4", "--out", scratch.path(task)});
  const Run run = scratch.fovea(more);
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  return scratch.path(task);
}

}  // namespace

TEST_CASE("a decoder is trained, resumed, measured and writes", "[cli]") {
  const Scratch scratch;
  const std::string task = GENERATE("rewrite", "next-word");
  const std::string model = trained(scratch, task,
                                    {"--log", scratch.path("log"), "--evaluate-every", "2",
                                     "--checkpoint", scratch.path("c"), "--checkpoint-every", "3"});
  const std::string first = scratch.read(task);
  const std::string log = scratch.read("log");
  CHECK(contains(log, "step,loss,rate,gradient_norm,tokens,held_out_loss"));
  CHECK(std::count(log.begin(), log.end(), '\n') == 5);
  trained(scratch, task,
          {"--log", scratch.path("log"), "--evaluate-every", "2", "--resume", scratch.path("c")});
  CHECK(scratch.read(task) == first);
  CHECK(scratch.read("log") == log);

  const Run measured = scratch.fovea({"eval", model});
  CHECK(contains(measured.out, "1000 held-out sentences"));
  CHECK(contains(measured.out, "referent right") == (task == "rewrite"));

  const std::vector<std::string> decode = {"decode",           "--model",      model, "--text",
                                           "my cat was tired", "--max-tokens", "6",   "--json"};
  const Run cached = scratch.fovea(decode);
  INFO(cached.err);
  REQUIRE(cached.exitCode == 0);
  const auto json = nlohmann::json::parse(cached.out);
  CHECK(json["steps"].size() >= 1);
  CHECK(json["steps"][0]["best"].size() == 5);
  std::vector<std::string> whole = decode;
  whole.emplace_back("--no-cache");
  CHECK(nlohmann::json::parse(scratch.fovea(whole).out)["text"] == json["text"]);
}

TEST_CASE("decode prints the text, its probabilities, and writes its trace", "[cli]") {
  const Scratch scratch;
  const std::string model = trained(scratch, "rewrite");
  const Run run = scratch.fovea({"decode", "--model", model, "--text", "my cat was tired",
                                 "--temperature", "2", "--top-k", "9", "--seed", "4",
                                 "--max-tokens", "3", "--trace", scratch.path("t")});
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  CHECK(contains(run.out, "  0."));
  const std::string trace = scratch.read("t");
  for (const char* name :
       {"\"layers.0.attention.weights\"", "\"decoder.tokens.ids\"",
        "\"decoder.layers.0.crossAttention.weights\"", "\"logits\"", "decoder_words"})
    CHECK(contains(trace, name));
}

TEST_CASE("what decode and a decoder's model cannot do is said", "[cli]") {
  const Scratch scratch;
  checkFails(scratch.fovea({"decode", "--model", madeModel(scratch), "--text", "a"}), 1,
             "the model has no decoder");
  checkFails(scratch.fovea({"train", "--task", "sing", "--out", scratch.path("x")}), 2,
             "there are rewrite, next-word and pictures");
  const std::string model = trained(scratch, "next-word");
  checkFails(scratch.fovea({"encode", "--model", model, "--text", "my cat"}), 1,
             "the model has no encoder");
  checkFails(scratch.fovea({"eval", model, "--annotate", scratch.path("y")}), 2,
             "--beside and --annotate work only with encoders");
  checkFails(scratch.fovea({"eval", model, "--temperature", "2"}), 2,
             "--temperature works only with models that predict masked words");
}
