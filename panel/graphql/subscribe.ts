import { print } from '@0no-co/graphql.web';
import type { TadaDocumentNode } from 'gql.tada';
import { createClient } from 'graphql-sse';

const client = createClient({ url: '/graphql/stream', retryAttempts: 0 });

/** How long is waited before it is asked for again: twice as long each time, as many may have lost it at once. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** A listener to a subscription. */
export interface Listener<Result> {
  next(result: Result): void;
  /** Nothing is told for now: it was refused, or cut off. It is asked for again until something is told. */
  lost(): void;
}

/**
 * Hears what is told, for as long as the tab can be seen: browsers let few connections to one server be open at once.
 *
 * @returns what ends it
 */
export function subscribe<Result, Variables extends Record<string, unknown>>(
  document: TadaDocumentNode<Result, Variables>,
  variables: Variables,
  listener: Listener<Result>,
): () => void {
  let end: (() => void) | null = null;
  let losses = 0;
  const query = print(document);
  const begin = () => {
    let isOver = false;
    const lose = () => {
      if (isOver) return;
      isOver = true;
      listener.lost();
      const pauseMs = Math.min(firstPauseMs * 2 ** losses, longestPauseMs);
      losses += 1;
      const timer = window.setTimeout(begin, pauseMs * (0.5 + Math.random() / 2));
      end = () => {
        window.clearTimeout(timer);
      };
    };
    const stop = client.subscribe<Result>(
      { query, variables },
      {
        next: ({ data }) => {
          if (isOver) return;
          if (data) {
            losses = 0;
            listener.next(data);
          } else {
            // A field of it failed, and nothing more is told before the next change.
            lose();
            stop();
          }
        },
        error: lose,
        complete: lose,
      },
    );
    end = () => {
      isOver = true;
      stop();
    };
  };
  const follow = () => {
    if (window.document.visibilityState === 'hidden') {
      end?.();
      end = null;
    } else if (end === null) begin();
  };
  follow();
  window.document.addEventListener('visibilitychange', follow);
  return () => {
    window.document.removeEventListener('visibilitychange', follow);
    end?.();
  };
}
