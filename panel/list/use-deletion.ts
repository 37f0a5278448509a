import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { describeError } from '../parts/problem';
import { say } from '../parts/status';
import { doWithEach, type Failure, type Named } from './do-with-each';
import { tellFailure } from './failures';

/** Time to think better of it. */
export const deletionMs = 20_000;

/** How things of a list are deleted. */
export interface Deletion<One> {
  readonly work: (one: One) => Promise<unknown>;
  /** The same while the page is being left. */
  readonly onLeaving: (one: One) => void;
  /** The sentence on what was done. */
  readonly news: (count: number) => string;
  /** The beginning of the keys of what it changes. */
  readonly queryKey: readonly string[];
  readonly onFailures: (failures: readonly Failure[]) => void;
}

/**
 * Deletes things, but not at once: the server hears of it after a time, or when the page is left. Until then nothing
 * has happened, so it can be taken back whole.
 */
export function useDeletion<One extends Named>(deletion: Deletion<One>) {
  const { work, onLeaving, news, queryKey, onFailures } = deletion;
  const queryClient = useQueryClient();
  const [waiting, setWaiting] = useState<readonly One[]>([]);
  const [leaving, setLeaving] = useState<readonly One[]>([]);
  // As it is now, for who comes when nothing is drawn any more.
  const latest = useRef(waiting);
  const isLeft = useRef(false);
  const wait = (some: readonly One[]) => {
    latest.current = some;
    setWaiting(some);
  };
  const commit = async () => {
    const all = latest.current;
    if (all.length === 0) return;
    wait([]);
    setLeaving((before) => [...before, ...all]);
    const failures = await doWithEach(all, {
      ...{ work, describe: describeError, atOnce: 4, onDone: () => undefined },
    });
    const count = all.length - failures.length;
    // The list that shows failures may have been left.
    const told = [
      ...(count > 0 ? [news(count)] : []),
      ...(isLeft.current ? failures.map(tellFailure) : []),
    ];
    if (told.length > 0) say(told.join(' '));
    onFailures(failures);
    await queryClient.invalidateQueries({ queryKey });
    setLeaving((before) => before.filter((one) => !all.includes(one)));
  };
  useEffect(() => {
    if (waiting.length === 0) return undefined;
    const timer = setTimeout(() => void commit(), deletionMs);
    return () => {
      clearTimeout(timer);
    };
  }, [waiting]);
  useEffect(() => {
    isLeft.current = false;
    const send = () => {
      for (const one of latest.current) onLeaving(one);
      wait([]);
    };
    addEventListener('pagehide', send);
    return () => {
      removeEventListener('pagehide', send);
      isLeft.current = true;
      void commit();
    };
  }, []);
  return {
    waiting,
    /** Things that are no longer to be seen. */
    hidden: new Set([...waiting, ...leaving].map(({ id }) => id)),
    add: (some: readonly One[]) => {
      wait([...latest.current, ...some]);
    },
    undo: () => {
      wait([]);
    },
    commit,
  };
}
