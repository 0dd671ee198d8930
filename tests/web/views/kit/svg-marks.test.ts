// @vitest-environment happy-dom
import { render, svg } from 'lit';
import { beforeEach, describe, expect, it } from 'vitest';
import { text } from '../../../../web/src/views/kit/frame';
import { appear, mixMarks } from '../../../../web/src/views/kit/keyframes';
import { dot, group, path, rect } from '../../../../web/src/views/kit/marks';
import type { Keyframe, SvgMark, TextMark } from '../../../../web/src/views/kit/scene';
import { svgMarks } from '../../../../web/src/views/kit/svg-marks';

let host: HTMLElement;

beforeEach(() => {
  host = document.createElement('div');
});

const drawAt = (marks: readonly SvgMark[], time: number) =>
  render(svg`<svg>${svgMarks(marks, time)}</svg>`, host);

/** A text that counts how often it is drawn. */
function counted(keys?: readonly Keyframe[]): { mark: TextMark; drawn: () => number } {
  let drawn = 0;
  const plain = text(0, 0, 'a', keys ? { keys } : {});
  const mark = Object.defineProperty({ ...plain }, 'text', {
    get: () => {
      drawn++;
      return 'a';
    },
  });
  return { mark, drawn: () => drawn };
}

describe('frame after frame', () => {
  const clip = { x: 0, y: 0, width: 9, height: 9 };

  it('draws a mark only while it moves', () => {
    const still = counted();
    const early = counted(appear(0, 1));
    const late = counted(appear(2, 3));
    const marks = [group([still.mark, early.mark]), late.mark];
    const drawn = (time: number) => {
      const all = [still, early, late];
      const before = all.map((one) => one.drawn());
      drawAt(marks, time);
      return all.map((one, i) => one.drawn() - (before[i] ?? 0));
    };
    expect(drawn(0.2)).toEqual([1, 1, 1]);
    expect(drawn(0.4)).toEqual([0, 1, 0]);
    expect(drawn(1.2)).toEqual([0, 1, 0]);
    expect(drawn(1.8)).toEqual([0, 0, 0]);
    expect(drawn(2.5)).toEqual([0, 0, 1]);
    expect(drawn(0.5)).toEqual([0, 1, 1]);
  });

  it.each([
    ['sweep', group([text(0, 0, 'a')], { clip, sweep: { axis: 'y', from: 1, to: 2 } })],
    ['line that grows', path('M0 0H9', { stroke: 'ink', drawn: { from: 1, to: 2 } })],
    ['pulse', path('M0 0H9', { stroke: 'ink', pulse: { from: 1, to: 2 } })],
  ])('draws a %s anew within its stretch of time, and not outside', (_, mark) => {
    const picture = (time: number) => {
      drawAt([mark], time);
      return host.innerHTML.replace(/<!--.*?-->/g, '');
    };
    expect(picture(0.5)).toBe(picture(0));
    expect(picture(1.25)).not.toBe(picture(0.5));
    expect(picture(1.5)).not.toBe(picture(1.25));
    expect(picture(2.5)).not.toBe(picture(1.5));
    expect(picture(3)).toBe(picture(2.5));
  });
});

it('a mark keeps its element when others come before it, and while it changes', () => {
  const [first, second] = [text(0, 0, 'a'), text(9, 0, 'b')];
  const written = () => [...host.querySelectorAll('text')].map((each) => each.textContent);
  drawAt([first, second], 0);
  const [a, b] = host.querySelectorAll('text');
  drawAt([first, text(5, 0, 'new'), second], 0);
  expect(written()).toEqual(['a', 'new', 'b']);
  expect([...host.querySelectorAll('text')].map((each) => [a, b].indexOf(each))).toEqual([
    0, -1, 1,
  ]);
  const words = { from: [], to: [] };
  const later = [text(0, 0, 'a'), text(20, 0, 'b')];
  drawAt([text(5, 0, 'new'), ...mixMarks([first, second], later, 0.5, words)], 0);
  expect(written()).toEqual(['new', 'a', 'b']);
  expect([...host.querySelectorAll('text')].slice(1)).toEqual([a, b]);
});

it('a mark fades by its paint, and is not painted while it is fully transparent', () => {
  const marks = [text(0, 0, 'a', { keys: appear(0, 1) })];
  const look = (time: number) => {
    drawAt(marks, time);
    const mark = host.querySelector('text');
    return ['visibility', 'fill-opacity', 'opacity'].map((name) => mark?.getAttribute(name));
  };
  expect(look(0)).toEqual(['hidden', null, null]);
  expect(look(0.5)).toEqual([null, '0.5', null]);
  expect(look(1)).toEqual([null, null, null]);
});

it('what has no place, as a length made of NaN, is left out', () => {
  const none = Number.NaN;
  drawAt(
    [
      path(`M0 0L${none} 1`),
      rect(0, none, 1, 1),
      dot(0, 0, none, 'ink'),
      text(none, 0, 'a'),
      group([text(0, 0, 'inside')], { clip: { x: 0, y: 0, width: 1, height: none } }),
      text(0, 0, 'NaN'),
    ],
    0,
  );
  expect(host.querySelectorAll('path, rect, circle, g')).toHaveLength(0);
  expect(host.textContent?.trim()).toBe('NaN');
});

it('clips to nothing where a plot has no room', () => {
  for (const [width, height] of [
    [0, 9],
    [-69, 160],
    [9, -4],
  ] as const) {
    drawAt([group([text(0, 0, 'a')], { clip: { x: 0, y: 0, width, height } })], 0);
    expect(host.querySelector('.clip')).toBeNull();
  }
});

it('leaves nothing of the marks that it took out', () => {
  const few = [dot(0, 0, 1, 'ink'), text(0, 0, 'a')];
  const many = [text(0, 0, 'a'), path('M0 0H9', { stroke: 'ink' }), ...few, group(few)];
  const nodesOf = (marks: readonly SvgMark[]) => {
    drawAt(marks, 0);
    return host.querySelector('svg')?.childNodes.length;
  };
  const [first, full] = [nodesOf(few), nodesOf(many)];
  for (let i = 0; i < 5; i++) {
    expect(nodesOf(few)).toBe(first);
    expect(nodesOf(many)).toBe(full);
    expect(nodesOf(many.toReversed())).toBe(full);
  }
});
