#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "catch2.h"
#include "made.h"

using namespace fovea::test;

namespace {

// The arguments of a training that takes a moment for each step and measures nothing at its end.
std::vector<std::string> training(const Scratch& scratch, std::vector<std::string> more) {
  more.insert(more.begin(), {"train", "--d-model", "16", "--heads", "2", "--layers", "1", "--out",
                             scratch.path("m"), "--pairs", "0"});
  return more;
}

const char* taskOption(const std::string& task) {
  return task == "recurrent" ? "--network" : "--task";
}

int lines(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

std::vector<std::vector<std::string>> table(const std::string& csv) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream text(csv);
  for (std::string line; std::getline(text, line);) {
    rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

int stepOf(const std::string& message, const std::string& before = "interrupted after step ") {
  const std::size_t at = message.find(before);
  REQUIRE(at != std::string::npos);
  return std::stoi(message.substr(at + before.size()));
}

}  // namespace

TEST_CASE("a resumed training ends as an uninterrupted one, with a line of the log for each step",
          "[cli]") {
  const Scratch scratch;
  const std::vector<std::string> kind =
      GENERATE(std::vector<std::string>{}, std::vector<std::string>{"--network", "recurrent"},
               std::vector<std::string>{"--task", "rewrite"},
               std::vector<std::string>{"--task", "pictures"});
  const auto train = [&](std::vector<std::string> more) {
    more.insert(more.begin(),
                {"train", "--size", "tiny", "--d-model", "16", "--heads", "2", "--layers", "1",
                 "--pairs", "0", "--steps", "4", "--log", scratch.path("log")});
    more.insert(more.end(), kind.begin(), kind.end());
    return scratch.fovea(more);
  };
  REQUIRE(train({"--out", scratch.path("a"), "--checkpoint", scratch.path("c"),
                 "--checkpoint-every", "3"})
              .exitCode == 0);
  const std::string log = scratch.read("log");
  CHECK(std::count(log.begin(), log.end(), '\n') == 5);
  scratch.write("log", log + "5,7.1");  // a line that the end of the program cut off
  const Run resumed = train({"--out", scratch.path("b"), "--resume", scratch.path("c")});
  INFO(resumed.err);
  REQUIRE(resumed.exitCode == 0);
  CHECK(scratch.read("b") == scratch.read("a"));
  CHECK(scratch.read("log") == log);
  CHECK(resumed.err.back() == '\n');
  CHECK(scratch.names() == std::set<std::string>{"a", "b", "c", "log"});
}

TEST_CASE("a variant is trained, told by info and run", "[cli]") {
  const Scratch scratch;
  const Run run = scratch.fovea(
      training(scratch, {"--steps", "2", "--positions", "rotary", "--kv-heads", "1", "--rms-norm",
                         "--gated", "--structure", "activation=silu", "--experts", "4"}));
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  CHECK(contains(
      scratch.fovea({"info", scratch.path("m")}).out,
      "variant     rotary positions, 2 heads share 1 set of keys and values, RMSNorm, SwiGLU, "
      "2 of 4 experts for each word"));
  const Run encoded = scratch.fovea({"encode", "--model", scratch.path("m"), "--text", "the dog",
                                     "--structure", "positions=alibi"});
  CHECK(encoded.exitCode == 0);
  checkFails(scratch.fovea(training(scratch, {"--kv-heads", "3"})), 1, "num_key_value_heads is 3");
  checkFails(scratch.fovea(training(scratch, {"--positions", "left"})), 1, "must be one of sinu");
}

TEST_CASE("a training with experts logs their balance and each one's share of the words", "[cli]") {
  const Scratch scratch;
  const Run run =
      scratch.fovea(training(scratch, {"--size", "tiny", "--steps", "2", "--experts", "3",
                                       "--balance", "0.5", "--log", scratch.path("log")}));
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  const std::vector<std::vector<std::string>> rows = table(scratch.read("log"));
  REQUIRE(rows.size() == 3);
  const std::vector<std::string> names(rows[0].end() - 4, rows[0].end());
  CHECK(names == std::vector<std::string>{"balance", "share_0_0", "share_0_1", "share_0_2"});
  for (std::size_t step = 1; step < rows.size(); ++step) {
    REQUIRE(rows[step].size() == rows[0].size());
    double sum = 0;
    for (std::size_t column = rows[0].size() - 3; column < rows[0].size(); ++column)
      sum += std::stod(rows[step][column]);
    CHECK(sum == Approx(2).epsilon(1e-4));
  }
  CHECK(contains(scratch.read("m"), R"(\"balanceWeight\":0.5)"));
}

TEST_CASE("a decoder of Llama's parts is trained, told by info, and goes on with a text", "[cli]") {
  const Scratch scratch;
  const Run run = scratch.fovea(
      training(scratch, {"--task", "next-word", "--size", "tiny", "--steps", "2", "--positions",
                         "rotary", "--kv-heads", "1", "--rms-norm", "--gated", "--experts", "2",
                         "--structure", "norm=pre,activation=silu"}));
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  CHECK(contains(scratch.fovea({"info", scratch.path("m")}).out,
                 "rotary positions, 2 heads share 1 set of keys and values, RMSNorm, SwiGLU"));
  const Run decoded = scratch.fovea(
      {"decode", "--model", scratch.path("m"), "--text", "the cat", "--max-tokens", "3"});
  INFO(decoded.err);
  CHECK(decoded.exitCode == 0);
}

TEST_CASE("a training with a softening logs the steps of both, and the model says how it was made",
          "[cli]") {
  const Scratch scratch;
  const Run run =
      scratch.fovea(training(scratch, {"--steps", "2", "--soften-steps", "3", "--soften-sentences",
                                       "5", "--peak-cap", "0.7", "--log", scratch.path("log")}));
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  CHECK(contains(run.out, "5 steps"));
  CHECK(lines(scratch.read("log")) == 1 + 5);
  const std::string model = scratch.read("m");
  for (const char* option : {R"(\"softenSteps\":3)", R"(\"softenSentencesPerStep\":5)",
                             R"(\"peakCap\":0.7)", R"(\"overlapWeight\":2.0)"})
    CHECK(contains(model, option));
  checkFails(scratch.fovea(training(scratch, {"--peak-cap", "1"})), 1,
             "peakCap is 1.0, but must be a number from 0.000001 to 0.999999");
}

TEST_CASE("the log has the norms of every part, and the measures where they were taken", "[cli]") {
  const Scratch scratch;
  const Run run = scratch.fovea(training(scratch, {"--size", "tiny", "--steps", "5", "--log",
                                                   scratch.path("log"), "--evaluate-every", "2"}));
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  const std::vector<std::vector<std::string>> rows = table(scratch.read("log"));
  REQUIRE(rows.size() == 6);
  CHECK(rows[0] ==
        std::vector<std::string>{"step", "masked_words", "references", "peak", "overlap", "rate",
                                 "gradient_norm", "tokens", "held_out_masked_words",
                                 "held_out_references", "references_right", "pairs_right",
                                 "gradient_embedding", "gradient_layers.0", "gradient_prediction",
                                 "update_embedding", "update_layers.0", "update_prediction"});
  for (std::size_t step = 1; step < rows.size(); ++step) {
    INFO("step " << step);
    REQUIRE(rows[step].size() == rows[0].size());
    const bool measured = step % 2 == 0 || step == 5;
    for (std::size_t column = 8; column < 12; ++column)
      CHECK(rows[step][column].empty() == !measured);
    double squares = 0;
    for (std::size_t column = 12; column < 15; ++column)
      squares += std::pow(std::stod(rows[step][column]), 2);
    CHECK(std::sqrt(squares) == Approx(std::stod(rows[step][6])).epsilon(1e-4));
  }
}

TEST_CASE("a size trains its model on its corpus, and options change it", "[cli]") {
  const Scratch scratch;
  const Run run = scratch.fovea({"train", "--size", "tiny", "--steps", "2", "--warmup", "1",
                                 "--pairs", "1", "--out", scratch.path("m")});
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  CHECK(contains(run.out, "held out: masked words "));
  const std::string info = scratch.fovea({"info", scratch.path("m")}).out;
  CHECK(contains(info, R"("hidden_size": 32)"));
  CHECK(contains(info, R"("sentencesPerStep":32)"));
  CHECK(contains(info, R"("warmupSteps":1)"));
  checkFails(scratch.fovea({"train", "--size", "huge", "--out", scratch.path("m")}), 1,
             "there is no training of size \"huge\"; the sizes are tiny, small, shipped");
}

TEST_CASE("a config changes what it names of a size", "[cli]") {
  const Scratch scratch;
  const std::string plan = scratch.write("p", R"({"model": {"intermediate_size": 40},
                                                  "training": {"steps": 1}})");
  REQUIRE(scratch
              .fovea({"train", "--size", "tiny", "--config", plan, "--pairs", "0", "--out",
                      scratch.path("m")})
              .exitCode == 0);
  const std::string info = scratch.fovea({"info", scratch.path("m")}).out;
  CHECK(contains(info, R"("intermediate_size": 40)"));
  CHECK(contains(info, R"("hidden_size": 32)"));
  CHECK(contains(info, R"("sentencesPerStep":32)"));
  CHECK(contains(info, R"("steps":1)"));
}

TEST_CASE("a training with a structure says it in the model, and goes on with it alone", "[cli]") {
  const Scratch scratch;
  const auto train = [&](const std::string& structure, std::vector<std::string> more) {
    more.insert(more.begin(), {"--size", "tiny", "--steps", "4", "--structure", structure});
    return scratch.fovea(training(scratch, more));
  };
  const std::string structure = "positions=off,norm=pre,residual=0.5";
  REQUIRE(
      train(structure, {"--checkpoint", scratch.path("c"), "--checkpoint-every", "3"}).exitCode ==
      0);
  const std::string whole = scratch.read("m");
  const std::string info = scratch.fovea({"info", scratch.path("m")}).out;
  CHECK(contains(info, R"("position_embedding_type": "none")"));
  CHECK(contains(info, R"("norm_order": "pre")"));
  CHECK(contains(info, "structure: positions=off,norm=pre"));
  CHECK(contains(info, "residual=0.5"));
  REQUIRE(train(structure, {"--resume", scratch.path("c")}).exitCode == 0);
  CHECK(scratch.read("m") == whole);
  checkFails(train("positions=off,norm=pre", {"--resume", scratch.path("c")}), 1,
             "its structure is \"" + structure + "\" instead of \"positions=off,norm=pre\"");
  checkFails(train("softmax=columns", {}), 1, "softmax=columns runs forward only");
  checkFails(train("residual", {}), 1, "\"residual\" has no value");

  REQUIRE(train("positions=off", {}).exitCode == 0);
  CHECK_FALSE(contains(scratch.fovea({"info", scratch.path("m")}).out, "structure:"));
}

TEST_CASE("a training ends with the measures that eval prints", "[cli][long]") {
  const Scratch scratch;
  std::vector<std::string> arguments =
      training(scratch, {"--steps", "1", "--dtype", "f32", "--name", "m"});
  *std::find(arguments.begin(), arguments.end(), "0") = "2";
  const Run trained = scratch.fovea(arguments);
  INFO(trained.err);
  REQUIRE(trained.exitCode == 0);
  const Run measured = scratch.fovea({"eval", scratch.path("m"), "--pairs", "2"});
  REQUIRE(measured.exitCode == 0);
  CHECK(lines(measured.out) > 10);
  CHECK(contains(trained.out, measured.out));
}

TEST_CASE("a training that could not be kept does not begin", "[cli]") {
  const Scratch scratch;
  const std::string nowhere = scratch.path("no/such/directory");
  checkFails(scratch.fovea({"train", "--out", nowhere}), 1, "No such file or directory");
  checkFails(scratch.fovea({"train", "--out", scratch.path("")}), 1, "this is a directory");
  checkFails(scratch.fovea({"train", "--out", scratch.path("m"), "--checkpoint", nowhere}), 1,
             "No such file or directory");
  CHECK(scratch.names().empty());
  const std::string config = scratch.write("plan.json", R"({"model": 3, "training": {}})");
  checkFails(scratch.fovea({"train", "--out", scratch.path("m"), "--config", config}), 1,
             R"(plan.json: expected {"model": {…}, "training": {…}})");
}

TEST_CASE("a log that cannot be written is reported after the model", "[cli]") {
  const Scratch scratch;
  const std::string task = GENERATE("", "rewrite", "pictures", "recurrent");
  INFO(task);
  std::vector<std::string> more{"--steps", "1", "--log", "/dev/full", "--evaluate-every", "0"};
  if (!task.empty()) more.insert(more.end(), {"--size", "tiny", taskOption(task), task});
  const Run run = scratch.fovea(training(scratch, more));
  CHECK(run.exitCode == 1);
  CHECK(contains(run.err, "/dev/full: some of its lines could not be written"));
  const Run read = task == "recurrent" ? scratch.fovea({"eval", scratch.path("m"), "--pairs", "1"})
                                       : scratch.fovea({"info", scratch.path("m")});
  CHECK(read.exitCode == 0);
}

TEST_CASE("a training that diverges ends, and leaves the last good checkpoint", "[cli][thorough]") {
  const Scratch scratch;
  const std::string task = GENERATE("", "next-word", "pictures", "recurrent");
  INFO(task);
  std::vector<std::string> more{"--steps", "30", "--rate", "1e30", "--warmup", "0"};
  if (!task.empty()) more.insert(more.end(), {"--size", "tiny", taskOption(task), task});
  const auto diverges = [&](const Run& run, const std::string& left) {
    checkFails(run, 1,
               "its numbers are no longer finite; try a lower --rate or "
               "a longer --warmup" +
                   left);
  };
  diverges(scratch.fovea(training(scratch, more)), ". No checkpoint was saved");
  CHECK(scratch.names().empty());

  const std::string path = scratch.path("c");
  more.insert(more.end(), {"--checkpoint", path, "--checkpoint-every", "1"});
  const Run run = scratch.fovea(training(scratch, more));
  diverges(run, ". " + path + " still holds step ");
  const int step = stepOf(run.err, "still holds step ");
  CHECK(scratch.names() == std::set<std::string>{"c"});
  more.insert(more.end(), {"--resume", path, "--log", scratch.path("log")});
  diverges(scratch.fovea(training(scratch, more)), ". " + path);
  CHECK(table(scratch.read("log")).at(1).at(0) == std::to_string(step + 1));
}

TEST_CASE("a recurrent network's log has its losses, measures and parts, but none of attention",
          "[cli]") {
  const Scratch scratch;
  const Run run =
      scratch.fovea(training(scratch, {"--network", "recurrent", "--size", "tiny", "--steps", "3",
                                       "--log", scratch.path("log"), "--evaluate-every", "2"}));
  INFO(run.err);
  REQUIRE(run.exitCode == 0);
  const std::string log = scratch.read("log");
  CHECK(log.substr(0, log.find('\n')) ==
        "step,masked_words,references,rate,gradient_norm,tokens,held_out_masked_words,"
        "held_out_references,references_right,pairs_right,gradient_embedding,gradient_layers.0,"
        "gradient_prediction,update_embedding,update_layers.0,update_prediction");
  const std::vector<std::vector<std::string>> rows = table(log);
  REQUIRE(rows.size() == 4);
  for (std::size_t step = 1; step <= 3; ++step) {
    REQUIRE(rows[step].size() == 16);
    CHECK(rows[step][0] == std::to_string(step));
    for (std::size_t column = 6; column < 10; ++column)
      CHECK(rows[step][column].empty() == (step == 1));
  }
}

TEST_CASE("options of the softening are refused where nothing is softened", "[cli]") {
  const Scratch scratch;
  const auto refuses = [&](std::vector<std::string> more, const std::string& message) {
    more.insert(more.end(), {"--size", "tiny", "--steps", "1"});
    checkFails(scratch.fovea(training(scratch, more)), 2, message);
    CHECK_FALSE(scratch.names().count("m"));
  };
  const std::string why =
      ": only training on masked words and references can be softened; leave out this option or "
      "--task";
  refuses({"--task", "rewrite", "--soften-steps", "5"}, "--soften-steps" + why);
  refuses({"--task", "next-word", "--peak-cap", "0.5"}, "--peak-cap" + why);
  refuses({"--task", "pictures", "--overlap-weight", "1"}, "--overlap-weight" + why);
  refuses({"--network", "recurrent", "--soften-rate", "0.1"},
          "--soften-rate: a recurrent network has no attention to soften");
  const std::string plan = scratch.write("p", R"({"model": {}, "training": {"softenSteps": 3}})");
  for (const char* task : {"rewrite", "pictures"})
    checkFails(scratch.fovea(training(
                   scratch, {"--size", "tiny", "--task", task, "--steps", "1", "--config", plan})),
               1, "softenSteps is 3, but must be 0");
}

TEST_CASE("sizes that cannot be trained are refused before anything is built", "[cli]") {
  const Scratch scratch;
  const auto refuses = [&](const std::vector<std::string>& more, const std::string& message) {
    std::vector<std::string> arguments{"train", "--out", scratch.path("m")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    checkFails(scratch.fovea(arguments), 1, message);
    CHECK(scratch.names().empty());
  };
  refuses({"--layers", "1000000"}, "num_hidden_layers is 1000000, but must be from 1 to 1024");
  refuses({"--d-model", "2147483647"}, "hidden_size is 2147483647, but must be from 1 to 65536");
  refuses({"--d-model", "20000"}, "intermediate_size is 80000, but must be from 1 to 65536");
  refuses({"--heads", "3"}, "num_attention_heads is 3, but must be a divisor of hidden_size, 128");
  refuses({"--d-model", "16000", "--layers", "1000"}, "but this machine has");
}

TEST_CASE("a step of too many sentences is refused", "[cli]") {
  const Scratch scratch;
  const std::string plan =
      scratch.write("p", R"({"model": {}, "training": {"sentencesPerStep": 2000000000}})");
  checkFails(scratch.fovea(training(scratch, {"--config", plan})), 1,
             "sentencesPerStep is 2000000000, but must be a whole number from 1 to 65536");
}

TEST_CASE("the log holds every step that a checkpoint does", "[cli]") {
  const Scratch scratch;
  // The program waits for a reader before it writes its checkpoint.
  const std::string checkpoint = scratch.path("pipe");
  REQUIRE(mkfifo(checkpoint.c_str(), 0600) == 0);
  Process process(scratch,
                  training(scratch, {"--steps", "3", "--log", scratch.path("log"), "--checkpoint",
                                     checkpoint, "--checkpoint-every", "2"}));
  std::ifstream reader(checkpoint, std::ios::binary);
  CHECK(lines(scratch.read("log")) == 1 + 2);
  std::ostringstream() << reader.rdbuf();
  CHECK(process.wait().exitCode == 0);
  CHECK(lines(scratch.read("log")) == 1 + 3);
}

TEST_CASE("a training ended by SIGTERM says so by its exit code", "[cli]") {
  const Scratch scratch;
  const auto [signal, code] = GENERATE(std::pair{SIGTERM, 143}, std::pair{SIGINT, 130});
  std::vector<std::string> more{"--size",
                                "tiny",
                                "--steps",
                                "100000",
                                "--checkpoint",
                                scratch.path("c"),
                                "--checkpoint-every",
                                "1"};
  const std::string task = GENERATE("", "next-word", "recurrent");
  if (!task.empty()) more.insert(more.end(), {taskOption(task), task});
  Process process(scratch, training(scratch, more));
  CHECK(waitFor([&] { return std::filesystem::exists(scratch.path("c")); }));
  process.interrupt(signal);
  const Run run = process.wait();
  INFO(run.err);
  CHECK(run.exitCode == code);
  CHECK(contains(run.err, "--resume " + scratch.path("c")));
}

TEST_CASE("an interrupted training saves its state and says how to go on", "[cli][thorough]") {
  const Scratch scratch;
  const std::vector<std::string> common{"--size", "tiny",  "--steps",
                                        "100000", "--log", scratch.path("log")};
  const auto start = [&](std::vector<std::string> more) {
    more.insert(more.begin(), common.begin(), common.end());
    return Process(scratch, training(scratch, more));
  };
  Process first = start({"--checkpoint", scratch.path("c"), "--checkpoint-every", "1"});
  CHECK(waitFor([&] { return std::filesystem::exists(scratch.path("c")); }));
  first.interrupt();
  const Run interrupted = first.wait();
  INFO(interrupted.err);
  CHECK(interrupted.exitCode == 130);
  CHECK(contains(interrupted.err, "run the same command with --resume " + scratch.path("c")));
  const int step = stepOf(interrupted.err);
  CHECK(lines(scratch.read("log")) == 1 + step);
  CHECK_FALSE(std::filesystem::exists(scratch.path("m")));

  Process second = start({"--resume", scratch.path("c")});
  CHECK(waitFor([&] { return contains(second.err(), "tokens/s"); }));
  second.interrupt();
  const Run again = second.wait();
  INFO(again.err);
  CHECK(again.exitCode == 130);
  CHECK(contains(again.err, "--resume " + scratch.path("m.checkpoint")));
  CHECK(stepOf(again.err) > step);
  CHECK(lines(scratch.read("log")) == 1 + stepOf(again.err));
}

TEST_CASE("a model that was trained in a structure of its own runs in it, and is not measured else",
          "[cli][thorough]") {
  const Scratch scratch;
  const Run made =
      scratch.fovea(training(scratch, {"--steps", "1", "--structure", "residual=off"}));
  INFO(made.err);
  REQUIRE(made.exitCode == 0);
  const std::string model = scratch.path("m");
  CHECK(contains(scratch.fovea({"info", model}).out, "structure   "));

  const auto encoded = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"encode", "--model", model, "--text", "it was tired", "--json"});
    return scratch.fovea(more);
  };
  const Run own = encoded({});
  CHECK(own.exitCode == 0);
  CHECK(contains(own.err, "as the file says the model was trained"));
  CHECK(own.out == encoded({"--structure", "residual=off"}).out);
  CHECK(!contains(encoded({"--structure", "residual=1"}).err, "as the file says"));

  checkFails(scratch.fovea({"eval", model}), 1, "was trained with the structure");
}
