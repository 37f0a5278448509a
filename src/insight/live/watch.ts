import type { Logger } from 'pino';
import type { Resumable } from '../../platform/graphql/resumable';
import { Follower } from './follower';

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

/** Tells many followers how things stand. Nobody is told every state, everybody the last one. */
export class Watch<Subject, Value extends Resumable> {
  readonly #topics = new Map<string, Topic<Subject, Value>>();
  readonly #topicsOfId = new Map<string, Set<Topic<Subject, Value>>>();
  /** Read as soon as may be: somebody waits. */
  readonly #fresh = new Set<Topic<Subject, Value>>();
  /** Read together, when it is time. */
  readonly #touched = new Set<Topic<Subject, Value>>();
  #timer: NodeJS.Timeout | undefined;
  #readAt = -Infinity;
  #isReading = false;
  #isClosed = false;

  /** @param options.read is called for subjects that somebody follows, one call after the other */
  constructor(private readonly options: WatchOptions<Subject, Value>) {}

  /**
   * Yields the state of a subject at once, then after every change. A slow follower misses states in between: no more
   * than the last state is kept for it. Ends with an error when the subject is gone.
   * @param knownRevision not told again while nothing has changed; null: nothing is known
   */
  follow(subject: Subject, knownRevision: string | null): AsyncIterableIterator<Value> {
    const topic = this.#topicOf(subject);
    const follower = new Follower<Value>(knownRevision, () => {
      topic.followers.delete(follower);
      if (topic.followers.size === 0 && this.#isFollowed(topic)) this.#forget(topic);
    });
    topic.followers.add(follower);
    if (this.#isClosed) follower.end();
    else if (topic.value !== null) follower.offer(topic.value);
    return follower;
  }

  /** Says that these may have become others. @param ids as `idOf` gives them */
  touch(ids: Iterable<string>): void {
    for (const id of ids) for (const topic of this.#topicsOfId.get(id) ?? []) this.#mark(topic);
  }

  /** The same of all that pass. @param value null: it was not read yet */
  touchWhere(isTouched: (subject: Subject, value: Value | null) => boolean): void {
    for (const topic of this.#topics.values())
      if (isTouched(topic.subject, topic.value)) this.#mark(topic);
  }

  get followers(): number {
    let count = 0;
    for (const topic of this.#topics.values()) count += topic.followers.size;
    return count;
  }

  /** Ends all. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const { followers } of this.#topics.values()) for (const one of [...followers]) one.end();
  }

  #topicOf(subject: Subject): Topic<Subject, Value> {
    const key = this.options.keyOf(subject);
    let topic = this.#topics.get(key);
    if (topic) return topic;
    topic = { key, subject, followers: new Set(), value: null };
    this.#topics.set(key, topic);
    const id = this.options.idOf(subject);
    this.#topicsOfId.set(id, (this.#topicsOfId.get(id) ?? new Set()).add(topic));
    this.#fresh.add(topic);
    this.#schedule();
    return topic;
  }

  #forget(topic: Topic<Subject, Value>): void {
    this.#topics.delete(topic.key);
    for (const waiting of [this.#fresh, this.#touched]) waiting.delete(topic);
    const id = this.options.idOf(topic.subject);
    const same = this.#topicsOfId.get(id);
    same?.delete(topic);
    if (same?.size === 0) this.#topicsOfId.delete(id);
  }

  #mark(topic: Topic<Subject, Value>): void {
    this.#touched.add(topic);
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#isReading || this.#fresh.size + this.#touched.size === 0) return;
    const waitMs = this.#fresh.size > 0 ? 0 : this.#readAt + readEveryMs - performance.now();
    this.#timer = setTimeout(() => void this.#readAll(), Math.max(0, waitMs));
  }

  /** Subjects that are touched meanwhile are read the next time. */
  async #readAll(): Promise<void> {
    this.#isReading = true;
    const isTime = performance.now() >= this.#readAt + readEveryMs;
    const round = isTime ? [...this.#touched] : [];
    if (isTime) this.#touched.clear();
    while (!this.#isClosed && this.#fresh.size + round.length > 0) {
      const some =
        this.#fresh.size > 0 ? [...this.#fresh].slice(0, mostAtOnce) : round.splice(0, mostAtOnce);
      for (const topic of some) this.#fresh.delete(topic);
      await this.#readSome(some.filter((topic) => this.#isFollowed(topic)));
    }
    if (isTime) this.#readAt = performance.now();
    this.#isReading = false;
    this.#schedule();
  }

  async #readSome(some: readonly Topic<Subject, Value>[]): Promise<void> {
    try {
      const found = await this.options.read(some.map(({ subject }) => subject));
      for (const topic of some) this.#tell(topic, found.get(topic.subject) ?? null);
    } catch (error) {
      this.options.log.warn({ err: error }, 'what is followed could not be read, trying again');
      this.#readAt = performance.now();
      for (const topic of some.filter((topic) => this.#isFollowed(topic))) this.#touched.add(topic);
    }
  }

  #isFollowed(topic: Topic<Subject, Value>): boolean {
    return this.#topics.get(topic.key) === topic;
  }

  #tell(topic: Topic<Subject, Value>, value: Value | null): void {
    topic.value = value;
    const followers = [...topic.followers];
    if (value !== null) for (const one of followers) one.offer(value);
    else {
      this.#forget(topic);
      for (const one of followers) one.fail(this.options.goneError(topic.subject));
    }
  }
}
