import { getEventListeners } from 'node:events';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { Oplog } from '../../src/change-streams/oplog';
import { openFolder } from '../../src/storage/folder';

const folder = openFolder(':memory:');
afterAll(() => folder.close());

it('never goes back in time, whatever the clock does', () => {
  const log = (oplog: Oplog, time: number) => {
    oplog.append({ type: 'drop', db: 'd', collection: 'c' });
    oplog.flush(new Date(time));
  };
  const oplog = new Oplog(folder.writer);
  log(oplog, 5000);
  log(oplog, 3000);
  const reopened = new Oplog(folder.writer);
  log(reopened, 4000);
  log(reopened, 6000);
  const times = [0, 1, 2, 3].map((seq) => reopened.readAfter(seq)[0]!.at.getTime());
  expect(times).toEqual([5000, 5000, 5000, 6000]);
});

describe('a wait for a commit', () => {
  it.each([
    ['a commit', (oplog: Oplog) => oplog.publish(), true],
    ['the end of its client', (_: Oplog, client: AbortController) => client.abort(), false],
  ])('ends with %s and leaves no listener behind', async (_, wake, expected) => {
    const oplog = new Oplog(folder.writer);
    const client = new AbortController();
    const waiting = oplog.waitForCommit(60_000, client.signal);
    expect(getEventListeners(client.signal, 'abort')).toHaveLength(1);
    wake(oplog, client);
    expect(await waiting).toBe(expected);
    expect(getEventListeners(client.signal, 'abort')).toEqual([]);
  });

  it('ends at its time, and at once for a client that is gone', async () => {
    const oplog = new Oplog(folder.writer);
    const { signal } = new AbortController();
    expect(await oplog.waitForCommit(1, signal)).toBe(false);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(await oplog.waitForCommit(60_000, AbortSignal.abort())).toBe(false);
  });
});

it('does not ask SQLite what comes after its last change: it would read the whole log', () => {
  const oplog = new Oplog(folder.writer);
  const last = oplog.nextSeq - 1;
  const prepare = jest.spyOn(folder.writer, 'prepare');
  expect(oplog.readAfter(last)).toEqual([]);
  expect(prepare).not.toHaveBeenCalled();
  expect(oplog.readAfter(last - 1)).toHaveLength(1);
  expect(prepare).toHaveBeenCalledTimes(1);
  prepare.mockRestore();
});
