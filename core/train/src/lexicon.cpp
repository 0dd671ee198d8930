#include "fovea/train/lexicon.h"

#include <algorithm>

#include "fovea/error.h"
#include "text_lines.h"

namespace fovea {
namespace {

bool endsWith(const std::string& word, const std::string& end) {
  return word.size() >= end.size() && word.compare(word.size() - end.size(), end.size(), end) == 0;
}

bool isVowel(char c) { return std::string("aeiou").find(c) != std::string::npos; }

bool endsInConsonantY(const std::string& word) {
  return word.size() > 1 && word.back() == 'y' && !isVowel(word[word.size() - 2]);
}

// Plurals (cats, boxes, puppies) and the third person (walks, watches, hurries).
std::string withS(const std::string& word) {
  if (endsInConsonantY(word)) return word.substr(0, word.size() - 1) + "ies";
  for (const char* sibilant : {"s", "x", "ch", "sh", "z"})
    if (endsWith(word, sibilant)) return word + "es";
  if (endsWith(word, "tomato") || endsWith(word, "potato") || word == "go" || word == "do")
    return word + "es";
  return word + "s";
}

// Adds "ed", "er" or "est": walked, chased, hurried; bigger, nicest, happier.
std::string withEnding(const std::string& word, const std::string& ending, bool doubling) {
  if (word.back() == 'e') return word + ending.substr(1);
  if (endsInConsonantY(word)) return word.substr(0, word.size() - 1) + "i" + ending;
  return (doubling ? word + word.back() : word) + ending;
}

std::string gerund(const std::string& verb, bool doubling) {
  if (endsWith(verb, "ie")) return verb.substr(0, verb.size() - 2) + "ying";
  if (verb.back() == 'e' && !endsWith(verb, "ee")) return verb.substr(0, verb.size() - 1) + "ing";
  return (doubling ? verb + verb.back() : verb) + "ing";
}

std::string regular(const std::string& word, WordForm form, bool doubling) {
  switch (form) {
    case WordForm::kBase:
      return word;
    case WordForm::kPlural:
    case WordForm::kThirdPerson:
      return withS(word);
    case WordForm::kPast:
    case WordForm::kParticiple:
      return withEnding(word, "ed", doubling);
    case WordForm::kGerund:
      return gerund(word, doubling);
    case WordForm::kComparative:
      return withEnding(word, "er", doubling);
    case WordForm::kSuperlative:
      return withEnding(word, "est", doubling);
  }
  return word;
}

}  // namespace

Lexicon::Lexicon(const std::string& text) {
  std::string section;
  for (const std::string& line : dataLines(text)) {
    if (line.front() == '[') {
      section = line.substr(1, line.find(']') - 1);
      continue;
    }
    readEntry(section, line);
  }
  // Only after all lines are read: irregular plurals may follow their nouns.
  const std::size_t singulars = contentWords_.size();
  for (std::size_t i = 0; i < singulars; ++i) {
    if (contentWords_[i].noun)
      contentIndex_.emplace(inflect(contentWords_[i].lemma, WordForm::kPlural),
                            static_cast<int>(i));
  }
}

void Lexicon::readEntry(const std::string& section, const std::string& line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string::npos) failAtLine("lexicon", line, "no colon");
  const std::string name = line.substr(0, colon);
  const std::string values = line.substr(colon + 1);
  const std::vector<std::string> words = splitWords(values);
  if (words.empty()) failAtLine("lexicon", line, "no words after the colon");
  if (section == "plurals") {
    irregular_[WordForm::kPlural][name] = words.front();
  } else if (section == "third") {
    irregular_[WordForm::kThirdPerson][name] = words.front();
  } else if (section == "past") {
    irregular_[WordForm::kPast][name] = words.front();
    irregular_[WordForm::kParticiple][name] = words.back();
  } else if (section == "degrees") {
    irregular_[WordForm::kComparative][name] = words.front();
    irregular_[WordForm::kSuperlative][name] = words.back();
  } else if (section == "doubling") {
    for (const std::string& verb : words) doubling_[verb] = true;
  } else {
    categories_[name] = resolve(values);
    for (const std::string& word : categories_[name])
      if (section == "nouns" || section == "adjectives") addContent(word, section == "nouns");
  }
}

void Lexicon::addContent(const std::string& word, bool noun) {
  if (word.find(' ') != std::string::npos) return;
  const auto added = contentIndex_.emplace(word, static_cast<int>(contentWords_.size()));
  if (added.second) contentWords_.push_back({word, noun});
}

const std::vector<std::string>& Lexicon::category(const std::string& name) const {
  const auto it = categories_.find(name);
  if (it == categories_.end())
    refuse(ErrorCode::kInvalidInput, "the lexicon has no category " + name);
  return it->second;
}

std::vector<std::string> Lexicon::resolve(const std::string& values) const {
  std::vector<std::string> words;
  const auto add = [&](const std::string& word) {
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  };
  for (const std::string& value : splitWords(values))
    for (const std::string& phrase : phrases(value)) add(phrase);
  return words;
}

std::vector<std::string> Lexicon::phrases(const std::string& value) const {
  const std::size_t at = value.find('@');
  if (at == std::string::npos) return {withSpaces(value)};
  const std::size_t dot = std::min(value.find(".s", at), value.size());
  const WordForm form = dot < value.size() ? WordForm::kPlural : WordForm::kBase;
  std::vector<std::string> phrases;
  for (const std::string& word : category(value.substr(at + 1, dot - at - 1)))
    phrases.push_back(withSpaces(value.substr(0, at)) + inflect(word, form));
  return phrases;
}

std::string Lexicon::inflect(const std::string& phrase, WordForm form) const {
  if (form == WordForm::kBase) return phrase;
  const std::size_t space = std::min(phrase.find(' '), phrase.size());
  const std::string word = phrase.substr(0, space);
  const std::string rest = phrase.substr(space);
  const auto words = irregular_.find(form);
  if (words != irregular_.end()) {
    const auto it = words->second.find(word);
    if (it != words->second.end()) return it->second + rest;
  }
  return regular(word, form, doubling_.count(word) > 0) + rest;
}

int Lexicon::contentIndex(const std::string& word) const {
  const auto it = contentIndex_.find(word);
  return it == contentIndex_.end() ? -1 : it->second;
}

}  // namespace fovea
