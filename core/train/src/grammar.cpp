#include "fovea/train/grammar.h"

#include "expansion.h"
#include "fovea/error.h"
#include "template_parser.h"
#include "text_lines.h"

namespace fovea {

std::vector<WordTable> readTables(const std::string& text, const Lexicon& lexicon) {
  std::vector<WordTable> tables;
  for (const std::string& line : dataLines(text)) {
    const std::vector<std::string> words = splitWords(line);
    if (line.front() != ' ') {
      if (words.size() != 3) failAtLine("tables", line, "expected a kind, a name and a weight");
      tables.push_back({words[1], positiveNumber<int>("tables", line, words[2]), {}});
    } else {
      if (tables.empty()) failAtLine("tables", line, "a field before any table");
      if (words.size() < 2) failAtLine("tables", line, "a field without values");
      const std::size_t values = line.find(words[0]) + words[0].size();
      tables.back().fields[words[0]] = lexicon.resolve(line.substr(values));
    }
  }
  return tables;
}

Grammar::Grammar(const std::string& text, const Lexicon& lexicon) : lexicon_(lexicon) {
  for (const std::string& line : dataLines(text)) readLine(line);
}

// "def name: …", "share kind percent" or "kind weight: …"
void Grammar::readLine(const std::string& line) {
  const std::size_t colon = line.find(':');
  const std::vector<std::string> head = splitWords(line.substr(0, colon));
  if (colon == std::string::npos && head.size() == 3 && head[0] == "share") {
    shares_.push_back({head[1], positiveNumber<double>("templates", line, head[2])});
    return;
  }
  if (colon == std::string::npos || head.size() != 2)
    failAtLine("templates", line, "expected a head and a colon, or share, a kind and a number");
  TemplateNode node = parseTemplate(line.substr(colon + 1), lexicon_);
  if (head[0] == "def") {
    rules_[head[1]] = std::move(node);
  } else {
    TemplateNode& kind = templates_[head[0]];
    kind.kind = TemplateNode::Kind::kChoice;
    kind.alternatives.push_back(
        {{std::move(node)}, positiveNumber<int>("templates", line, head[1])});
  }
}

const TemplateNode& Grammar::rule(const std::string& name) const {
  const auto found = rules_.find(name);
  if (found == rules_.end())
    refuse(ErrorCode::kInvalidInput, "a template calls the unknown rule " + name);
  return found->second;
}

const std::string& Grammar::drawKind(Random& random) const {
  double total = 0;
  for (const Share& share : shares_) total += share.percent;
  double left = random.uniform() * total;
  for (const Share& share : shares_) {
    if (left < share.percent) return share.kind;
    left -= share.percent;
  }
  return shares_.back().kind;
}

Sentence Grammar::expand(const std::string& kind, Random& random,
                         const ExpansionContext& context) const {
  const auto it = templates_.find(kind);
  if (it == templates_.end())
    refuse(ErrorCode::kInvalidInput, "the grammar has no sentences of kind " + kind);
  return Expansion(*this, random, context).run(kind, it->second);
}

}  // namespace fovea
