import type { Logger } from 'pino';
import type { Resumable } from '../../platform/graphql/resumable';
import { Follower } from './follower';

/** Tells many followers how things stand. Nobody is told every state, everybody the last one. */
export interface Watch<Subject, Value extends Resumable> {
  /**
   * Yields the state of a subject at once, then after every change. A slow follower misses states in between: no more
   * than the last state is kept for it. Ends with an error when the subject is gone.
   * @param knownRevision not told again while nothing has changed; null: nothing is known
   */
  follow(subject: Subject, knownRevision: string | null): AsyncIterableIterator<Value>;
  /** Says that these may have become others. @param ids as `idOf` gives them */
  touch(ids: Iterable<string>): void;
  /** The same of all that pass. @param value null: it was not read yet */
  touchWhere(isTouched: (subject: Subject, value: Value | null) => boolean): void;
  readonly followers: number;
  /** Ends all. */
  close(): void;
}

export interface WatchOptions<Subject, Value> {
  /** The same text for the same subject. */
  readonly keyOf: (subject: Subject) => string;
  /** The id that changes of a subject are told by. */
  readonly idOf: (subject: Subject) => string;
  /** Subjects that are gone have no entry. */
  readonly read: (subjects: readonly Subject[]) => Promise<ReadonlyMap<Subject, Value>>;
  readonly goneError: (subject: Subject) => Error;
  readonly log: Logger;
}

/** However much happens to a subject, it is read once in this time. */
const readEveryMs = 1_000;
/** Read at once. */
const mostAtOnce = 100;

interface Topic<Subject, Value extends Resumable> {
  readonly key: string;
  readonly subject: Subject;
  readonly followers: Set<Follower<Value>>;
  /** null: it was not read yet. */
  value: Value | null;
}

/** @param options.read is called for subjects that somebody follows, one call after the other */
export function createWatch<Subject, Value extends Resumable>(
  options: WatchOptions<Subject, Value>,
): Watch<Subject, Value> {
  const { keyOf, idOf, read, goneError, log } = options;
  const topics = new Map<string, Topic<Subject, Value>>();
  const topicsOfId = new Map<string, Set<Topic<Subject, Value>>>();
  /** Read as soon as may be: somebody waits. */
  const fresh = new Set<Topic<Subject, Value>>();
  /** Read together, when it is time. */
  const touched = new Set<Topic<Subject, Value>>();
  let timer: NodeJS.Timeout | undefined;
  let readAt = -Infinity;
  let isReading = false;
  let isClosed = false;

  function topicOf(subject: Subject): Topic<Subject, Value> {
    const key = keyOf(subject);
    let topic = topics.get(key);
    if (topic) return topic;
    topic = { key, subject, followers: new Set(), value: null };
    topics.set(key, topic);
    const id = idOf(subject);
    topicsOfId.set(id, (topicsOfId.get(id) ?? new Set()).add(topic));
    fresh.add(topic);
    schedule();
    return topic;
  }

  function forget(topic: Topic<Subject, Value>): void {
    topics.delete(topic.key);
    for (const waiting of [fresh, touched]) waiting.delete(topic);
    const id = idOf(topic.subject);
    const same = topicsOfId.get(id);
    same?.delete(topic);
    if (same?.size === 0) topicsOfId.delete(id);
  }

  function mark(topic: Topic<Subject, Value>): void {
    touched.add(topic);
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (isClosed || isReading || fresh.size + touched.size === 0) return;
    const waitMs = fresh.size > 0 ? 0 : readAt + readEveryMs - performance.now();
    timer = setTimeout(() => void readAll(), Math.max(0, waitMs));
  }

  /** Subjects that are touched meanwhile are read the next time. */
  async function readAll(): Promise<void> {
    isReading = true;
    const isTime = performance.now() >= readAt + readEveryMs;
    const round = isTime ? [...touched] : [];
    if (isTime) touched.clear();
    while (!isClosed && fresh.size + round.length > 0) {
      const some = fresh.size > 0 ? [...fresh].slice(0, mostAtOnce) : round.splice(0, mostAtOnce);
      for (const topic of some) fresh.delete(topic);
      await readSome(some.filter(isFollowed));
    }
    if (isTime) readAt = performance.now();
    isReading = false;
    schedule();
  }

  async function readSome(some: readonly Topic<Subject, Value>[]): Promise<void> {
    try {
      const found = await read(some.map(({ subject }) => subject));
      for (const topic of some) tell(topic, found.get(topic.subject) ?? null);
    } catch (error) {
      log.warn({ err: error }, 'what is followed could not be read, trying again');
      readAt = performance.now();
      for (const topic of some.filter(isFollowed)) touched.add(topic);
    }
  }

  const isFollowed = (topic: Topic<Subject, Value>) => topics.get(topic.key) === topic;

  function tell(topic: Topic<Subject, Value>, value: Value | null): void {
    topic.value = value;
    const followers = [...topic.followers];
    if (value !== null) for (const one of followers) one.offer(value);
    else {
      forget(topic);
      for (const one of followers) one.fail(goneError(topic.subject));
    }
  }

  return {
    follow(subject, knownRevision) {
      const topic = topicOf(subject);
      const follower = new Follower<Value>(knownRevision, () => {
        topic.followers.delete(follower);
        if (topic.followers.size === 0 && isFollowed(topic)) forget(topic);
      });
      topic.followers.add(follower);
      if (isClosed) follower.end();
      else if (topic.value !== null) follower.offer(topic.value);
      return follower;
    },
    touch(ids) {
      for (const id of ids) topicsOfId.get(id)?.forEach(mark);
    },
    touchWhere(isTouched) {
      for (const topic of topics.values()) if (isTouched(topic.subject, topic.value)) mark(topic);
    },
    get followers() {
      let count = 0;
      for (const topic of topics.values()) count += topic.followers.size;
      return count;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const { followers } of topics.values()) for (const one of [...followers]) one.end();
    },
  };
}
