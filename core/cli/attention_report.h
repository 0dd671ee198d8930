#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fovea/attention.h"
#include "fovea/tokenizer.h"

namespace fovea::cli {

/// What of the attention is reported: one token's rows, in all layers and heads or in one.
struct Selection {
  std::optional<Index> layer;
  std::optional<Index> head;
  Index token = 0;
};

/// The chosen token's row of one head.
struct HeadRow {
  Index layer;
  Index head;
  RowVector weights;
};

/// One encoded sentence and what is asked about it.
struct AttentionReport {
  const Tokens& tokens;
  bool hasText = false;  ///< whether the tokens' byte ranges mean anything
  Selection selection;
  std::vector<HeadRow> rows = {};                  ///< layer by layer
  std::optional<std::string> line = std::nullopt;  ///< the text, where it is one of many
  std::string pair = {};                           ///< its second text, or empty
};

/// Adds the layer's rows that are selected, from its weights or, where it has captured none, from
/// query and key.
void addRows(Index layer, const AttentionActivations& attention, const AttentionSetting& setting,
             AttentionReport& report);

/// Tokens as a table, then a line a head: the five tokens that the chosen one attends to most.
/// Before them the text, where it is one of many.
void printText(const AttentionReport& report);

/// The same as one JSON object, with every weight of the chosen rows.
void printJson(const AttentionReport& report);

}  // namespace fovea::cli
