import type { DatabaseSync } from 'node:sqlite';
import { expect, it } from '@jest/globals';
import { openFolder } from '../../src/storage/folder';
import { Store } from '../../src/storage/store';
import { PinnedViews } from '../../src/transactions/pinned-views';

it('closes the connection of a snapshot that a drop under way has refused', () => {
  const folder = openFolder(':memory:');
  const opened: DatabaseSync[] = [];
  const openReader = () => {
    const reader = folder.openReader();
    opened.push(reader);
    return reader;
  };
  const store = new Store({ ...folder, openReader }, () => new Date());
  const views = new PinnedViews(store);
  // Dropped in this turn, and committed at the end of it.
  store.droppedAt.set('shop', store.touch());
  expect(() => views.at('shop', undefined, undefined)).toThrow('dropped since the snapshot');
  views.close();
  expect(opened.map(({ isOpen }) => isOpen)).toEqual([false]);
  folder.close();
});
