#include <algorithm>
#include <queue>
#include <utility>

#include "published/piece_model.h"

namespace fovea::published {
namespace {

// Byte-pair encoding (Sennrich et al. 2016): of all neighbours, the pair that was learned first is
// merged, until none is left that was learned.
class BytePairs : public PieceModel {
 public:
  explicit BytePairs(const Json& json)
      : prefix_(textOf(json, "continuing_subword_prefix", "")),
        suffix_(textOf(json, "end_of_word_suffix", "")),
        fusesUnknown_(flagOf(json, "fuse_unk", false)),
        fallsBackToBytes_(flagOf(json, "byte_fallback", false)),
        wholeFirst_(flagOf(json, "ignore_merges", false)) {
    addVocabulary(json);
    readUnknown(json);
    std::int32_t rank = 0;
    for (const Json& merge : listOf(json, "merges")) addMerge(merge, rank++);
  }

  void split(const AlignedText& text, std::vector<Piece>& to) const override {
    if (text.empty()) return;
    if (wholeFirst_) {
      const std::int32_t whole = idOf(utf8Of(text, 0, text.size()));
      if (whole >= 0) return to.push_back({whole, 0, text.size()});
    }
    std::vector<Symbol> symbols = symbolsOf(text);
    merge(symbols);
    for (std::size_t i = 0; i < symbols.size(); i = symbols[i].next)
      to.push_back({symbols[i].id, symbols[i].begin, symbols[i].end});
  }

 private:
  struct Symbol {
    std::int32_t id;
    std::size_t begin;
    std::size_t end;
    std::size_t previous;
    std::size_t next;  // the number of symbols after the last
    bool gone = false;
  };
  struct Merged {
    std::int32_t rank;
    std::int32_t id;
  };
  struct Candidate {
    std::int32_t rank;
    std::size_t left;
    std::int32_t id;
    std::size_t end;  // of the right symbol, by which an old candidate is known

    bool operator<(const Candidate& other) const {  // the first is the largest
      return rank != other.rank ? rank > other.rank : left > other.left;
    }
  };

  static std::uint64_t key(std::int32_t left, std::int32_t right) {
    return (static_cast<std::uint64_t>(left) << 32U) | static_cast<std::uint32_t>(right);
  }

  void addMerge(const Json& merge, std::int32_t rank) {
    const auto [left, right] = pairOf(merge);
    const std::int32_t from = idOf(left);
    const std::int32_t to = idOf(right);
    const bool prefixed = !prefix_.empty() && right.rfind(prefix_, 0) == 0;
    const std::int32_t id = idOf(left + (prefixed ? right.substr(prefix_.size()) : right));
    if (from < 0 || to < 0 || id < 0)
      refuse(kTokenizerFile, "the merge of " + inQuotes(left) + " and " + inQuotes(right) +
                                 " needs pieces that the vocabulary lacks");
    merges_.emplace(key(from, to), Merged{rank, id});
  }

  static std::pair<std::string, std::string> pairOf(const Json& merge) {
    if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string())
      return {merge[0].get<std::string>(), merge[1].get<std::string>()};
    if (merge.is_string()) {
      const auto& text = merge.get_ref<const std::string&>();
      const std::size_t space = text.find(' ');
      if (space != std::string::npos) return {text.substr(0, space), text.substr(space + 1)};
    }
    refuse(kTokenizerFile, "a merge is " + shortText(merge) + ", but must be two pieces");
  }

  std::vector<Symbol> symbolsOf(const AlignedText& text) const {
    std::vector<Symbol> symbols;
    const auto add = [&](std::int32_t id, std::size_t begin, std::size_t end) {
      symbols.push_back({id, begin, end, symbols.size() - 1, symbols.size() + 1});
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
      std::string spelling = (i > 0 ? prefix_ : "") + utf8Of(text, i, i + 1);
      if (i + 1 == text.size()) spelling += suffix_;
      const std::int32_t id = idOf(spelling);
      if (id >= 0) {
        add(id, i, i + 1);
      } else if (!addBytes(spelling, i, add) && unknownId_ >= 0) {
        if (fusesUnknown_ && !symbols.empty() && symbols.back().id == unknownId_)
          symbols.back().end = i + 1;
        else
          add(unknownId_, i, i + 1);
      }
    }
    return symbols;
  }

  template <typename Add>
  bool addBytes(const std::string& spelling, std::size_t i, Add&& add) const {
    if (!fallsBackToBytes_) return false;
    std::vector<std::int32_t> ids;
    constexpr const char* kDigits = "0123456789ABCDEF";
    for (const char c : spelling) {
      const auto byte = static_cast<unsigned char>(c);
      ids.push_back(idOf(std::string("<0x") + kDigits[byte >> 4U] + kDigits[byte & 0xFU] + ">"));
    }
    if (std::count(ids.begin(), ids.end(), -1) > 0) return false;
    for (const std::int32_t id : ids) add(id, i, i + 1);
    return true;
  }

  void merge(std::vector<Symbol>& symbols) const {
    std::priority_queue<Candidate> queue;
    const auto consider = [&](std::size_t left) {
      const std::size_t right = symbols[left].next;
      if (right >= symbols.size()) return;
      const auto found = merges_.find(key(symbols[left].id, symbols[right].id));
      if (found != merges_.end())
        queue.push({found->second.rank, left, found->second.id, symbols[right].end});
    };
    for (std::size_t i = 0; i < symbols.size(); ++i) consider(i);
    while (!queue.empty()) {
      const Candidate best = queue.top();
      queue.pop();
      Symbol& left = symbols[best.left];
      if (left.gone || left.next >= symbols.size()) continue;
      Symbol& right = symbols[left.next];
      const auto still = merges_.find(key(left.id, right.id));
      if (right.end != best.end || still == merges_.end() || still->second.id != best.id) continue;
      right.gone = true;
      left.id = best.id;
      left.end = right.end;
      left.next = right.next;
      if (left.next < symbols.size()) symbols[left.next].previous = best.left;
      if (best.left > 0) consider(left.previous);
      consider(best.left);
    }
  }

  std::string prefix_;
  std::string suffix_;
  bool fusesUnknown_;
  bool fallsBackToBytes_;
  bool wholeFirst_;
  std::unordered_map<std::uint64_t, Merged> merges_;
};

}  // namespace

std::unique_ptr<PieceModel> makeBytePairs(const Json& json) {
  return std::make_unique<BytePairs>(json);
}

}  // namespace fovea::published
