import { expect, it } from '@jest/globals';
import { lastWordOf } from '../../../src/id-words';
import {
  createVisitorMemory,
  type ShownCreative,
} from '../../../src/supply/visitors/visitor-memory';

const hourMs = 3_600_000;

const shown = (nth: number): ShownCreative => ({
  creativeId: String(nth).padStart(32, 'a'),
  campaignId: String(nth).padStart(32, 'c'),
});

it('remembers the last 50 creatives of the last three hours, newest first', () => {
  const memory = createVisitorMemory(10);
  for (let nth = 0; nth < 60; nth += 2)
    memory.recordSeen('visitor', [shown(nth), shown(nth + 1)], nth);
  const latest = Array.from({ length: 50 }, (_, position) => shown(59 - position));
  expect(memory.listSeen('visitor', 60)).toEqual({
    creatives: latest,
    campaignMarks: latest.map(({ campaignId }) => lastWordOf(campaignId)),
  });
  expect(memory.listSeen('visitor', 3 * hourMs + 56).creatives).toEqual([shown(59), shown(58)]);
  expect(memory.listSeen('visitor', 3 * hourMs + 58)).toEqual({ creatives: [], campaignMarks: [] });
  expect(memory.listSeen('stranger', 60)).toEqual({ creatives: [], campaignMarks: [] });
});

it('leaves a list as it was when more is seen', () => {
  const memory = createVisitorMemory(10);
  memory.recordSeen('visitor', [shown(1)], 0);
  const before = memory.listSeen('visitor', 0);
  memory.recordSeen('visitor', [shown(2)], 0);
  expect(before.creatives).toEqual([shown(1)]);
  expect(memory.listSeen('visitor', 0).creatives).toEqual([shown(2), shown(1)]);
});

it('forgets the visitor who was shown nothing for longest', () => {
  const memory = createVisitorMemory(2);
  for (const visitor of ['first', 'second', 'first', 'third'])
    memory.recordSeen(visitor, [shown(1)], 0);
  const known = ['first', 'second', 'third'].map(
    (visitor) => memory.listSeen(visitor, 0).creatives.length,
  );
  expect(known).toEqual([2, 0, 1]);
});
