#include "expansion.h"

#include <algorithm>

#include "draw_from.h"
#include "fovea/error.h"

namespace fovea {
namespace {

constexpr int kDrawAttempts = 20;

// The sound decides, not the letter: an hour, a university.
bool beginsWithVowelSound(const std::string& word) {
  for (const char* silent : {"hour", "honest"})
    if (word.rfind(silent, 0) == 0) return true;
  for (const char* consonant : {"uni", "use", "usual", "euro", "one"})
    if (word.rfind(consonant, 0) == 0) return false;
  return std::string("aeiou").find(word[0]) != std::string::npos;
}

}  // namespace

Sentence Expansion::run(const std::string& kind, const TemplateNode& start) {
  sentence_.kind = kind;
  visit(start);
  resolvePronouns();
  fixArticles();
  return std::move(sentence_);
}

void Expansion::visit(const TemplateNode& node) {
  using Kind = TemplateNode::Kind;
  switch (node.kind) {
    case Kind::kWord:
      sentence_.words.push_back(node.text);
      break;
    case Kind::kDraw:
      draw(node);
      break;
    case Kind::kRepeat:
      repeat(node);
      break;
    case Kind::kPronoun:
      pronouns_.push_back({sentence_.words.size(), &node});
      sentence_.words.push_back(node.text);
      break;
    case Kind::kRule:
      visit(grammar_.rule(node.text));
      break;
    case Kind::kClause:
      visit(grammar_.rule(field("clause").front()));
      break;
    case Kind::kChoice:
      choose(node);
      break;
  }
}

void Expansion::choose(const TemplateNode& node) {
  const TemplateNode::Alternative& alternative = node.alternatives.size() == 1
                                                     ? node.alternatives.front()
                                                     : drawWeighted(node.alternatives, random_);
  for (const TemplateNode& child : alternative.nodes) visit(child);
}

const std::vector<std::string>& Expansion::field(const std::string& name) const {
  if (context_.table == nullptr)
    refuse(ErrorCode::kInvalidInput, "a template asks for the field " + name +
                                         " in a sentence of the kind " + sentence_.kind +
                                         ", which has no table");
  const auto it = context_.table->fields.find(name);
  if (it == context_.table->fields.end())
    refuse(ErrorCode::kInvalidInput, "the table " + context_.table->name + " has no field " + name);
  return it->second;
}

const std::vector<std::string>& Expansion::candidates(const TemplateNode& node) const {
  if (!node.field) return node.words;
  if (node.text == "adjective") return field(context_.adjectives);
  for (const char* follows : {"reason", "effect", "until"})
    if (node.text == follows)
      return field(node.text + (context_.referent == "n1" ? "_subject" : "_object"));
  return field(node.text);
}

bool Expansion::drawnBefore(const std::string& phrase) const {
  return std::any_of(bound_.begin(), bound_.end(),
                     [&](const Bound& b) { return b.phrase == phrase; });
}

void Expansion::draw(const TemplateNode& node) {
  const std::vector<std::string>& words = candidates(node);
  const std::string* phrase = &drawFrom(words, random_);
  for (int i = 1; i < kDrawAttempts && drawnBefore(*phrase); ++i)
    phrase = &drawFrom(words, random_);
  bound_.push_back({node.name, *phrase});
  if (!node.name.empty()) sentence_.names.push_back({node.name, sentence_.words.size()});
  append(grammar_.lexicon().inflect(*phrase, node.form));
}

const std::string& Expansion::meaning(const std::string& name) const {
  return name == "ref" ? context_.referent : name;
}

void Expansion::repeat(const TemplateNode& node) {
  const std::string& name = meaning(node.text);
  for (const Bound& bound : bound_) {
    if (bound.name == name) return append(grammar_.lexicon().inflect(bound.phrase, node.form));
  }
  refuse(ErrorCode::kInvalidInput, "a template repeats the unknown name " + node.text);
}

void Expansion::append(const std::string& phrase) {
  std::size_t begin = 0;
  while (begin < phrase.size()) {
    const std::size_t end = std::min(phrase.find(' ', begin), phrase.size());
    sentence_.words.push_back(phrase.substr(begin, end - begin));
    begin = end + 1;
  }
}

// Runs after the whole sentence is built, since a candidate may follow its pronoun.
void Expansion::resolvePronouns() {
  for (const PendingPronoun& pending : pronouns_) {
    const std::string& name = meaning(pending.node->name);
    Coreference reference{pending.position, sentence_.position(name), {}};
    if (reference.antecedent == sentence_.words.size())
      refuse(ErrorCode::kInvalidInput, "a pronoun means the unknown name " + name);
    for (const std::string& candidate : pending.node->words) {
      const std::size_t position = sentence_.position(candidate);
      if (position < sentence_.words.size()) reference.candidates.push_back(position);
    }
    sentence_.coreferences.push_back(std::move(reference));
  }
}

void Expansion::fixArticles() {
  for (std::size_t i = 0; i + 1 < sentence_.words.size(); ++i)
    if (sentence_.words[i] == "a" && beginsWithVowelSound(sentence_.words[i + 1]))
      sentence_.words[i] = "an";
}

}  // namespace fovea
