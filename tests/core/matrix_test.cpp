#include "fovea/matrix.h"

#include "catch2.h"

using namespace fovea;

TEST_CASE("matrices are stored a row at a time", "[matrix]") {
  Matrix m(2, 3);
  m << 1, 2, 3, 4, 5, 6;
  for (Index i = 0; i < 6; ++i) CHECK(m.data()[i] == Scalar(i + 1));
}

TEST_CASE("a view of a head's columns copies nothing", "[matrix]") {
  Matrix m = Matrix::Zero(4, 6);
  const MatrixView view = m.block(1, 2, 3, 2);
  CHECK(view.data() == &m(1, 2));
  CHECK(view.outerStride() == 6);

  MatrixRef writable = m.block(1, 2, 3, 2);
  writable.setConstant(7);
  CHECK(m.sum() == 42);
  CHECK(m(3, 3) == 7);
}
