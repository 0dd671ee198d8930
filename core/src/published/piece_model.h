#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "published/aligned_text.h"
#include "published/tokenizer_part.h"

namespace fovea::published {

/// A piece of a pre-token: its id, and which characters it covers.
struct Piece {
  std::int32_t id;
  std::size_t begin;
  std::size_t end;
};

/// Splits a pre-token into pieces of a vocabulary: WordPiece, BPE or Unigram.
class PieceModel {
 public:
  virtual ~PieceModel() = default;

  /// Adds the pieces of the text.
  virtual void split(const AlignedText& text, std::vector<Piece>& to) const = 0;

  /// The pieces by their ids, with "" for ids that have none.
  const std::vector<std::string>& pieces() const { return pieces_; }
  /// Whether pieces spell the spaces before words, where WordPiece marks what goes on them.
  virtual bool spellsSpaces() const { return true; }
  /// The id of what stands for unknown words, or −1.
  std::int32_t unknownId() const { return unknownId_; }

 protected:
  std::int32_t idOf(const std::string& piece) const {
    const auto found = ids_.find(piece);
    return found == ids_.end() ? -1 : found->second;
  }
  void add(const std::string& piece, std::int32_t id);
  /// Adds the pieces of the member `vocab`, an object from pieces to ids.
  void addVocabulary(const Json& model);
  /// Takes what stands for unknown words from the member `unk_token`.
  void readUnknown(const Json& model);

  std::vector<std::string> pieces_;
  std::unordered_map<std::string, std::int32_t> ids_;
  std::int32_t unknownId_ = -1;
};

/// From the member `model` of a tokenizer.json. Throws ModelError{kInvalidVocabulary}.
std::unique_ptr<PieceModel> makePieceModel(const Json& json);

/// One of them.
std::unique_ptr<PieceModel> makeWordPiece(const Json& json);
std::unique_ptr<PieceModel> makeBytePairs(const Json& json);
std::unique_ptr<PieceModel> makeUnigram(const Json& json);

}  // namespace fovea::published
