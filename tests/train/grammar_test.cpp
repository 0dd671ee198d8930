#include "fovea/train/grammar.h"

#include <set>

#include "catch2.h"
#include "model_error.h"

using namespace fovea;
using namespace fovea::test;

namespace {

const Lexicon& barnyard() {
  static const Lexicon words(
      "[nouns]\npet: cat owl\nplace: barn\n[adjectives]\nmood: sad\n[verbs]\nmove: run\n"
      "[past]\nrun: ran\n");
  return words;
}

std::set<std::string> texts(const std::string& line, const ExpansionContext& context = {}) {
  const Grammar grammar("share general 1\ndef det: the | my\n" + line + "\n", barnyard());
  Random random(3);
  std::set<std::string> seen;
  for (int i = 0; i < 300; ++i) seen.insert(grammar.expand("general", random, context).text());
  return seen;
}

}  // namespace

TEST_CASE("Choices, rules, draws and forms make all the sentences there are") {
  CHECK(texts("general 1: (a *3 | ) sad") == std::set<std::string>{"a sad", "sad"});
  CHECK(texts("general 1: $det [place.s] .") == std::set<std::string>{"the barns.", "my barns."});
  CHECK(texts("general 1: [move.past] [move.ing]") == std::set<std::string>{"ran runing"});
}

TEST_CASE("An article becomes an before a vowel") {
  CHECK(texts("general 1: a [pet]") == std::set<std::string>{"a cat", "an owl"});
  CHECK(texts("general 1: a (hour | university | uncle)") ==
        std::set<std::string>{"an hour", "a university", "an uncle"});
}

TEST_CASE("A name repeats its word, and no word is drawn twice") {
  CHECK(texts("general 1: [x:pet] is a [mood] [x]") ==
        std::set<std::string>{"cat is a sad cat", "owl is a sad owl"});
  CHECK(texts("general 1: [pet] saw [pet]") == std::set<std::string>{"cat saw owl", "owl saw cat"});
}

TEST_CASE("A pronoun knows its antecedent and candidates, also those that follow it") {
  const Grammar grammar("general 1: as <it y / x y z> was sad [x:pet] left the [y:place]\n",
                        barnyard());
  Random random(1);
  const Sentence sentence = grammar.expand("general", random);
  REQUIRE(sentence.coreferences.size() == 1);
  CHECK(sentence.coreferences[0].pronoun == 1);
  CHECK(sentence.coreferences[0].antecedent == 7);
  CHECK(sentence.coreferences[0].candidates == std::vector<std::size_t>{4, 7});
  CHECK(sentence.position("x") == 4);
  CHECK(sentence.position("nobody") == sentence.words.size());
}

TEST_CASE("Tables give the words of their fields, and ref the name asked for") {
  const std::vector<WordTable> tables =
      readTables("frame f 2\n  clause go\n  who @pet\n  mild calm\n", barnyard());
  REQUIRE(tables.size() == 1);
  CHECK(tables[0].weight == 2);
  CHECK(texts("def go: ran\ngeneral 1: [n:%who] $clause and [m:place] was [%adjective] [ref]",
              {&tables[0], "mild", "m"}) ==
        std::set<std::string>{"cat ran and barn was calm barn", "owl ran and barn was calm barn"});
}

TEST_CASE("A template that cannot be read is named in the error") {
  const auto read = [](const std::string& line) { Grammar(line, barnyard()); };
  checkError(ErrorCode::kInvalidInput, "bracket", [&] { read("general 1: (a | b\n"); });
  checkError(ErrorCode::kInvalidInput, "bracket", [&] { read("general 1: a ) b\n"); });
  checkError(ErrorCode::kInvalidInput, ".big", [&] { read("general 1: [pet.big]\n"); });
  checkError(ErrorCode::kInvalidInput, "pronoun", [&] { read("general 1: <it x>\n"); });
  checkError(ErrorCode::kInvalidInput, "colon", [&] { read("general 1 the cat\n"); });
  checkError(ErrorCode::kInvalidInput, "a head and a colon", [&] { read(": the cat\n"); });
  checkError(ErrorCode::kInvalidInput, "share, a kind and a number in the line: share general",
             [&] { read("share general\n"); });
  checkError(ErrorCode::kInvalidInput, "bracket is not closed", [&] { read("general 1: [pet\n"); });
  checkError(ErrorCode::kInvalidInput, "nothing to draw", [&] { read("general 1: [x:]\n"); });
}

TEST_CASE("A weight that is no number above 0 is named in the error") {
  const auto refused = [](const std::string& message, const std::string& line) {
    checkError(ErrorCode::kInvalidInput,
               message + " in the line: ", [&] { Grammar(line + "\n", barnyard()); });
  };
  refused("\"many\" is not a number above 0", "share general many");
  refused("\"5%\" is not a number above 0", "share general 5%");
  refused("\"-5.5\" is not a number above 0", "share general -5.5");
  refused("\"one\" is not a whole number above 0", "general one: the cat");
  refused("\"0\" is not a whole number above 0", "general 0: the cat");
  refused("\"2.5\" is not a whole number above 0", "general 1: (a *2.5 | b)");
  refused("\"\" is not a whole number above 0", "general 1: (a * | b)");
  checkError(ErrorCode::kInvalidInput, "\"x\" is not a whole number above 0 in the line: frame f x",
             [] { readTables("frame f x\n", barnyard()); });
  checkError(ErrorCode::kInvalidInput, "a field without values in the line:   who",
             [] { readTables("frame f 1\n  who\n", barnyard()); });
}

TEST_CASE("A template that asks for what is not there is refused with its name") {
  const std::vector<WordTable> tables = readTables("frame f 1\n  clause go\n", barnyard());
  const auto refused = [](const std::string& message, const std::string& line,
                          const ExpansionContext& context) {
    checkError(ErrorCode::kInvalidInput, message, [&] { texts(line, context); });
  };
  refused("the field clause in a sentence of the kind general", "general 1: $clause", {});
  refused("the field who in a sentence of the kind general", "general 1: [%who]", {});
  refused("the table f has no field who", "general 1: [%who]", {&tables[0], "", ""});
  refused("the unknown rule go", "general 1: $clause", {&tables[0], "", ""});
  refused("the unknown rule nothing", "general 1: $nothing", {});
  refused("a pronoun means the unknown name y", "general 1: [x:pet] saw <it y / x y>", {});
}
