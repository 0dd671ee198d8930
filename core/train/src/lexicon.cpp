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

// cats, boxes, puppies; also walks, watches, hurries
std::string withS(const std::string& word) {
  if (endsInConsonantY(word)) return word.substr(0, word.size() - 1) + "ies";
  for (const char* sibilant : {"s", "x", "ch", "sh", "z"})
    if (endsWith(word, sibilant)) return word + "es";
  if (endsWith(word, "tomato") || endsWith(word, "potato") || word == "go" || word == "do")
    return word + "es";
  return word + "s";
}

std::string regularPast(const std::string& verb, bool doubling) {
  if (verb.back() == 'e') return verb + "d";
  if (endsInConsonantY(verb)) return verb.substr(0, verb.size() - 1) + "ied";
  return (doubling ? verb + verb.back() : verb) + "ed";
}

std::string gerund(const std::string& verb, bool doubling) {
  if (verb == "lie") return "lying";
  if (verb.back() == 'e' && !endsWith(verb, "ee")) return verb.substr(0, verb.size() - 1) + "ing";
  return (doubling ? verb + verb.back() : verb) + "ing";
}

std::string found(const std::unordered_map<std::string, std::string>& words,
                  const std::string& word) {
  const auto it = words.find(word);
  return it == words.end() ? std::string() : it->second;
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
  // Plurals come last in the file, so that the nouns they belong to are known.
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
    plurals_[name] = words.front();
  } else if (section == "past") {
    pasts_[name] = words.front();
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
    throw ModelError(ErrorCode::kInvalidInput, "the lexicon has no category " + name);
  return it->second;
}

std::vector<std::string> Lexicon::resolve(const std::string& values) const {
  std::vector<std::string> words;
  const auto add = [&](const std::string& word) {
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  };
  for (const std::string& value : splitWords(values)) {
    if (value.front() != '@') {
      add(withSpaces(value));
    } else {
      for (const std::string& word : category(value.substr(1))) add(word);
    }
  }
  return words;
}

std::string Lexicon::inflect(const std::string& phrase, WordForm form) const {
  if (form == WordForm::kBase) return phrase;
  const std::size_t space = std::min(phrase.find(' '), phrase.size());
  const std::string word = phrase.substr(0, space);
  const std::string rest = phrase.substr(space);
  const bool doubling = doubling_.count(word) > 0;
  std::string inflected;
  if (form == WordForm::kPlural) inflected = found(plurals_, word);
  if (form == WordForm::kPast) inflected = found(pasts_, word);
  if (form == WordForm::kGerund) inflected = gerund(word, doubling);
  if (inflected.empty())
    inflected = form == WordForm::kPast ? regularPast(word, doubling) : withS(word);
  return inflected + rest;
}

int Lexicon::contentIndex(const std::string& word) const {
  const auto it = contentIndex_.find(word);
  return it == contentIndex_.end() ? -1 : it->second;
}

}  // namespace fovea
