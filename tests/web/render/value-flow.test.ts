import { describe, expect, it } from 'vitest';
import { layoutValueFlow } from '../../../web/src/render/value-flow';

const weights = [0.1, 0.6, 0.02, 0.28];
const flow = layoutValueFlow({
  weights,
  cells: 4,
  centres: [40, 120, 200, 280],
  strip: 72,
  mouth: { centre: 160, width: 72 },
  top: 10,
  neck: 50,
  end: 120,
});

describe('the flow of the values', () => {
  it('narrows each value to weight × its width', () => {
    flow.currents.forEach((current, key) => {
      expect(current.width).toBeCloseTo(72 * (weights[key] ?? 0), 10);
    });
  });

  it('lays the currents side by side in the order of the words, one strip wide in all', () => {
    let edge = flow.mouth.left;
    for (const { left, width } of flow.currents) {
      expect(left).toBeCloseTo(edge, 10);
      edge = left + width;
    }
    expect(edge).toBeCloseTo(flow.mouth.left + flow.mouth.width, 10);
  });

  it('carries one thread per cell', () => {
    expect(flow.threads.length).toBe(16);
    expect(flow.threads.filter((thread) => thread.key === 1).map((t) => t.cell)).toEqual([
      0, 1, 2, 3,
    ]);
  });

  it('draws what is too thin for threads as one line', () => {
    expect(flow.currents.map(({ line }) => line !== null)).toEqual([false, false, true, false]);
    for (const thread of flow.threads) expect(thread.flow === null).toBe(thread.key === 2);
  });

  it('begins at the strip and ends in the mouth', () => {
    const { taper, flow: below } = flow.threads.find((t) => t.key === 1 && t.cell === 0) ?? {};
    expect(taper?.startsWith('M84 10')).toBe(true);
    expect(flow.currents[1]?.taper.startsWith('M84 10')).toBe(true);
    expect(flow.currents[1]?.taper).toContain('98.4 50H141.6C');
    expect(below).toContain(`${flow.currents[1]?.left} 120`);
  });
});
