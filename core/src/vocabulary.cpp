#include "fovea/vocabulary.h"

#include <algorithm>
#include <utility>

#include "fovea/error.h"
#include "json_text.h"
#include "utf8.h"

namespace fovea {
namespace {

[[noreturn]] void refuse(std::size_t line, const std::string& message) {
  refuse(ErrorCode::kInvalidVocabulary,
         "vocabulary, line " + std::to_string(line) + ": " + message);
}

void checkPiece(std::size_t line, const std::string& piece) {
  if (piece.empty()) refuse(line, "the piece is empty");
  if (!isUtf8(piece)) refuse(line, "the piece is not UTF-8");
}

}  // namespace

Vocabulary::Vocabulary(const std::string& lines) {
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t newline = std::min(lines.find('\n', begin), lines.size());
    const bool carriageReturn = newline > begin && lines[newline - 1] == '\r';
    std::string piece = lines.substr(begin, newline - begin - (carriageReturn ? 1 : 0));
    checkPiece(pieces_.size() + 1, piece);
    const auto [known, isNew] = ids_.emplace(piece, size());
    if (!isNew)
      refuse(pieces_.size() + 1, "the piece " + inQuotes(piece) + " is already on line " +
                                     std::to_string(known->second + 1));
    pieces_.push_back(std::move(piece));
    begin = newline + 1;
  }
  unknownId_ = id("[UNK]");
  if (unknownId_ < 0)
    refuse(ErrorCode::kInvalidVocabulary,
           "the vocabulary has " + std::to_string(pieces_.size()) +
               " pieces, but not [UNK], which stands for unknown words");
}

Vocabulary::Vocabulary(std::vector<std::string> pieces, std::int32_t unknownId)
    : pieces_(std::move(pieces)), unknownId_(unknownId) {
  for (std::size_t id = 0; id < pieces_.size(); ++id)
    if (!pieces_[id].empty()) ids_.emplace(pieces_[id], static_cast<std::int32_t>(id));
}

std::int32_t Vocabulary::id(const std::string& piece) const {
  const auto found = ids_.find(piece);
  return found == ids_.end() ? -1 : found->second;
}

std::string Vocabulary::lines() const {
  std::string lines;
  for (const std::string& piece : pieces_) lines += piece + '\n';
  return lines;
}

}  // namespace fovea
