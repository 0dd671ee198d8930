#include "token_option.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "text.h"

namespace fovea::cli {
namespace {

bool isNumber(const std::string& text) {
  return text.size() <= 9 && text.find_first_not_of("0123456789") == std::string::npos;
}

}  // namespace

Index findToken(const std::string& wanted, const Tokens& tokens) {
  const auto found = std::find_if(tokens.tokens.begin(), tokens.tokens.end(),
                                  [&](const Token& t) { return t.piece == wanted; });
  if (found != tokens.tokens.end()) return std::distance(tokens.tokens.begin(), found);
  if (isNumber(wanted) && std::stoul(wanted) < tokens.tokens.size()) return std::stol(wanted);
  throw std::runtime_error("--token " + printable(wanted) +
                           ": no such token; give a piece of the sentence or a number from 0 to " +
                           std::to_string(tokens.tokens.size() - 1) + "; " + kCounting);
}

}  // namespace fovea::cli
