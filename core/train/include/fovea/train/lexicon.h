#pragma once

#include <string>
#include <unordered_map>
#include <vector>

namespace fovea {

/// The forms that a template can ask of a word: cat, cats; chase, chases, chased, chasing.
enum class WordForm { kBase, kPlural, kThirdPerson, kPast, kGerund };

/// A word whose company matters: two nouns, or a noun and an adjective, can be held out.
struct ContentWord {
  std::string lemma;  ///< singular
  bool noun;
};

/// Words by category and how they inflect, read from text (data/lexicon.txt says the format).
class Lexicon {
 public:
  /// Throws ModelError{kInvalidInput} that names the line.
  explicit Lexicon(const std::string& text);

  bool hasCategory(const std::string& name) const { return categories_.count(name) > 0; }
  /// Throws ModelError{kInvalidInput} where there is none of that name.
  const std::vector<std::string>& category(const std::string& name) const;
  /// The words that "big @color" means: big, red, blue, …
  std::vector<std::string> resolve(const std::string& values) const;

  /// Inflects the first word of a phrase; the others stay: "eat the cake" → "ate the cake".
  std::string inflect(const std::string& phrase, WordForm form) const;

  const std::vector<ContentWord>& contentWords() const { return contentWords_; }
  /// Index into contentWords() of a word in singular or plural, −1 where it is not one.
  int contentIndex(const std::string& word) const;

 private:
  void readEntry(const std::string& section, const std::string& line);
  void addContent(const std::string& word, bool noun);

  std::unordered_map<std::string, std::vector<std::string>> categories_;
  std::unordered_map<std::string, std::string> plurals_;
  std::unordered_map<std::string, std::string> pasts_;
  std::unordered_map<std::string, bool> doubling_;
  std::vector<ContentWord> contentWords_;
  std::unordered_map<std::string, int> contentIndex_;
};

}  // namespace fovea
