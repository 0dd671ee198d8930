import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { projectPath } from '../../../../scripts/lib/paths.mjs';
import { placeOfX, plotMarks } from '../../../../web/src/views/kit/plot';
import type { SvgMark, TextMark } from '../../../../web/src/views/kit/scene';
import { wordKinds } from '../../../../web/src/views/kit/words';
import { butterfly } from '../../../../web/src/views/training/butterfly';
import { filmstrip, wingsAt } from '../../../../web/src/views/training/filmstrip';
import { wordNear } from '../../../../web/src/views/training/map-plot';
import { trainingScene } from '../../../../web/src/views/training/scene';
import { keeping, shownAt, withSeen } from '../../../../web/src/views/training/training';
import { atAnimal, atStreet, keptAt, learned, seenWith } from './fixtures';

const flat = (marks: readonly SvgMark[]): SvgMark[] =>
  marks.flatMap((mark) => (mark.kind === 'group' ? flat(mark.marks) : [mark]));
const texts = (marks: readonly SvgMark[]) =>
  flat(marks).filter((mark): mark is TextMark => mark.kind === 'text');
const sentences = { sentence: 'animal street it tired', other: 'animal street it wide' };
const sceneAt = (width: number) => trainingScene(learned(), sentences, { width }, null);

/** Estimated outlines of texts, to find those that stand over one another. */
const boxOf = ({ x, y, text, size, anchor }: TextMark) => {
  const width = text.length * size * 0.5;
  const left = anchor === 'middle' ? x - width / 2 : anchor === 'end' ? x - width : x;
  return { left, right: left + width, top: y - size * 0.75, bottom: y + 2 };
};

describe.each([288, 320, 580, 700, 912, 1232])('the view in %i px', (width) => {
  const scene = sceneAt(width);
  const pictures = {
    loss: plotMarks(scene.loss),
    accuracy: plotMarks(scene.accuracy),
    looks: scene.looks?.drawing.marks ?? [],
    map: scene.map?.marks ?? [],
    sizes: scene.sizes?.marks ?? [],
    strip: scene.strip.marks,
  };

  it.each(Object.keys(pictures) as (keyof typeof pictures)[])(
    'has no text over another in %s',
    (name) => {
      const boxes = texts(pictures[name])
        .filter(({ text }) => text)
        .map((mark) => ({ mark, ...boxOf(mark) }));
      expect(boxes.length).toBeGreaterThan(0);
      for (const [i, a] of boxes.entries())
        for (const b of boxes.slice(0, i)) {
          const apart =
            a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom;
          expect(apart, `“${a.mark.text}” and “${b.mark.text}”`).toBe(true);
        }
    },
  );

  it('keeps its texts inside', () => {
    const widths = {
      looks: scene.looks?.drawing.width ?? 0,
      map: scene.map?.width ?? 0,
      sizes: scene.sizes?.width ?? 0,
      strip: width,
    };
    for (const [name, room] of Object.entries(widths))
      for (const box of texts(pictures[name as keyof typeof pictures]).map(boxOf)) {
        expect(box.left).toBeGreaterThanOrEqual(-2);
        expect(box.right).toBeLessThanOrEqual(room + 2);
      }
  });
});

describe('the plots', () => {
  it('are read at the step on show', () => {
    const { loss } = trainingScene(shownAt(learned(), 100), sentences, { width: 1232 }, null);
    expect(loss.at).toBe(100);
    expect(placeOfX(loss, 100)).toBeGreaterThan(loss.box.x);
  });

  it('have two rulers, nats and words', () => {
    const written = texts(plotMarks(sceneAt(1232).loss)).map(({ text }) => text);
    expect(written).toContain('nats');
    expect(written).toContain('words');
    expect(written).toContain('403');
  });
});

describe('the butterfly', () => {
  it('writes weights at their words, above and below', () => {
    const training = learned();
    const seen = seenWith(atAnimal, atStreet);
    const { marks } = butterfly(wingsAt(training, seen), 560, 120);
    const numbers = texts(marks).filter(({ tone }) => tone === 'weight');
    const words = new Map(
      texts(marks)
        .filter(({ serif }) => serif)
        .map(({ text, x }) => [text, x]),
    );
    const high = numbers.find(({ text }) => text === '.850');
    const low = numbers.find(({ text }) => text === '.800');
    expect(high?.x).toBe(words.get('animal'));
    expect(low?.x).toBe(words.get('street'));
    expect(low?.y).toBeGreaterThan(high?.y ?? 0);
  });

  it('writes both words where the sentences differ', () => {
    const training = learned();
    const { marks } = butterfly(wingsAt(training, seenWith(atAnimal, atStreet)), 560, 120);
    expect(texts(marks).map(({ text }) => text)).toEqual(expect.arrayContaining(['tired', 'wide']));
  });

  it('has one wing for a single sentence', () => {
    const training = learned();
    const one = butterfly(wingsAt(training, seenWith(atAnimal, null)), 560, 120);
    const two = butterfly(wingsAt(training, seenWith(atAnimal, atStreet)), 560, 120);
    expect(one.height).toBeLessThan(two.height);
  });

  it('draws no wing of what is no number', () => {
    const training = learned();
    const seen = seenWith([Number.NaN, 0, 0, 1], atStreet);
    const { marks } = butterfly(wingsAt(training, seen), 560, 120);
    expect(flat(marks).some((mark) => mark.kind === 'path' && /NaN/.test(mark.d))).toBe(false);
  });
});

describe('the strip', () => {
  it('has a frame of the step on show, and none over another', () => {
    let training = learned();
    for (let step = 401; step < 480; step += 3) training = keeping(training, keptAt(step));
    const strip = filmstrip(shownAt(training, 431), 700);
    expect(strip.stops[strip.at]).toBe(431);
    expect(strip.frames).toBeLessThan(strip.stops.length);
    expect(texts(strip.marks).find(({ text }) => text === '431')?.bold).toBe(true);
  });

  it('moves no frame while the run goes on', () => {
    const before = filmstrip(shownAt(learned(), 0), 900);
    const after = filmstrip(shownAt(keeping(learned(), keptAt(900)), 0), 900);
    for (const [i, x] of before.places.entries()) expect(after.places[i]).toBe(x);
  });
});

describe('the map', () => {
  it('finds the word that is nearest', () => {
    const { map } = sceneAt(1232);
    const [x = 0, y = 0] = map?.places[3] ?? [];
    expect(map && wordNear(map, x, y)).toBe(3);
  });

  it('does not turn what is on show when a step is added', () => {
    const training = learned();
    const seen = seenWith(atAnimal, atStreet);
    const flipped = seen.map && {
      ...seen.map,
      places: seen.map.places.map(([x, y]) => [-x, y] as const),
    };
    const next = withSeen(keeping(training, keptAt(500)), 500, { ...seen, map: flipped });
    const [before, after] = [training, next].map(
      (each) => trainingScene(each, sentences, { width: 1232 }, null).map,
    );
    before?.places.forEach(([x, y], i) => {
      expect(after?.places[i]?.[0]).toBeCloseTo(x, 0);
      expect(after?.places[i]?.[1]).toBeCloseTo(y, 0);
    });
  });

  it('has the kinds of words that the trainer measures in the plane', () => {
    const file = readFileSync(projectPath('core/train/data/word_groups.txt'), 'utf8');
    const lines = new Map(
      [...file.matchAll(/^(\w+): (.*)$/gm)].map(([, name = '', words = '']) => [name, words]),
    );
    expect(wordKinds.map(({ name }) => name)).toEqual(lines.get('plane')?.split(' '));
    for (const { name, words } of wordKinds) expect(words.join(' ')).toBe(lines.get(name));
  });
});
