#pragma once

#include <map>
#include <string>
#include <vector>

#include "fovea/matrix.h"
#include "fovea/vocabulary.h"

namespace fovea {

/// How the embedding table arranges words of known groups (data/word_groups.txt).
struct WordGeometry {
  /// Of each word's five nearest words (by cosine, within all groups), the share in its own group.
  double neighbourPurity = 0;
  double silhouette = 0;  ///< mean silhouette (Rousseeuw 1987) with 1 − cosine as the distance
  /// Share of words whose nearest in the plane of the first two principal components is of their
  /// group: animals, movement, places, feelings.
  double planePurity = 0;
  std::string nearestToKitten;  ///< in the whole vocabulary
  double catKitten = 0;         ///< cosines
  double catStreet = 0;
};

/// Groups by name; "plane" names those that the plane is measured on.
std::map<std::string, std::vector<std::string>> wordGroups();

/// Throws ModelError{kInvalidVocabulary} that names the first word of the groups, or of kitten and
/// street, that the vocabulary lacks, and ModelError{kInvalidInput} for embeddings that are not one
/// for each of its pieces.
WordGeometry wordGeometry(const Matrix& embeddings, const Vocabulary& vocabulary);

/// The rows' places on their first two principal components, n × 2.
Matrix principalPlane(const Matrix& rows);

}  // namespace fovea
