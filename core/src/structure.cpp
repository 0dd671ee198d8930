#include "fovea/structure.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <utility>

#include "fovea/error.h"
#include "json_text.h"

namespace fovea {
namespace {

template <typename T, std::size_t n>
using Spellings = std::array<std::pair<const char*, T>, n>;

constexpr Spellings<bool, 2> kSwitch{{{"on", true}, {"off", false}}};
constexpr Spellings<ResidualPath, 3> kResidual{
    {{"on", ResidualPath::kOn}, {"off", ResidualPath::kOff}, {"normed", ResidualPath::kNormed}}};
constexpr Spellings<NormPlacement, 3> kNorm{
    {{"post", NormPlacement::kPost}, {"pre", NormPlacement::kPre}, {"none", NormPlacement::kNone}}};
constexpr Spellings<bool, 2> kMask{{{"none", false}, {"causal", true}}};

[[noreturn]] void invalidStructure(const std::string& message) {
  throw ModelError(ErrorCode::kInvalidInput, "structure: " + message);
}

/// Those of config.json, and "none", which is the last.
auto activationSpellings() {
  Spellings<Activation, static_cast<std::size_t>(Activation::kNone) + 1> all;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto activation = static_cast<Activation>(i);
    all[i] = {activation == Activation::kNone ? "none" : spelling(activation), activation};
  }
  return all;
}

/// Calls visit(key, spellings, field) for every key: the one list of what a structure's text holds.
template <typename AStructure, typename Visitor>
void forEachOption(AStructure& s, Visitor&& visit) {
  visit("positions", kSwitch, s.positions);
  visit("scale", kSwitch, s.scale);
  visit("residual", kResidual, s.residual);
  visit("norm", kNorm, s.norm);
  visit("activation", activationSpellings(), s.activation);
  visit("mask", kMask, s.causal);
}

void appendItem(std::string& list, const std::string& item, const char* separator) {
  list += (list.empty() ? "" : separator) + item;
}

template <typename T, std::size_t n>
std::string listOf(const Spellings<T, n>& spellings) {
  std::string list;
  for (const auto& [spelling, value] : spellings) appendItem(list, spelling, ", ");
  return list;
}

std::string listOfKeys() {
  std::string list;
  const Structure any;
  forEachOption(any,
                [&](const char* key, const auto&, const auto&) { appendItem(list, key, ", "); });
  return list;
}

/// Sets the field of this key; false where there is none.
bool setOption(const std::string& key, const std::string& value, Structure& structure) {
  bool isKey = false;
  forEachOption(structure, [&](const char* name, const auto& spellings, auto& field) {
    if (key != name) return;
    isKey = true;
    for (const auto& [spelling, meaning] : spellings) {
      if (value != spelling) continue;
      field = meaning;
      return;
    }
    invalidStructure(key + " is \"" + excerpt(value) + "\", but must be one of " +
                     listOf(spellings));
  });
  return isKey;
}

void setEntry(const std::string& entry, std::set<std::string>& seen, Structure& structure) {
  const std::size_t equals = entry.find('=');
  if (equals == std::string::npos)
    invalidStructure("\"" + excerpt(entry) +
                     "\" has no value; write key=value, with one of the keys " + listOfKeys());
  const std::string key = entry.substr(0, equals);
  if (!setOption(key, entry.substr(equals + 1), structure))
    invalidStructure("there is no key \"" + excerpt(key) + "\"; the keys are " + listOfKeys());
  if (!seen.insert(key).second) invalidStructure(key + " is given twice");
}

}  // namespace

Structure Structure::of(const EncoderConfig& config) {
  Structure structure;
  structure.positions = config.positions != PositionEmbedding::kNone;
  structure.norm = config.normOrder == NormOrder::kPre ? NormPlacement::kPre : NormPlacement::kPost;
  structure.activation = config.activation;
  return structure;
}

bool operator==(const Structure& a, const Structure& b) {
  return a.positions == b.positions && a.scale == b.scale && a.residual == b.residual &&
         a.norm == b.norm && a.activation == b.activation && a.causal == b.causal;
}

void validate(const Structure& structure, const EncoderConfig& config) {
  if (structure.positions && config.positions == PositionEmbedding::kNone)
    invalidStructure("positions is on, but the model has none (position_embedding_type is none)");
  if (structure.residual == ResidualPath::kNormed && structure.norm != NormPlacement::kPre)
    invalidStructure(
        "residual=normed adds the normalised input of a sublayer, which exists only with norm=pre");
}

Structure parseStructure(const std::string& text, const EncoderConfig& config) {
  Structure structure = Structure::of(config);
  std::set<std::string> seen;
  for (std::size_t begin = 0; !text.empty() && begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    setEntry(text.substr(begin, end - begin), seen, structure);
    begin = end + 1;
  }
  validate(structure, config);
  return structure;
}

std::string structureOptions() {
  std::string text;
  const Structure any;
  forEachOption(any, [&](const char* key, const auto& spellings, const auto&) {
    std::string choices;
    for (const auto& each : spellings) appendItem(choices, each.first, "|");
    appendItem(text, std::string(key) + "=" + choices, ", ");
  });
  return text;
}

std::string toText(const Structure& structure) {
  std::string text;
  forEachOption(structure, [&](const char* key, const auto& spellings, const auto& field) {
    for (const auto& [spelling, value] : spellings)
      if (value == field) appendItem(text, std::string(key) + "=" + spelling, ",");
  });
  return text;
}

}  // namespace fovea
