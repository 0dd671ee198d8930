#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace fovea {

/// The forms that a template can ask of a word: cat, cats; eat, eats, ate, eaten, eating; big,
/// bigger, biggest.
enum class WordForm {
  kBase,
  kPlural,
  kThirdPerson,
  kPast,
  kParticiple,
  kGerund,
  kComparative,
  kSuperlative,
};

/// A noun or adjective. Pairs of two nouns, or of a noun and an adjective, can be held out.
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
  /// The words and phrases that "big @color the_@pet my_@pet.s" means: big, red, blue, …, the cat,
  /// …, my cats, ….
  std::vector<std::string> resolve(const std::string& values) const;

  /// Inflects the first word of a phrase; the others stay: "eat the cake" → "ate the cake".
  std::string inflect(const std::string& phrase, WordForm form) const;

  const std::vector<ContentWord>& contentWords() const { return contentWords_; }
  /// Index into contentWords() of a word in singular or plural, −1 where it is not one.
  int contentIndex(const std::string& word) const;

 private:
  void readEntry(const std::string& section, const std::string& line);
  void addContent(const std::string& word, bool noun);
  std::vector<std::string> phrases(const std::string& value) const;

  std::unordered_map<std::string, std::vector<std::string>> categories_;
  std::map<WordForm, std::unordered_map<std::string, std::string>> irregular_;
  std::unordered_map<std::string, bool> doubling_;
  std::vector<ContentWord> contentWords_;
  std::unordered_map<std::string, int> contentIndex_;
};

}  // namespace fovea
