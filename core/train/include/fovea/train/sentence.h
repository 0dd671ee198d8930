#pragma once

#include <string>
#include <vector>

namespace fovea {

/// A pronoun and what it stands for; the numbers are places in Sentence::words.
struct Coreference {
  std::size_t pronoun;
  std::size_t antecedent;
  std::vector<std::size_t> candidates;  ///< what it could stand for, the antecedent among them
};

/// A place in the sentence that its template named: "n1", "verb", "adj", …
struct NamedWord {
  std::string name;
  std::size_t position;
};

/// A generated sentence with what its grammar knows about it.
struct Sentence {
  std::string kind;  ///< scene | wish | so | echo | reference | general | kind | young
  std::vector<std::string> words;  ///< lower case, punctuation apart
  std::vector<Coreference> coreferences;
  std::vector<NamedWord> names;

  /// The words with spaces between, none before a full stop or question mark.
  std::string text() const;
  /// The place of a named word, words.size() where the template names none so.
  std::size_t position(const std::string& name) const;
};

}  // namespace fovea
