#include "fovea/train/word_geometry.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <limits>
#include <numeric>

#include "corpus_data.h"
#include "fovea/error.h"
#include "text_lines.h"

namespace fovea {
namespace {

constexpr std::size_t kNeighbours = 5;

std::int32_t idOf(const Vocabulary& vocabulary, const std::string& word) {
  const std::int32_t id = vocabulary.id(word);
  if (id < 0)
    refuse(ErrorCode::kInvalidVocabulary,
           "the vocabulary lacks \"" + word + "\", which measuring the embeddings needs");
  return id;
}

struct GroupedWords {
  Matrix rows;                ///< of the embedding table
  std::vector<Index> groups;  ///< by word
};

GroupedWords collect(const Matrix& embeddings, const Vocabulary& vocabulary,
                     const std::vector<std::string>& names) {
  const auto all = wordGroups();
  std::vector<Index> ids;
  GroupedWords words;
  for (std::size_t g = 0; g < names.size(); ++g) {
    for (const std::string& word : all.at(names[g])) {
      ids.push_back(idOf(vocabulary, word));
      words.groups.push_back(static_cast<Index>(g));
    }
  }
  words.rows.resize(static_cast<Index>(ids.size()), embeddings.cols());
  for (std::size_t i = 0; i < ids.size(); ++i)
    words.rows.row(static_cast<Index>(i)) = embeddings.row(ids[i]);
  return words;
}

Matrix cosineDistances(const Matrix& rows) {
  const Matrix unit = rows.rowwise().normalized();
  return (Scalar(1) - (unit * unit.transpose()).array()).matrix();
}

Matrix euclideanDistances(const Matrix& rows) {
  Matrix distances(rows.rows(), rows.rows());
  for (Index i = 0; i < rows.rows(); ++i)
    distances.row(i) = (rows.rowwise() - rows.row(i)).rowwise().norm().transpose();
  return distances;
}

double purity(const Matrix& distances, const std::vector<Index>& groups, std::size_t neighbours) {
  double same = 0;
  for (Index i = 0; i < distances.rows(); ++i) {
    std::vector<Index> others;
    for (Index j = 0; j < distances.rows(); ++j)
      if (j != i) others.push_back(j);
    std::sort(others.begin(), others.end(),
              [&](Index a, Index b) { return distances(i, a) < distances(i, b); });
    for (std::size_t k = 0; k < neighbours; ++k)
      same += groups[static_cast<std::size_t>(others[k])] == groups[static_cast<std::size_t>(i)];
  }
  return same / static_cast<double>(groups.size() * neighbours);
}

// Mean distance from a word to the other words of one group.
double meanDistance(const Matrix& distances, const std::vector<Index>& groups, Index word,
                    Index group) {
  double sum = 0;
  double count = 0;
  for (Index j = 0; j < distances.rows(); ++j) {
    if (j == word || groups[static_cast<std::size_t>(j)] != group) continue;
    sum += static_cast<double>(distances(word, j));
    count += 1;
  }
  return count > 0 ? sum / count : 0;
}

double silhouette(const Matrix& distances, const std::vector<Index>& groups) {
  const Index count = *std::max_element(groups.begin(), groups.end()) + 1;
  double sum = 0;
  for (Index i = 0; i < distances.rows(); ++i) {
    const Index own = groups[static_cast<std::size_t>(i)];
    const double inside = meanDistance(distances, groups, i, own);
    double outside = std::numeric_limits<double>::infinity();
    for (Index g = 0; g < count; ++g)
      if (g != own) outside = std::min(outside, meanDistance(distances, groups, i, g));
    sum += (outside - inside) / std::max(outside, inside);
  }
  return sum / static_cast<double>(groups.size());
}

double cosine(const Matrix& embeddings, const Vocabulary& vocabulary, const std::string& a,
              const std::string& b) {
  const auto x = embeddings.row(idOf(vocabulary, a)).normalized();
  const auto y = embeddings.row(idOf(vocabulary, b)).normalized();
  return static_cast<double>(x.dot(y));
}

std::string nearestTo(const Matrix& embeddings, const Vocabulary& vocabulary,
                      const std::string& word) {
  const Index itself = idOf(vocabulary, word);
  const Matrix unit = embeddings.rowwise().normalized();
  Eigen::Matrix<Scalar, Eigen::Dynamic, 1> cosines = unit * unit.row(itself).transpose();
  cosines(itself) = -1;
  Index nearest = 0;
  cosines.maxCoeff(&nearest);
  return vocabulary.piece(static_cast<std::int32_t>(nearest));
}

}  // namespace

std::map<std::string, std::vector<std::string>> wordGroups() {
  std::map<std::string, std::vector<std::string>> groups;
  for (const std::string& line : dataLines(kWordGroupsText)) {
    const std::size_t colon = line.find(':');
    groups[line.substr(0, colon)] = splitWords(line.substr(colon + 1));
  }
  return groups;
}

Matrix principalPlane(const Matrix& rows) {
  const Matrix centred = rows.rowwise() - rows.colwise().mean();
  const Eigen::MatrixXd exact = centred.cast<double>();
  // Eigenvalues are in ascending order: the last two columns span the plane.
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> covariance(exact.transpose() * exact);
  return (exact * covariance.eigenvectors().rightCols(2).rowwise().reverse()).cast<Scalar>();
}

WordGeometry wordGeometry(const Matrix& embeddings, const Vocabulary& vocabulary) {
  if (embeddings.rows() != vocabulary.size())
    refuse(ErrorCode::kInvalidInput, std::to_string(embeddings.rows()) +
                                         " embeddings, but the vocabulary has " +
                                         std::to_string(vocabulary.size()) + " pieces");
  auto groups = wordGroups();
  const std::vector<std::string> inPlane = groups.at("plane");
  groups.erase("plane");
  std::vector<std::string> names;
  names.reserve(groups.size());
  for (const auto& group : groups) names.push_back(group.first);

  const GroupedWords words = collect(embeddings, vocabulary, names);
  const Matrix distances = cosineDistances(words.rows);
  const GroupedWords plane = collect(embeddings, vocabulary, inPlane);
  WordGeometry geometry;
  geometry.neighbourPurity = purity(distances, words.groups, kNeighbours);
  geometry.silhouette = silhouette(distances, words.groups);
  geometry.planePurity = purity(euclideanDistances(principalPlane(plane.rows)), plane.groups, 1);
  geometry.nearestToKitten = nearestTo(embeddings, vocabulary, "kitten");
  geometry.catKitten = cosine(embeddings, vocabulary, "cat", "kitten");
  geometry.catStreet = cosine(embeddings, vocabulary, "cat", "street");
  return geometry;
}

}  // namespace fovea
