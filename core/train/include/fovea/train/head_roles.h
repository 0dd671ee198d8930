#pragma once

#include <string>
#include <vector>

#include "fovea/train/pronoun_reading.h"

namespace fovea {

/// What a head was measured to do, e.g. {"previous", 1, 4, 0.71}. Roles, with what the score is the
/// mean of: antecedent (weight from a pronoun to what it means), adjective (from it to the
/// adjective that decides), object (verb → object), determiner (noun → its determiner), previous,
/// next (neighbouring token), broad (entropy of a row ÷ log n).
struct HeadRole {
  std::string role;
  Index layer;
  Index head;
  double score;
  /// Of a head that looks at all tokens alike: the mean of 1 ÷ n over the rows. That of `broad`,
  /// whose score runs from 0 (one token) to 1 (all alike), is the middle.
  double chance;
};

constexpr double kRoleMargin = 0.25;

/// Whether the role may be said of the head: its score is above chance by kRoleMargin or more.
inline bool isClaimed(const HeadRole& role) { return role.score >= role.chance + kRoleMargin; }

/// What scenes say of every role, in the order of roleNames.
struct RoleScores {
  Matrix byHead;     ///< roles × (layers · heads): mean score
  RowVector chance;  ///< by role: see HeadRole
};

RoleScores roleScores(SentenceReader& reader, const std::vector<Sentence>& scenes);
const std::vector<std::string>& roleNames();

/// For each role the head that does it most on the validation scenes, with its score on the
/// held-out ones. `antecedentHead` is chosen by the caller, by how often it is right.
std::vector<HeadRole> headRoles(SentenceReader& reader, const std::vector<Sentence>& validation,
                                const std::vector<Sentence>& heldOut, std::size_t antecedentHead);

}  // namespace fovea
