#include "json_text.h"

#include <set>
#include <utility>
#include <vector>

namespace fovea {
namespace {

using Json = nlohmann::json;
using Event = Json::parse_event_t;

[[noreturn]] void refuse(const JsonRules& rules, const std::string& message) {
  throw ModelError(rules.code, std::string(rules.what) + " " + message);
}

// Follows the parser from event to event and stops it where the rules are broken.
class Guard {
 public:
  explicit Guard(const JsonRules& rules) : rules_(rules) {}

  void see(Event event, const Json& parsed) {
    switch (event) {
      case Event::object_start:
      case Event::array_start:
        enter(event == Event::array_start);
        break;
      case Event::object_end:
      case Event::array_end:
        levels_.pop_back();
        break;
      case Event::key:
        addKey(parsed.get_ref<const std::string&>());
        break;
      case Event::value:
        countElement();
        break;
    }
  }

 private:
  struct Level {
    bool isArray = false;
    std::size_t elements = 0;
    std::set<std::string> keys;
  };

  void enter(bool isArray) {
    countElement();
    if (levels_.size() == rules_.depth)
      refuse(rules_, "nests more than " + std::to_string(rules_.depth) + " objects or arrays");
    levels_.push_back({isArray, 0, {}});
  }
  void countElement() {
    if (levels_.empty() || !levels_.back().isArray) return;
    if (++levels_.back().elements > rules_.arrayLength)
      refuse(rules_,
             "has an array of more than " + std::to_string(rules_.arrayLength) + " elements");
  }
  void addKey(const std::string& key) {
    if (!levels_.back().keys.insert(key).second)
      refuse(rules_, "has the key \"" + excerpt(key) + "\" twice in one object");
  }

  const JsonRules& rules_;
  std::vector<Level> levels_;
};

// nlohmann's messages begin with "[json.exception.parse_error.101] ".
std::string plainMessage(const Json::exception& error) {
  const std::string message = error.what();
  const std::size_t bracket = message.find("] ");
  return excerpt(bracket == std::string::npos ? message : message.substr(bracket + 2));
}

}  // namespace

std::string excerpt(const std::string& text) {
  constexpr std::size_t kLongest = 200;
  std::string line = text.substr(0, kLongest);
  if (text.size() > kLongest) {
    while (!line.empty() && (static_cast<unsigned char>(line.back()) & 0xC0U) == 0x80U)
      line.pop_back();
    if (!line.empty()) line.pop_back();  // the first byte of the character that was cut
    line += "…";
  }
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = '?';
  }
  return line;
}

Json parseJsonObject(const char* begin, const char* end, const JsonRules& rules) {
  Guard guard(rules);
  Json json;
  try {
    json = Json::parse(begin, end, [&guard](int, Event event, Json& parsed) {
      guard.see(event, parsed);
      return true;
    });
  } catch (const Json::exception& error) {
    refuse(rules, "is not JSON: " + plainMessage(error));
  }
  if (!json.is_object())
    refuse(rules, std::string("is a JSON ") + json.type_name() + ", not an object");
  return json;
}

}  // namespace fovea
