import { EventEmitter } from 'node:events';
import type { Connection } from 'mongoose';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pino from 'pino';
import { ChangeFeed, type Changes } from '../../../src/platform/database/change-feed';
import {
  answerPolls,
  createSharedPolls,
  type SharedPolls,
} from '../../../src/platform/database/shared-polls';
import { openDatabase } from '../../../src/platform/database/connection';
import { freshDatabase, isEmbedded } from '../../support/database';
import { startDatabaseProxy } from '../../support/fault-proxy';

const log = pino({ level: 'silent' });

/** A stand-in for the feed's part of a connection, with streams and polls that fail when told to. */
function createFakeDatabase() {
  const documents = new Map<string, Date>();
  const streams: FakeStream[] = [];
  const state = { refusesStreams: false, failingPolls: 0, polls: 0, hello: {} };
  const db = {
    db: { command: () => Promise.resolve(state.hello) },
    watch() {
      if (state.refusesStreams) throw new Error('$changeStream is not supported');
      const stream = new FakeStream();
      streams.push(stream);
      setImmediate(() => stream.emit('resumeTokenChanged', {}));
      return stream;
    },
    collection: () => ({
      find: ({ updatedAt }: { readonly updatedAt: { readonly $gte: Date } }) => {
        state.polls += 1;
        if (state.failingPolls > 0) {
          state.failingPolls -= 1;
          throw new Error('the poll failed');
        }
        return [...documents]
          .filter(([, at]) => at >= updatedAt.$gte)
          .map(([_id, at]) => ({ _id, updatedAt: at }));
      },
    }),
  };
  return { db: db as unknown as Connection, documents, streams, state };
}

class FakeStream extends EventEmitter {
  closed = false;

  tell(id: string): void {
    this.emit('change', { documentKey: { _id: id }, ns: { coll: 'campaigns' } });
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }
}

const feeds: ChangeFeed[] = [];

function createFeed(
  db: Connection,
  onChange: (changes: Changes) => Promise<void> = () => Promise.resolve(),
  sharedPolls?: SharedPolls,
) {
  const told: string[] = [];
  const feed = new ChangeFeed({
    db,
    log,
    now: () => new Date(),
    collections: ['campaigns'],
    sharedPolls,
    onChange: async (changes) => {
      await onChange(changes);
      told.push(...(changes.get('campaigns') ?? []));
    },
  });
  feeds.push(feed);
  return { feed, told };
}

afterEach(async () => {
  for (const feed of feeds.splice(0)) await feed.close();
});

describe('a change feed', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const startOn = async (
    fake: ReturnType<typeof createFakeDatabase>,
    onChange?: (changes: Changes) => Promise<void>,
  ) => {
    const { feed, told } = createFeed(fake.db, onChange);
    const started = feed.start();
    await jest.advanceTimersByTimeAsync(1);
    await started;
    return told;
  };

  it('polls every second where the server refuses streams, and tells each change once', async () => {
    const fake = createFakeDatabase();
    fake.state.refusesStreams = true;
    const told = await startOn(fake);
    fake.documents.set('a', new Date());
    await jest.advanceTimersByTimeAsync(1_100);
    expect(told).toEqual(['a']);
    fake.documents.set('b', new Date());
    await jest.advanceTimersByTimeAsync(5_000);
    expect(told).toEqual(['a', 'b']);
    expect(fake.state.polls).toBe(6);
  });

  it('tells what a writer has changed whose clock is up to 10 seconds behind', async () => {
    const fake = createFakeDatabase();
    fake.state.refusesStreams = true;
    const told = await startOn(fake);
    for (const behindMs of [0, 5_000, 9_900]) {
      fake.documents.set(String(behindMs), new Date(Date.now() - behindMs));
      await jest.advanceTimersByTimeAsync(1_100);
    }
    expect(told).toEqual(['0', '5000', '9900']);
  });

  it('tells by the second poll what is changed once the clock was set back by an hour', async () => {
    const fake = createFakeDatabase();
    fake.state.refusesStreams = true;
    const told = await startOn(fake);
    fake.documents.set('before', new Date());
    await jest.advanceTimersByTimeAsync(3_000);
    jest.setSystemTime(Date.now() - 3_600_000);
    fake.documents.set('after', new Date());
    await jest.advanceTimersByTimeAsync(2_100);
    expect(new Set(told)).toEqual(new Set(['before', 'after']));
  });

  it('polls a sharded cluster, whose stream waits for idle shards, and opens no stream', async () => {
    const fake = createFakeDatabase();
    fake.state.hello = { msg: 'isdbgrid' };
    const told = await startOn(fake);
    fake.documents.set('a', new Date());
    await jest.advanceTimersByTimeAsync(1_100);
    expect(told).toEqual(['a']);
    await jest.advanceTimersByTimeAsync(10_000);
    expect([fake.streams, fake.state.polls]).toEqual([[], 11]);
  });

  it('does not poll while a stream is open, and leaves no timer behind', async () => {
    const fake = createFakeDatabase();
    const told = await startOn(fake);
    expect(jest.getTimerCount()).toBe(0);
    fake.streams[0]!.tell('a');
    await jest.advanceTimersByTimeAsync(60_000);
    expect([told, fake.state.polls]).toEqual([['a'], 0]);
  });

  it.each(['error', 'close'])(
    'opens a new stream after an %s, and tells what changed between the two',
    async (event) => {
      const fake = createFakeDatabase();
      const told = await startOn(fake);
      fake.streams[0]!.emit(event, new Error('cut'));
      fake.documents.set('a', new Date());
      await jest.advanceTimersByTimeAsync(7_000);
      expect(fake.streams).toHaveLength(2);
      fake.streams[1]!.tell('b');
      await jest.advanceTimersByTimeAsync(100);
      expect(told).toEqual(['a', 'b']);
      const { polls } = fake.state;
      await jest.advanceTimersByTimeAsync(10_000);
      expect([fake.state.polls, jest.getTimerCount()]).toEqual([polls, 0]);
    },
  );

  it('tells a change of the gap although polls fail until long after the new stream is open', async () => {
    const fake = createFakeDatabase();
    const told = await startOn(fake);
    fake.state.failingPolls = 30;
    fake.streams[0]!.emit('error', new Error('cut'));
    fake.documents.set('a', new Date());
    await jest.advanceTimersByTimeAsync(20_000);
    expect([fake.streams.length, told]).toEqual([2, []]);
    fake.streams[1]!.emit('resumeTokenChanged', {});
    await jest.advanceTimersByTimeAsync(20_000);
    expect(told).toEqual(['a']);
    expect(fake.state.polls).toBe(31);
  });

  it('asks after a long life of a stream for the last seconds alone', async () => {
    const fake = createFakeDatabase();
    const told = await startOn(fake);
    fake.documents.set('told by the stream', new Date());
    await jest.advanceTimersByTimeAsync(60_000);
    fake.streams[0]!.emit('resumeTokenChanged', {});
    fake.streams[0]!.emit('error', new Error('cut'));
    fake.documents.set('a', new Date());
    await jest.advanceTimersByTimeAsync(2_000);
    expect(told).toEqual(['a']);
  });

  it('repeats what could not be taken up, with what came meanwhile', async () => {
    const fake = createFakeDatabase();
    let failures = 2;
    const told = await startOn(fake, () => {
      failures -= 1;
      return failures < 0 ? Promise.resolve() : Promise.reject(new Error('not now'));
    });
    fake.streams[0]!.tell('a');
    await jest.advanceTimersByTimeAsync(100);
    expect(told).toEqual([]);
    fake.streams[0]!.tell('b');
    await jest.advanceTimersByTimeAsync(3_000);
    expect([...told].sort()).toEqual(['a', 'b']);
  });
});

describe('change feeds of the processes of one machine', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Feeds that begin one after the other within a second. @param isLost says that a message gets no answer */
  async function startFeeds(count: number, isLost: (topic: string) => boolean = () => false) {
    const fake = createFakeDatabase();
    fake.state.hello = { msg: 'isdbgrid' };
    const answers = answerPolls();
    const shared = createSharedPolls(async (topic, value) => {
      if (isLost(topic)) throw new Error('no answer');
      const answer: unknown = await answers[topic]?.(JSON.parse(JSON.stringify(value)));
      return JSON.parse(JSON.stringify(answer ?? null)) as unknown;
    });
    const told: string[][] = [];
    for (let at = 0; at < count; at += 1) {
      const one = createFeed(fake.db, undefined, shared);
      await one.feed.start();
      told.push(one.told);
      await jest.advanceTimersByTimeAsync(900 / count);
    }
    return { fake, told, answers };
  }

  it('poll once a second for all of them, and each tells each change once', async () => {
    const { fake, told } = await startFeeds(4);
    const before = fake.state.polls;
    for (const id of ['a', 'b', 'c', 'd', 'e']) {
      fake.documents.set(id, new Date());
      await jest.advanceTimersByTimeAsync(2_000);
    }
    expect(told).toEqual(Array.from({ length: 4 }, () => ['a', 'b', 'c', 'd', 'e']));
    expect(fake.state.polls - before).toBeLessThanOrEqual(11);
  });

  it.each(['takePoll', 'tellPoll'])('poll themselves while no %s is answered', async (lost) => {
    const { fake, told } = await startFeeds(3, (topic) => topic === lost);
    fake.documents.set('a', new Date());
    await jest.advanceTimersByTimeAsync(6_000);
    expect(told).toEqual([['a'], ['a'], ['a']]);
  });

  it('go on where the one dies whose turn it is', async () => {
    const { fake, told, answers } = await startFeeds(3);
    await jest.advanceTimersByTimeAsync(3_000);
    const wanted = { collections: ['campaigns'], since: 0, after: Date.now() };
    expect(await answers['takePoll']?.(wanted)).toBeNull();
    fake.documents.set('a', new Date());
    await jest.advanceTimersByTimeAsync(4_000);
    expect(told).toEqual([['a'], ['a'], ['a']]);
  });

  it('take no poll of other collections, or of too short a time', async () => {
    const answers = answerPolls();
    const now = Date.now();
    const polled = { collections: ['sites'], since: now - 13_000, startedAt: now, found: [] };
    const wanted = { collections: ['sites'], since: now - 12_000, after: now - 2_000 };
    answers['tellPoll']?.(polled);
    expect(await answers['takePoll']?.(wanted)).toEqual(polled);
    for (const other of [
      { ...wanted, collections: ['sites', 'peers'] },
      { ...wanted, since: now - 14_000 },
      { ...wanted, after: now },
    ]) {
      answers['tellPoll']?.(polled);
      expect(await answers['takePoll']?.(other)).toBeNull();
    }
  });
});

(isEmbedded ? it : it.skip)(
  'a feed whose connection is cut tells what was written before it comes back',
  async () => {
    const uri = await freshDatabase();
    const direct = await openDatabase(uri);
    const proxy = await startDatabaseProxy(uri);
    const db = await openDatabase(proxy.uri);
    try {
      const wanted = Promise.withResolvers<undefined>();
      const { feed } = createFeed(db, (changes) => {
        if (changes.get('campaigns')?.includes('written meanwhile') === true)
          wanted.resolve(undefined);
        return Promise.resolve();
      });
      await feed.start();
      proxy.cut();
      await direct
        .collection<{ _id: string; updatedAt: Date }>('campaigns')
        .insertOne({ _id: 'written meanwhile', updatedAt: new Date() });
      proxy.restore();
      await wanted.promise;
    } finally {
      for (const feed of feeds.splice(0)) await feed.close();
      await db.close();
      await direct.close();
      await proxy.close();
    }
  },
);
