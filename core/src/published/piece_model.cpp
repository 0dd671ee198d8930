#include "published/piece_model.h"

namespace fovea::published {
namespace {

constexpr std::int32_t kMostPieces = 1 << 24;

// Greedy longest match, as in BERT.
class WordPiece : public PieceModel {
 public:
  explicit WordPiece(const Json& json) : prefix_(textOf(json, "continuing_subword_prefix", "##")) {
    addVocabulary(json);
    readUnknown(json);
    if (unknownId_ < 0) refuse(kTokenizerFile, "the vocabulary lacks its unk_token");
    if (memberOf(json, "max_input_chars_per_word") != nullptr)
      most_ = static_cast<std::size_t>(numberOf(json, "max_input_chars_per_word"));
    for (const std::string& piece : pieces_) longest_ = std::max(longest_, piece.size());
  }

  bool spellsSpaces() const override { return false; }

  void split(const AlignedText& text, std::vector<Piece>& to) const override {
    const std::size_t before = to.size();
    bool known = text.size() <= most_;
    for (std::size_t begin = 0; known && begin < text.size();) known = take(text, begin, to);
    if (known) return;
    to.resize(before);
    to.push_back({unknownId_, 0, text.size()});
  }

 private:
  bool take(const AlignedText& text, std::size_t& begin, std::vector<Piece>& to) const {
    std::string candidate = (begin == 0 ? "" : prefix_) + utf8Of(text, begin, text.size());
    for (std::size_t end = text.size(); end > begin; --end) {
      const std::int32_t id = candidate.size() <= longest_ ? idOf(candidate) : -1;
      if (id >= 0) {
        to.push_back({id, begin, end});
        begin = end;
        return true;
      }
      candidate.resize(candidate.size() - utf8Of(text, end - 1, end).size());
    }
    return false;
  }

  std::string prefix_;
  std::size_t most_ = 100;
  std::size_t longest_ = 0;  // in bytes
};

}  // namespace

void PieceModel::add(const std::string& piece, std::int32_t id) {
  if (id < 0 || id >= kMostPieces)
    refuse(kTokenizerFile, "the piece " + inQuotes(piece) + " has the id " + std::to_string(id) +
                               ", but ids must be from 0 to " + std::to_string(kMostPieces - 1));
  const auto at = static_cast<std::size_t>(id);
  if (at >= pieces_.size()) pieces_.resize(at + 1);
  pieces_[at] = piece;
  ids_[piece] = id;
}

void PieceModel::addVocabulary(const Json& model) {
  const Json* const vocabulary = memberOf(model, "vocab");
  if (vocabulary == nullptr || !vocabulary->is_object())
    refuse(kTokenizerFile, "the vocabulary must be an object from pieces to ids");
  for (const auto& [piece, id] : vocabulary->items()) {
    // Twice as many as there are pieces would be a mistake, and could ask for gigabytes.
    if (!id.is_number_unsigned() || id.get<std::uint64_t>() > 2 * vocabulary->size() + 1000)
      refuse(kTokenizerFile,
             "the piece " + inQuotes(piece) + " has the id " + shortText(id) +
                 ", but ids must be whole numbers, about as many as there are pieces");
    add(piece, id.get<std::int32_t>());
  }
}

void PieceModel::readUnknown(const Json& model) {
  const std::string unknown = textOf(model, "unk_token", "");
  if (!unknown.empty()) unknownId_ = idOf(unknown);
}

std::unique_ptr<PieceModel> makeWordPiece(const Json& json) {
  return std::make_unique<WordPiece>(json);
}

std::unique_ptr<PieceModel> makePieceModel(const Json& json) {
  if (!json.is_object()) refuse(kTokenizerFile, "the model must be an object");
  // Files of old versions have no type.
  std::string type = textOf(json, "type", "");
  if (type.empty())
    type = memberOf(json, "merges") != nullptr                      ? "BPE"
           : memberOf(json, "vocab") && json.at("vocab").is_array() ? "Unigram"
                                                                    : "WordPiece";
  if (type == "WordPiece") return makeWordPiece(json);
  if (type == "BPE") return makeBytePairs(json);
  if (type == "Unigram") return makeUnigram(json);
  refuse(kTokenizerFile, unsupported("model", type, "WordPiece, BPE and Unigram"));
}

}  // namespace fovea::published
