#include <algorithm>
#include <cmath>
#include <limits>

#include "published/piece_model.h"
#include "utf8.h"

namespace fovea::published {
namespace {

// The unigram model (Kudo 2018): of all ways to split a text, the most probable (Viterbi).
class Unigram : public PieceModel {
 public:
  explicit Unigram(const Json& json) : fallsBackToBytes_(flagOf(json, "byte_fallback", false)) {
    std::int32_t id = 0;
    for (const Json& entry : listOf(json, "vocab")) {
      if (!entry.is_array() || entry.size() != 2 || !entry[0].is_string() ||
          !entry[1].is_number() || !std::isfinite(entry[1].get<double>()))
        refuse(kTokenizerFile, "an entry of the vocabulary is " + shortText(entry) +
                                   ", but must be a piece and its logarithmic probability");
      add(entry[0].get<std::string>(), id++);
      scores_.push_back(entry[1].get<double>());
    }
    if (pieces_.empty()) refuse(kTokenizerFile, "the vocabulary is empty");
    if (memberOf(json, "unk_id") != nullptr) unknownId_ = numberOf(json, "unk_id");
    if (unknownId_ < 0 || unknownId_ >= id)
      refuse(kTokenizerFile,
             "unk_id must be the id of a piece, which stands for unknown characters");
    constexpr double kPenalty = 10;
    unknownScore_ = *std::min_element(scores_.begin(), scores_.end()) - kPenalty;
    for (const auto& [piece, each] : ids_)
      if (!piece.empty()) sorted_.push_back(each);
    std::sort(sorted_.begin(), sorted_.end(),
              [&](std::int32_t a, std::int32_t b) { return spelling(a) < spelling(b); });
  }

  void split(const AlignedText& text, std::vector<Piece>& to) const override {
    std::string bytes;
    std::vector<std::size_t> characterAt;  // by byte; where a character ends, one more
    for (const AlignedCharacter& each : text) {
      characterAt.resize(bytes.size() + 1, kInside);
      characterAt[bytes.size()] = static_cast<std::size_t>(&each - text.data());
      appendUtf8(each.c, bytes);
    }
    characterAt.resize(bytes.size() + 1, kInside);
    characterAt[bytes.size()] = text.size();

    std::vector<Node> best(bytes.size() + 1);
    best[0].score = 0;
    for (std::size_t at = 0; at < bytes.size(); ++at)
      if (characterAt[at] != kInside) extend(bytes, characterAt, at, best);
    collect(bytes, characterAt, best, to);
  }

 private:
  static constexpr std::size_t kInside = std::numeric_limits<std::size_t>::max();
  struct Node {
    double score = -std::numeric_limits<double>::infinity();
    std::size_t from = 0;
    std::int32_t id = -1;
  };

  const std::string& spelling(std::int32_t id) const {
    return pieces_[static_cast<std::size_t>(id)];
  }

  // Every piece that begins here, by narrowing the range of those that begin so.
  void extend(const std::string& bytes, const std::vector<std::size_t>& characterAt, std::size_t at,
              std::vector<Node>& best) const {
    auto low = sorted_.begin();
    auto high = sorted_.end();
    bool single = false;
    for (std::size_t length = 0; low != high && at + length < bytes.size(); ++length) {
      const auto byte = static_cast<unsigned char>(bytes[at + length]);
      const auto below = [&](std::int32_t id, int value) {
        const std::string& piece = spelling(id);
        return piece.size() <= length || static_cast<unsigned char>(piece[length]) < value;
      };
      low = std::lower_bound(low, high, static_cast<int>(byte), below);
      high = std::lower_bound(low, high, byte + 1, below);
      const std::size_t end = at + length + 1;
      if (low == high || spelling(*low).size() != length + 1 || characterAt[end] == kInside)
        continue;
      single = single || characterAt[end] == characterAt[at] + 1;
      const double score =
          *low == unknownId_ ? unknownScore_ : scores_[static_cast<std::size_t>(*low)];
      offer(best, at, end, *low, score);
    }
    if (single) return;
    std::size_t end = at + 1;
    while (characterAt[end] == kInside) ++end;
    offer(best, at, end, unknownId_, unknownScore_);
  }

  static void offer(std::vector<Node>& best, std::size_t at, std::size_t end, std::int32_t id,
                    double score) {
    const double total = best[at].score + score;
    if (best[end].id < 0 || total > best[end].score) best[end] = {total, at, id};
  }

  void collect(const std::string& bytes, const std::vector<std::size_t>& characterAt,
               const std::vector<Node>& best, std::vector<Piece>& to) const {
    std::vector<Piece> reversed;
    for (std::size_t end = bytes.size(); end > 0; end = best[end].from) {
      const Node& node = best[end];
      const std::size_t begin = characterAt[node.from];
      const bool fuses =
          node.id == unknownId_ && !reversed.empty() && reversed.back().id == unknownId_;
      if (fuses)
        reversed.back().begin = begin;
      else
        reversed.push_back({node.id, begin, characterAt[end]});
    }
    std::size_t byte = 0;
    for (auto piece = reversed.rbegin(); piece != reversed.rend(); ++piece) {
      while (characterAt[byte] != piece->begin) ++byte;
      if (piece->id != unknownId_ || !fallsBackToBytes_ ||
          !addBytes(bytes, byte, *piece, characterAt, to))
        to.push_back(*piece);
    }
  }

  bool addBytes(const std::string& bytes, std::size_t at, const Piece& piece,
                const std::vector<std::size_t>& characterAt, std::vector<Piece>& to) const {
    constexpr const char* kDigits = "0123456789ABCDEF";
    std::vector<std::int32_t> ids;
    for (; at < bytes.size() && characterAt[at] != piece.end; ++at) {
      const auto byte = static_cast<unsigned char>(bytes[at]);
      ids.push_back(idOf(std::string("<0x") + kDigits[byte >> 4U] + kDigits[byte & 0xFU] + ">"));
      if (ids.back() < 0) return false;
    }
    for (const std::int32_t id : ids) to.push_back({id, piece.begin, piece.end});
    return true;
  }

  bool fallsBackToBytes_;
  std::vector<double> scores_;
  std::vector<std::int32_t> sorted_;  // ids, in the order of their pieces' bytes
  double unknownScore_ = 0;
};

}  // namespace

std::unique_ptr<PieceModel> makeUnigram(const Json& json) {
  return std::make_unique<Unigram>(json);
}

}  // namespace fovea::published
