#include "json_text.h"

#include <utility>
#include <vector>

#include "number_text.h"

namespace fovea {
namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse(const JsonRules& rules, const std::string& message) {
  refuse(rules.code, std::string(rules.what) + " " + message);
}

// nlohmann's messages begin with "[json.exception.parse_error.101] ".
std::string plainMessage(const Json::exception& error) {
  const std::string message = error.what();
  const std::size_t bracket = message.find("] ");
  return excerpt(bracket == std::string::npos ? message : message.substr(bracket + 2));
}

// Builds the value from the parser's events and stops as soon as a rule is broken. (A callback for
// Json::parse would do, but then the wasm would contain two parsers, with and without callback.)
class Reader : public nlohmann::json_sax<Json> {
 public:
  explicit Reader(const JsonRules& rules) : rules_(rules) {}

  Json take() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return false; }  // never in a text
  bool start_object(std::size_t) override { return enter(Json::object()); }
  bool start_array(std::size_t) override { return enter(Json::array()); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool key(string_t& key) override {
    const auto [member, isNew] = levels_.back()->emplace(key, nullptr);
    if (!isNew) refuse(rules_, "has the key " + inQuotes(key) + " twice in one object");
    member_ = &*member;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const Json::exception& error) override {
    refuse(rules_, "is not JSON: " + plainMessage(error));
  }

 private:
  bool add(Json value) {
    place(std::move(value));
    return true;
  }
  bool enter(Json container) {
    Json* placed = place(std::move(container));
    if (levels_.size() == rules_.depth)
      refuse(rules_, "nests more than " + std::to_string(rules_.depth) + " objects or arrays");
    levels_.push_back(placed);
    return true;
  }
  bool leave() {
    levels_.pop_back();
    return true;
  }

  // Where the value now is. A container grows only once its elements are complete.
  Json* place(Json value) {
    if (count_++ == rules_.values)
      refuse(rules_, "has more than " + std::to_string(rules_.values) + " values");
    if (levels_.empty()) return &(root_ = std::move(value));
    Json& container = *levels_.back();
    if (!container.is_array()) return &(*member_ = std::move(value));
    if (container.size() == rules_.arrayLength)
      refuse(rules_,
             "has an array of more than " + std::to_string(rules_.arrayLength) + " elements");
    container.push_back(std::move(value));
    return &container.back();
  }

  const JsonRules& rules_;
  Json root_;
  std::size_t count_ = 0;      // values so far
  std::vector<Json*> levels_;  // the open objects and arrays, the innermost last
  Json* member_ = nullptr;     // of the innermost object, for the next value
};

}  // namespace

std::string excerpt(const std::string& text) {
  constexpr std::size_t kExcerpt = 200;
  std::string line = text.substr(0, kExcerpt);
  if (text.size() > kExcerpt) {
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

std::string inQuotes(const std::string& text) { return '"' + excerpt(text) + '"'; }

// The elements of a list, separated by commas.
std::string joined(const Json& list) {
  std::string text;
  for (const Json& element : list) text += (text.empty() ? "" : ", ") + shortText(element);
  return text;
}

std::string shortText(const Json& value) {
  if (const auto* text = value.get_ptr<const std::string*>()) return inQuotes(*text);
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_number_unsigned()) return std::to_string(value.get<std::uint64_t>());
  if (value.is_number_integer()) return std::to_string(value.get<std::int64_t>());
  if (value.is_null()) return "null";
  if (value.is_array()) return excerpt("[" + joined(value) + "]");
  if (!value.is_number()) return std::string("a JSON ") + value.type_name();
  const std::string text = numberText(value.get<double>(), 9);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;  // 512.0 is not 512
}

Json parseJsonObject(const char* begin, const char* end, const JsonRules& rules) {
  Reader reader(rules);
  Json::sax_parse(begin, end, &reader);
  Json json = reader.take();
  if (!json.is_object())
    refuse(rules, std::string("is a JSON ") + json.type_name() + ", not an object");
  return json;
}

}  // namespace fovea
