#pragma once

#include <vector>

#include "fovea/tokenizer.h"
#include "published/tokenizer_part.h"

namespace fovea::published {

/// Which special tokens stand around one text, and around two: the post-processor.
struct Templates {
  struct Item {
    std::int32_t special = -1;  ///< a special token, or …
    int text = 0;               ///< … the tokens of the first text (0) or the second (1)
    std::int32_t type = 0;      ///< the token type of either
  };
  std::vector<Item> one{{-1, 0, 0}};
  std::vector<Item> two{{-1, 0, 0}, {-1, 1, 0}};
};

/// From the member `post_processor` of a tokenizer.json, which may be null. Throws
/// ModelError{kInvalidVocabulary}.
Templates makeTemplates(const Json& json);

}  // namespace fovea::published
