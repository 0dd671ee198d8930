#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "fovea/random.h"
#include "fovea/train/lexicon.h"
#include "fovea/train/sentence.h"

namespace fovea {

/// One node of a compiled template (data/templates.txt says the notation).
struct TemplateNode {
  enum class Kind {
    kWord,     ///< text
    kDraw,     ///< a word of `words`, or of the table's field `text`, in `form`, named `name`
    kRepeat,   ///< the word named `text` again
    kPronoun,  ///< text, meaning `name`, with `words` the names of its candidates
    kRule,     ///< the rule `text`
    kClause,   ///< the rule that the table names
    kChoice,   ///< one of the alternatives
  };
  struct Alternative {
    std::vector<TemplateNode> nodes;
    int weight = 1;
  };

  Kind kind = Kind::kWord;
  std::string text;
  std::string name;
  std::vector<std::string> words;
  WordForm form = WordForm::kBase;
  bool field = false;
  std::vector<Alternative> alternatives;
};

/// A frame or a species: lists of words by field name, for templates that ask with `%field`.
struct WordTable {
  std::string name;
  int weight = 1;
  std::unordered_map<std::string, std::vector<std::string>> fields;

  bool has(const std::string& field) const { return fields.count(field) > 0; }
};

/// Reads "frame name weight" (or "species …") blocks of indented "field values" lines.
std::vector<WordTable> readTables(const std::string& text, const Lexicon& lexicon);

/// What a template needs besides the grammar.
struct ExpansionContext {
  const WordTable* table = nullptr;  ///< for `%field` and `$clause`
  std::string adjectives;            ///< the table's field that `%adjective` stands for
  /// The name that `ref` stands for: `%reason`, `%effect` and `%until` are of the subject for n1,
  /// else of the object.
  std::string referent;
};

/// The templates, grouped by kind, and the rules that they call.
class Grammar {
 public:
  /// Throws ModelError{kInvalidInput} that names the line.
  Grammar(const std::string& text, const Lexicon& lexicon);
  Grammar(const std::string& text, const Lexicon&& lexicon) = delete;  // it keeps a reference

  /// Draws a kind of sentence with the probabilities of the `share` lines.
  const std::string& drawKind(Random& random) const;

  /// Generates a sentence of the kind. The same random state gives the same sentence.
  Sentence expand(const std::string& kind, Random& random,
                  const ExpansionContext& context = {}) const;

  /// The words that templates are filled with.
  const Lexicon& lexicon() const { return lexicon_; }
  /// The rule of this name. Throws ModelError{kInvalidInput} if there is none.
  const TemplateNode& rule(const std::string& name) const;

 private:
  struct Share {
    std::string kind;
    double percent;
  };

  void readLine(const std::string& line);

  const Lexicon& lexicon_;
  std::vector<Share> shares_;
  std::unordered_map<std::string, TemplateNode> rules_;
  std::unordered_map<std::string, TemplateNode> templates_;  ///< by kind, one choice each
};

}  // namespace fovea
