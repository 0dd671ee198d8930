#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace fovea {

/// A vocabulary: pieces in the order of their ids. WordPiece spells continuations "##…".
class Vocabulary {
 public:
  /// One piece per line. Throws ModelError{kInvalidVocabulary} if [UNK] is missing or a piece
  /// appears twice.
  explicit Vocabulary(const std::string& lines);
  /// The pieces of a tokenizer of another kind, "" for ids without one; the id of what stands for
  /// unknown words, or −1.
  Vocabulary(std::vector<std::string> pieces, std::int32_t unknownId);

  /// How many pieces there are.
  std::int32_t size() const { return static_cast<std::int32_t>(pieces_.size()); }
  /// The piece with this id, which must be below size().
  const std::string& piece(std::int32_t id) const { return pieces_[static_cast<std::size_t>(id)]; }
  /// The id of the piece, or −1 if it is not in the vocabulary.
  std::int32_t id(const std::string& piece) const;
  /// The id of [UNK], or of what another tokenizer has in its place; −1 for none.
  std::int32_t unknownId() const { return unknownId_; }
  /// The text from which the constructor makes this vocabulary.
  std::string lines() const;

 private:
  std::vector<std::string> pieces_;
  std::unordered_map<std::string, std::int32_t> ids_;
  std::int32_t unknownId_ = -1;
};

}  // namespace fovea
