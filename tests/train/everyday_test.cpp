#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "catch2.h"
#include "fovea/train/corpus.h"
#include "shared_corpus.h"

using namespace fovea;

namespace {

/// How often each kind of sentence and each word turns up in training sentences.
struct Tally {
  std::map<std::string, int> kinds;
  std::map<std::string, int> words;
};

Tally tally(int sentences) {
  Tally counts;
  Random random(7);
  for (int i = 0; i < sentences; ++i) {
    const Sentence sentence = test::sharedCorpus().draw(random, Split::kTraining);
    ++counts.kinds[sentence.kind];
    for (const std::string& word : sentence.words) ++counts.words[word];
  }
  return counts;
}

std::string dataFile(const std::string& name) {
  std::ifstream stream(std::string(FOVEA_CORPUS_DATA) + "/" + name);
  REQUIRE(stream);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// The words of a lexicon's categories, read without the lexicon.
std::set<std::string> listedWords(const std::string& file) {
  const std::set<std::string> formSections = {"[plurals]", "[past]", "[third]", "[degrees]",
                                              "[doubling]"};
  std::istringstream stream(dataFile(file));
  std::set<std::string> words;
  bool category = false;
  for (std::string line; std::getline(stream, line);) {
    if (line.rfind('[', 0) == 0) category = formSections.count(line) == 0;
    const std::size_t colon = line.find(':');
    if (!category || colon == std::string::npos || line.front() == '#') continue;
    std::replace(line.begin(), line.end(), '_', ' ');
    std::istringstream values(line.substr(colon + 1));
    for (std::string word; values >> word;)
      if (word.front() != '@') words.insert(word);
  }
  return words;
}

// By verb, in the past: what deeds.txt lets it be said of.
std::map<std::string, std::set<std::string>> complementsByPast() {
  std::map<std::string, std::set<std::string>> complements;
  for (const WordTable& deed : readTables(dataFile("deeds.txt"), test::sharedCorpus().lexicon())) {
    const std::vector<std::string>& what = deed.fields.at("what");
    for (const std::string& verb : deed.fields.at("verb"))
      complements[test::sharedCorpus().lexicon().inflect(verb, WordForm::kPast)].insert(
          what.begin(), what.end());
  }
  return complements;
}

// The tables say "a apple", the sentences "an apple".
bool beginsWith(std::string text, std::string phrase) {
  for (std::string* words : {&text, &phrase})
    if (words->rfind("an ", 0) == 0) words->erase(1, 1);
  return text.rfind(phrase, 0) == 0;
}

}  // namespace

TEST_CASE("Every listed word turns up in training sentences, nine in ten of them often", "[long]") {
  Tally drawn = tally(200000);
  const std::set<std::string> listed = listedWords("everyday_words.txt");
  CHECK(listed.size() > 1000);
  std::size_t often = 0;
  for (const std::string& word : listed) {
    INFO(word);
    CHECK(drawn.words[word] >= 1);
    often += drawn.words[word] >= 10;
  }
  CHECK(often > listed.size() * 9 / 10);
}

TEST_CASE("A quarter of the sentences is everyday, references are the majority") {
  constexpr int kSentences = 20000;
  Tally drawn = tally(kSentences);
  const auto share = [&](const std::vector<std::string>& kinds) {
    double count = 0;
    for (const std::string& kind : kinds) count += drawn.kinds[kind];
    return count / kSentences;
  };
  CHECK(share({"everyday", "state"}) == Approx(0.25).margin(0.01));
  CHECK(share({"scene", "wish", "so", "echo", "reference"}) == Approx(0.55).margin(0.01));
  for (const char* word :
       {"hello",   "time",  "learning", "attention", "name",     "am",    "up",
        "i'm",     "don't", "it's",     "paris",     "computer", "model", "music",
        "monday",  "seven", "friend",   "school",    "goes",     "went",  "going",
        "written", "wrote", "children", "better",    "because",  "where"}) {
    INFO(word);
    CHECK(drawn.words[word] >= 5);
  }
}

TEST_CASE("What is baked, drunk, worn or translated makes sense") {
  const auto complements = complementsByPast();
  std::map<std::string, int> seen;
  Random random(7);
  for (int i = 0; i < 20000; ++i) {
    const std::string text =
        test::sharedCorpus().drawOfKind("everyday", random, Split::kTraining).text();
    for (const std::string verb : {"baked", "drank", "wore", "translated"}) {
      const std::size_t at = text.find(" " + verb + " ");
      if (at == std::string::npos) continue;
      INFO(text);
      const std::string rest = text.substr(at + verb.size() + 2);
      const std::set<std::string>& allowed = complements.at(verb);
      CHECK(std::any_of(allowed.begin(), allowed.end(),
                        [&](const std::string& what) { return beginsWith(rest, what); }));
      ++seen[verb];
    }
  }
  CHECK(seen.size() == 4);
}

TEST_CASE("Held-out everyday sentences hold a pair that no training sentence has") {
  Random random(8);
  for (int i = 0; i < 100; ++i) {
    const Sentence sentence = test::sharedCorpus().drawOfKind("everyday", random, Split::kHeldOut);
    INFO(sentence.text());
    CHECK(test::sharedCorpus().splits().holdsPair(sentence.words, Split::kHeldOut));
    CHECK_FALSE(test::sharedCorpus().splits().allowsTraining(sentence.words));
  }
}
