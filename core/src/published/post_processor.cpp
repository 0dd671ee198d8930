#include "published/post_processor.h"

namespace fovea::published {
namespace {

using Items = std::vector<Templates::Item>;

std::int32_t typeOf(const Json& item) {
  return memberOf(item, "type_id") == nullptr ? 0 : numberOf(item, "type_id");
}

// A special token of a template may be several.
void addSpecial(const Json& specials, const Json& item, Items& to) {
  const std::string name = textOf(item, "id");
  const Json* const special = specials.is_object() ? memberOf(specials, name.c_str()) : nullptr;
  if (special == nullptr || !special->is_object())
    refuse(kTokenizerFile,
           "the template has " + inQuotes(name) + ", which is not in special_tokens");
  for (const Json& id : listOf(*special, "ids")) {
    if (!id.is_number_unsigned())
      refuse(kTokenizerFile, "an id is " + shortText(id) + ", but must be a whole number");
    to.push_back({id.get<std::int32_t>(), 0, typeOf(item)});
  }
}

Items itemsOf(const Json& json, const char* key) {
  static const Json kNone = Json::object();
  const Json* const specials = memberOf(json, "special_tokens");
  Items items;
  for (const Json& item : listOf(json, key)) {
    if (!item.is_object() || item.size() != 1)
      refuse(kTokenizerFile, "an item of the template must be an object with one key");
    if (const Json* const special = memberOf(item, "SpecialToken")) {
      addSpecial(specials == nullptr ? kNone : *specials, *special, items);
    } else if (const Json* const sequence = memberOf(item, "Sequence")) {
      items.push_back({-1, textOf(*sequence, "id") == "B" ? 1 : 0, typeOf(*sequence)});
    } else {
      refuse(kTokenizerFile, "an item of the template must be a SpecialToken or a Sequence");
    }
  }
  return items;
}

// ["[SEP]", 102]
std::int32_t idOfPair(const Json& json, const char* key) {
  const Json& pair = listOf(json, key);
  if (pair.size() != 2 || !pair[1].is_number_unsigned())
    refuse(kTokenizerFile, std::string(key) + " must be a piece and its id");
  return pair[1].get<std::int32_t>();
}

// BERT's [CLS] a [SEP] b [SEP], with types; RoBERTa's <s> a </s> </s> b </s>, without.
Templates around(const Json& json, bool bert) {
  const std::int32_t cls = idOfPair(json, "cls");
  const std::int32_t sep = idOfPair(json, "sep");
  const std::int32_t second = bert ? 1 : 0;
  Templates result;
  result.one = {{cls, 0, 0}, {-1, 0, 0}, {sep, 0, 0}};
  result.two = result.one;
  if (!bert) result.two.push_back({sep, 0, 0});
  result.two.push_back({-1, 1, second});
  result.two.push_back({sep, 0, second});
  return result;
}

}  // namespace

Templates makeTemplates(const Json& json) {
  if (json.is_null()) return {};
  if (!json.is_object()) refuse(kTokenizerFile, "the post-processor must be an object");
  const std::string type = textOf(json, "type");
  if (type == "ByteLevel") return {};  // offsets alone
  if (type == "BertProcessing") return around(json, true);
  if (type == "RobertaProcessing") return around(json, false);
  if (type == "TemplateProcessing") return {itemsOf(json, "single"), itemsOf(json, "pair")};
  if (type == "Sequence") {
    Templates result;
    for (const Json& each : listOf(json, "processors")) {
      const bool changes = each.is_object() && textOf(each, "type") != "ByteLevel";
      if (changes) result = makeTemplates(each);
    }
    return result;
  }
  refuse(
      kTokenizerFile,
      unsupported("post-processor", type,
                  "BertProcessing, RobertaProcessing, TemplateProcessing, ByteLevel and Sequence"));
}

}  // namespace fovea::published
