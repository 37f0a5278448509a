import { expect, it } from '@jest/globals';
import { ItemsInBytes } from '../../../src/platform/database/items-in-bytes';

it.each([0, 1, 99, 100, 101, 250])('%i items are there again, at each walk', (length) => {
  const campaigns = Array.from({ length }, (_, at) => ({
    ...{ id: String(at), maxCpm: BigInt(at), maxCpc: 2n ** 62n, medium: null },
    endsAt: at % 2 === 0 ? null : new Date(at),
    targeting: { requires: { user: { language: ['en'] }, site: {} }, excludes: {} },
  }));
  const items = new ItemsInBytes<(typeof campaigns)[number]>();
  for (const one of campaigns) items.add(one);
  expect(items.length).toBe(length);
  const parts = [...items];
  expect(parts.flat()).toEqual(campaigns);
  expect(JSON.stringify(parts.flat(), toText)).toBe(JSON.stringify(campaigns, toText));
  expect([...items].flat()).toEqual(campaigns);
  expect(Math.max(0, ...parts.map((part) => part.length))).toBeLessThanOrEqual(100);
});

/** The digest of an item is of its members in their order. */
const toText = (_name: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value;
