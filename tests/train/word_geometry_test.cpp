#include "fovea/train/word_geometry.h"

#include <cmath>

#include "catch2.h"
#include "model_error.h"
#include "samples.h"

using namespace fovea;
using namespace fovea::test;

namespace {

// A vocabulary of the groups' words, and one direction of its own for each group.
struct Arranged {
  std::string lines = "[UNK]\nstreet\nkitten\n";
  Matrix embeddings = Matrix::Zero(400, 12);
  Index size = 3;
};

Arranged arranged(double noise) {
  Arranged a;
  Random random(1);
  Index axis = 0;
  for (const auto& group : wordGroups()) {
    if (group.first == "plane") continue;
    for (const std::string& word : group.second) {
      a.lines += word + "\n";
      a.embeddings(a.size++, axis) = 1;
    }
    if (group.first == "animals") a.embeddings(2, axis) = 1;
    ++axis;
  }
  a.embeddings(1, axis) = 1;
  a.embeddings.conservativeResize(a.size, Eigen::NoChange);
  a.embeddings += randomMatrix(random, a.size, 12, noise);
  return a;
}

}  // namespace

TEST_CASE("Groups that lie apart are pure, a cloud is not") {
  const Arranged apart = arranged(0.01);
  const WordGeometry good = wordGeometry(apart.embeddings, Vocabulary(apart.lines));
  CHECK(good.neighbourPurity == 1);
  CHECK(good.silhouette > 0.95);
  CHECK(good.planePurity > 0.7);
  CHECK(good.catKitten > 0.99);
  CHECK(good.catStreet < 0.1);
  const Arranged cloud = arranged(30);
  const WordGeometry bad = wordGeometry(cloud.embeddings, Vocabulary(cloud.lines));
  CHECK(bad.neighbourPurity < 0.4);
  CHECK(bad.silhouette < 0.1);
}

TEST_CASE("A word of the groups that the vocabulary lacks is named") {
  const Arranged a = arranged(0.01);
  for (const std::string word : {"kitten", "street", "horse", "bike"}) {
    std::string lines = a.lines;
    lines.replace(lines.find("\n" + word + "\n"), word.size() + 2, "\nother\n");
    checkError(ErrorCode::kInvalidVocabulary, "lacks \"" + word + "\"",
               [&] { wordGeometry(a.embeddings, Vocabulary(lines)); });
  }
}

TEST_CASE("Embeddings of another vocabulary are not measured") {
  const Arranged a = arranged(0.01);
  const Vocabulary vocabulary(a.lines);
  checkError(ErrorCode::kInvalidInput, "but the vocabulary has",
             [&] { wordGeometry(a.embeddings.topRows(a.embeddings.rows() - 1), vocabulary); });
}

TEST_CASE("The principal plane holds the directions of most variance") {
  Matrix rows(4, 3);
  rows << 5, 0, 1, -5, 0, 1, 0, 2, 1, 0, -2, 1;
  const Matrix plane = principalPlane(rows);
  REQUIRE(plane.cols() == 2);
  CHECK(std::abs(plane(0, 0)) == Approx(5));
  CHECK(std::abs(plane(2, 1)) == Approx(2));
  CHECK(std::abs(plane(2, 0)) < 1e-6);
}
