import { isRecord } from '../../record';
import type { Answers } from '../process/channel';

/** Documents that a poll has found, and what it has looked for. It goes between processes as JSON; times are Unix milliseconds. */
export interface Polled {
  /** Names of the collections that were read. */
  readonly collections: readonly string[];
  readonly since: number;
  readonly startedAt: number;
  readonly found: readonly (readonly [collection: string, id: string, updatedAt: number])[];
}

/** A process wants a poll that began after a time, and looks back at least so far. */
export type WantedPoll = Pick<Polled, 'collections' | 'since'> & { readonly after: number };

/** Polls that processes of one machine make for each other. */
export interface SharedPolls {
  /** Finds a poll of another process; null: this one has to poll. @throws where nobody can say */
  take(wanted: WantedPoll): Promise<Polled | null>;
  /** Tells the others of a poll. @throws where nobody hears */
  tell(polled: Polled): Promise<void>;
}

/** For so long a process waits for another one's poll. */
const waitMs = 2_000;

/** Asks the process that hands polls on. @param ask its answers are those of `answerPolls` */
export function createSharedPolls(
  ask: (topic: string, value: unknown) => Promise<unknown>,
): SharedPolls {
  return {
    async take(wanted) {
      return readPolled(await ask('takePoll', wanted));
    },
    async tell(polled) {
      await ask('tellPoll', polled);
    },
  };
}

/**
 * Hands polls on, in a process that makes none itself: who comes first polls for the others. Where that process dies, or
 * takes long, the others poll.
 */
export function answerPolls(): Answers {
  let latest: Polled | null = null;
  let turn: { readonly until: number; readonly told: PromiseWithResolvers<undefined> } | null =
    null;
  const find = (wanted: WantedPoll) => (latest !== null && fits(latest, wanted) ? latest : null);
  return {
    async takePoll(value) {
      const wanted = readWanted(value);
      if (wanted === null) return null;
      const known = find(wanted);
      if (known !== null) return known;
      const now = performance.now();
      if (turn === null || turn.until <= now) {
        turn = { until: now + waitMs, told: Promise.withResolvers() };
        return null;
      }
      const timer = setTimeout(turn.told.resolve, turn.until - now, undefined);
      await turn.told.promise;
      clearTimeout(timer);
      return find(wanted);
    },
    tellPoll(value) {
      latest = readPolled(value) ?? latest;
      turn?.told.resolve(undefined);
      turn = null;
    },
  };
}

function fits({ collections, since, startedAt }: Polled, wanted: WantedPoll): boolean {
  return (
    since <= wanted.since &&
    startedAt > wanted.after &&
    collections.join() === wanted.collections.join()
  );
}

function readWanted(value: unknown): WantedPoll | null {
  if (!isRecord(value) || !Array.isArray(value.collections)) return null;
  const collections = value.collections.map(String);
  return { collections, since: Number(value.since), after: Number(value.after) };
}

function readPolled(value: unknown): Polled | null {
  if (!isRecord(value) || !Array.isArray(value.collections) || !Array.isArray(value.found))
    return null;
  const found = value.found.map((one: unknown) => {
    const members: readonly unknown[] = Array.isArray(one) ? one : [];
    const [collection, id, updatedAt] = members;
    return [String(collection), String(id), Number(updatedAt)] as const;
  });
  const collections = value.collections.map(String);
  return { collections, since: Number(value.since), startedAt: Number(value.startedAt), found };
}
