#include "fovea/train/lstm.h"

#include <utility>

namespace fovea {
namespace {

// Part 0 … 3 of the gates of a step's rows: i, f, g, o.
template <typename Gates>
auto part(Gates&& gates, Index number) {
  const Index h = gates.cols() / 4;
  return gates.middleCols(number * h, h).array();
}

void applyGates(MatrixRef gates) {
  const Index h = gates.cols() / 4;
  gates.leftCols(2 * h) = gates.leftCols(2 * h).array().logistic().matrix();
  gates.middleCols(2 * h, h) = gates.middleCols(2 * h, h).array().tanh().matrix();
  gates.rightCols(h) = gates.rightCols(h).array().logistic().matrix();
}

// Uᵀ as a layer of its own, packed once for all steps.
LinearWeights transposed(const LinearWeights& recurrent) {
  const Matrix weight = recurrent.unpacked();
  LinearWeights result{weight.transpose(), RowVector::Zero(weight.cols())};
  result.pack();
  return result;
}

// The states that each row read: those of the row's sequence a step before, 0 in the first.
Matrix statesBefore(const LstmActivations& a) {
  Matrix before = Matrix::Zero(a.hidden.rows(), a.hidden.cols());
  for (Index t = 1; t < a.order.steps(); ++t)
    before.middleRows(a.order.begin(t), a.order.count(t)) =
        a.hidden.middleRows(a.order.begin(t - 1), a.order.count(t));
  return before;
}

// The gradient before the gates' functions, of one step, and that of the cells, which it adds to.
void gatesBackward(const LstmActivations& a, Index step, const Matrix& dHidden, Matrix& dCells,
                   Matrix& dGates) {
  const Index begin = a.order.begin(step);
  const Index count = a.order.count(step);
  const auto gates = a.gates.middleRows(begin, count);
  const auto i = part(gates, 0), f = part(gates, 1), g = part(gates, 2), o = part(gates, 3);
  const auto tanhs = a.cellTanhs.middleRows(begin, count).array();
  const auto dh = dHidden.middleRows(begin, count).array();
  auto dc = dCells.middleRows(begin, count).array();
  dc += dh * o * (1 - tanhs.square());
  auto dz = dGates.middleRows(begin, count);
  part(dz, 0) = dc * g * i * (1 - i);
  part(dz, 2) = dc * i * (1 - g.square());
  part(dz, 3) = dh * tanhs * o * (1 - o);
  if (step == 0) {
    part(dz, 1).setZero();
    return;
  }
  const Index before = a.order.begin(step - 1);
  part(dz, 1) = dc * a.cells.middleRows(before, count).array() * f * (1 - f);
  dCells.middleRows(before, count).array() += dc * f;
}

}  // namespace

void lstmForward(const LstmWeights& weights, const Sequences& sequences, Reading reading,
                 const Matrix& x, LstmActivations& a) {
  const Index h = weights.states();
  a.order = ReadingOrder(sequences, reading);
  a.x = a.order.ordered(x);
  linearForward(weights.input, a.x, a.gates);
  for (Matrix* states : {&a.cells, &a.cellTanhs, &a.hidden}) states->resize(x.rows(), h);
  Matrix fromBefore;
  for (Index t = 0; t < a.order.steps(); ++t) {
    const Index begin = a.order.begin(t);
    const Index count = a.order.count(t);
    const Index before = t > 0 ? a.order.begin(t - 1) : 0;
    auto gates = a.gates.middleRows(begin, count);
    if (t == 0) {
      gates.rowwise() += weights.recurrent.bias;
    } else {
      linearForward(weights.recurrent, a.hidden.middleRows(before, count), fromBefore);
      gates += fromBefore;
    }
    applyGates(gates);
    auto cells = a.cells.middleRows(begin, count).array();
    cells = part(gates, 0) * part(gates, 2);
    if (t > 0) cells += part(gates, 1) * a.cells.middleRows(before, count).array();
    auto tanhs = a.cellTanhs.middleRows(begin, count).array();
    tanhs = cells.tanh();
    a.hidden.middleRows(begin, count).array() = part(gates, 3) * tanhs;
  }
}

void lstmBackward(const LstmWeights& weights, const LstmActivations& a, Matrix dHidden,
                  LstmWeights& gradient, Matrix& dx) {
  const LinearWeights back = transposed(weights.recurrent);
  Matrix dGates(a.gates.rows(), a.gates.cols());
  Matrix dCells = Matrix::Zero(a.cells.rows(), a.cells.cols());
  Matrix toBefore;
  for (Index t = a.order.steps() - 1; t >= 0; --t) {
    gatesBackward(a, t, dHidden, dCells, dGates);
    if (t == 0) break;
    const Index count = a.order.count(t);
    linearForward(back, dGates.middleRows(a.order.begin(t), count), toBefore);
    dHidden.middleRows(a.order.begin(t - 1), count) += toBefore;
  }
  gradient.recurrent.weight.noalias() += dGates.transpose() * statesBefore(a);
  gradient.recurrent.bias += dGates.colwise().sum();
  Matrix dOrdered;
  linearBackward(weights.input, a.x, dGates, gradient.input, dOrdered);
  a.order.addTo(dOrdered, 0, dx);
}

}  // namespace fovea
