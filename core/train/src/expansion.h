#pragma once

#include <string>
#include <vector>

#include "fovea/train/grammar.h"

namespace fovea {

/// Expands one template: draws the words and records names and pronouns.
class Expansion {
 public:
  Expansion(const Grammar& grammar, Random& random, const ExpansionContext& context)
      : grammar_(grammar), random_(random), context_(context) {}

  Sentence run(const std::string& kind, const TemplateNode& start);

 private:
  struct Bound {
    std::string name;
    std::string phrase;  ///< before inflection
  };
  struct PendingPronoun {
    std::size_t position;
    const TemplateNode* node;
  };

  void visit(const TemplateNode& node);
  void choose(const TemplateNode& node);
  void draw(const TemplateNode& node);
  void repeat(const TemplateNode& node);
  void append(const std::string& phrase);
  const std::vector<std::string>& field(const std::string& name) const;
  const std::vector<std::string>& candidates(const TemplateNode& node) const;
  bool drawnBefore(const std::string& phrase) const;
  const std::string& meaning(const std::string& name) const;
  void resolvePronouns();
  void fixArticles();

  const Grammar& grammar_;
  Random& random_;
  const ExpansionContext& context_;
  Sentence sentence_;
  std::vector<Bound> bound_;
  std::vector<PendingPronoun> pronouns_;
};

}  // namespace fovea
