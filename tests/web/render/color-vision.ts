import type { Rgb } from '../../../web/src/render/color';

export type Deficiency = 'protanopia' | 'deuteranopia' | 'tritanopia';

/** Machado, Oliveira and Fernandes 2009, severity 1: matrices for linear RGB, rows first. */
const matrices: Readonly<Record<Deficiency, readonly (readonly [number, number, number])[]>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

type Triple = [number, number, number];

const linear = (c: number) => (c <= 10.31475 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4);
const encoded = (c: number) => (c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055) * 255;

function times(matrix: readonly (readonly [number, number, number])[], v: Triple): Triple {
  return matrix.map(([a, b, c]) => a * v[0] + b * v[1] + c * v[2]) as Triple;
}

/** A colour as someone with the deficiency sees it. */
export function simulate(color: Rgb, deficiency: Deficiency): Rgb {
  const seen = times(matrices[deficiency], color.map(linear) as Triple);
  return seen.map((c) => encoded(Math.min(1, Math.max(0, c)))) as Triple;
}

const toXyz = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
] as const;
const whitePoint: Triple = [0.95047, 1, 1.08883];

function lab(color: Rgb): Triple {
  const xyz = times(toXyz, color.map(linear) as Triple);
  const [x, y, z] = xyz.map((value, i) => {
    const t = value / (whitePoint[i] ?? 1);
    return t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116;
  }) as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** CIE 1976 colour difference. */
export function deltaE(a: Rgb, b: Rgb): number {
  const [p, q] = [lab(a), lab(b)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}
