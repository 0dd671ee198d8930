/**
 * The a and b, neither negative, for which a·f(p) + b·g(p) comes nearest to value(p) over the
 * points: least squares of the relative error, so that small points count as much as large ones.
 */
export function fitTwoTerms(points, value, f, g) {
  const rows = points.map((p) => [f(p) / value(p), g(p) / value(p)]);
  const sum = (term) => rows.reduce((total, row) => total + term(row), 0);
  const [ff, fg, gg] = [sum(([x]) => x * x), sum(([x, y]) => x * y), sum(([, y]) => y * y)];
  const [f1, g1] = [sum(([x]) => x), sum(([, y]) => y)];
  const determinant = ff * gg - fg * fg;
  const a = (f1 * gg - g1 * fg) / determinant;
  const b = (g1 * ff - f1 * fg) / determinant;
  if (a < 0) return { a: 0, b: g1 / gg };
  if (b < 0) return { a: f1 / ff, b: 0 };
  return { a, b };
}

/** The one a for which a·f(p) comes nearest, in the same sense. */
export function fitTerm(points, value, f) {
  const shares = points.map((p) => f(p) / value(p));
  return shares.reduce((sum, x) => sum + x, 0) / shares.reduce((sum, x) => sum + x * x, 0);
}
