#include "template_parser.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text_lines.h"

namespace fovea {
namespace {

using NodeKind = TemplateNode::Kind;

constexpr std::array<std::pair<const char*, WordForm>, 7> kForms = {
    {{"s", WordForm::kPlural},
     {"3", WordForm::kThirdPerson},
     {"past", WordForm::kPast},
     {"part", WordForm::kParticiple},
     {"ing", WordForm::kGerund},
     {"er", WordForm::kComparative},
     {"est", WordForm::kSuperlative}}};

// "( a|b )" → "(", "a", "|", "b", ")"; what stands in [ ] or < > stays one piece.
std::vector<std::string> piecesOf(const std::string& text) {
  std::vector<std::string> pieces;
  std::string piece;
  char closing = 0;
  const auto flush = [&] {
    if (!piece.empty()) pieces.push_back(piece);
    piece.clear();
  };
  for (const char c : text) {
    if (closing != 0) {
      piece += c;
      if (c == closing) closing = 0;
    } else if (c == ' ') {
      flush();
    } else if (c == '(' || c == ')' || c == '|') {
      flush();
      pieces.emplace_back(1, c);
    } else {
      if (c == '[') closing = ']';
      if (c == '<') closing = '>';
      piece += c;
    }
  }
  flush();
  return pieces;
}

class Parser {
 public:
  Parser(const std::string& text, const Lexicon& lexicon)
      : text_(text), lexicon_(lexicon), pieces_(piecesOf(text)) {}

  TemplateNode parse() {
    TemplateNode node = choice();
    if (next_ != pieces_.size()) fail("a closing bracket without an opening one");
    return node;
  }

 private:
  TemplateNode choice() {
    TemplateNode node;
    node.kind = NodeKind::kChoice;
    node.alternatives.emplace_back();
    for (; next_ < pieces_.size() && pieces_[next_] != ")"; ++next_) {
      const std::string& piece = pieces_[next_];
      TemplateNode::Alternative& last = node.alternatives.back();
      if (piece == "|") {
        node.alternatives.emplace_back();
      } else if (piece.front() == '*') {
        last.weight = positiveNumber<int>("templates", text_, piece.substr(1));
      } else {
        last.nodes.push_back(item(piece));
      }
    }
    return node;
  }

  TemplateNode item(const std::string& piece) {
    const char closing = piece.front() == '[' ? ']' : piece.front() == '<' ? '>' : piece.back();
    if (piece.back() != closing) fail("a bracket is not closed");
    switch (piece.front()) {
      case '(':
        return group();
      case '[':
        return slot(piece.substr(1, piece.size() - 2));
      case '<':
        return pronoun(piece.substr(1, piece.size() - 2));
      case '$':
        return rule(piece.substr(1));
      default: {
        TemplateNode node;
        node.text = piece;
        return node;
      }
    }
  }

  TemplateNode group() {
    ++next_;
    TemplateNode node = choice();
    if (next_ == pieces_.size()) fail("a bracket is not closed");
    return node;
  }

  static TemplateNode rule(const std::string& name) {
    TemplateNode node;
    node.kind = name == "clause" ? NodeKind::kClause : NodeKind::kRule;
    node.text = name;
    return node;
  }

  // it x / x y
  TemplateNode pronoun(const std::string& body) const {
    std::vector<std::string> parts = splitWords(body);
    if (parts.size() < 4 || parts[2] != "/")
      fail("a pronoun must be written <word meaning / candidates>");
    TemplateNode node;
    node.kind = NodeKind::kPronoun;
    node.text = parts[0];
    node.name = parts[1];
    node.words.assign(parts.begin() + 3, parts.end());
    return node;
  }

  // name:category+category.form, name:%field.form or a name alone
  TemplateNode slot(std::string body) const {
    TemplateNode node;
    node.kind = NodeKind::kDraw;
    node.form = takeForm(body);
    const std::size_t colon = body.find(':');
    if (colon != std::string::npos) {
      node.name = body.substr(0, colon);
      body = body.substr(colon + 1);
    }
    if (body.empty()) fail("brackets with nothing to draw from");
    node.text = body;
    node.field = body.front() == '%';
    if (node.field) {
      node.text = body.substr(1);
    } else if (body.find('+') == std::string::npos && !lexicon_.hasCategory(body)) {
      node.kind = NodeKind::kRepeat;
    } else {
      node.words = wordsOfAll(body);
    }
    return node;
  }

  std::vector<std::string> wordsOfAll(std::string categories) const {
    std::replace(categories.begin(), categories.end(), '+', ' ');
    std::string values;
    for (const std::string& category : splitWords(categories)) values += "@" + category + " ";
    return lexicon_.resolve(values);
  }

  WordForm takeForm(std::string& body) const {
    const std::size_t dot = body.find('.');
    if (dot == std::string::npos) return WordForm::kBase;
    const std::string form = body.substr(dot + 1);
    body.resize(dot);
    for (const auto& [name, value] : kForms)
      if (form == name) return value;
    fail("an unknown form ." + form);
  }

  [[noreturn]] void fail(const std::string& reason) const {
    failAtLine("templates", text_, reason);
  }

  const std::string& text_;
  const Lexicon& lexicon_;
  std::vector<std::string> pieces_;
  std::size_t next_ = 0;
};

}  // namespace

TemplateNode parseTemplate(const std::string& text, const Lexicon& lexicon) {
  return Parser(text, lexicon).parse();
}

}  // namespace fovea
