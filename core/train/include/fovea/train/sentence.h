#pragma once

#include <string>
#include <vector>

namespace fovea {

/// A pronoun and what it stands for, as indices into Sentence::words.
struct Coreference {
  std::size_t pronoun;
  std::size_t antecedent;
  std::vector<std::size_t> candidates;  ///< what it could stand for, the antecedent among them
};

/// The index of a word that its template named: "n1", "verb", "adj", …
struct NamedWord {
  std::string name;
  std::size_t position;
};

/// A generated sentence with the grammar's annotations.
struct Sentence {
  std::string
      kind;  ///< scene | wish | so | echo | reference | general | kind | young | everyday | state
  std::vector<std::string> words;  ///< lower case, punctuation apart
  std::vector<Coreference> coreferences;
  std::vector<NamedWord> names;

  /// The words joined by spaces, with no space before . , ? and !
  std::string text() const;
  /// The index of the word with that name, or words.size() if there is none.
  std::size_t position(const std::string& name) const;
};

}  // namespace fovea
