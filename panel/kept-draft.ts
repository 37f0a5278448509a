/** The values of a new thing that were typed before the page was left, in this browser. */
export interface KeptDraft<Values> {
  /** Reads the kept values; empty ones where nothing was typed. */
  read(accountId: string): Values;
  /** Null: nothing is kept any more. Browsers may refuse to keep anything: then it is not. */
  keep(accountId: string, values: Values | null): void;
}

/** @param noun of what is made: no two kinds share one */
export function createKeptDraft<Values extends object>(
  noun: string,
  empty: Values,
): KeptDraft<Values> {
  const keyOf = (accountId: string) => `adgate-new-${noun}-${accountId}`;
  return {
    // Written by `keep`; what an older page has left out is empty.
    read: (accountId) => ({ ...empty, ...(read(keyOf(accountId)) as Partial<Values> | null) }),
    keep: (accountId, values) => {
      write(keyOf(accountId), values);
    },
  };
}

/** Values typed over a saved thing. */
interface Edit<Values> {
  /** The saved values of that time, as JSON. */
  readonly over: string;
  /** Values that were sent and may be saved, as JSON; absent of edits that were kept before there was any. */
  readonly sent?: readonly string[];
  readonly values: Values;
}

/**
 * The fate of values that were typed before the page was left: they are back, or they were of a thing that has changed
 * since.
 */
export type Restored = 'restored' | 'outdated' | null;

/**
 * Edits of one thing, kept in this browser as long as it stays as it was.
 *
 * @param place of whose thing, and which
 */
export function createKeptEdit<Values extends object>(place: string, saved: Values) {
  const key = `adgate-edit-${place}`;
  const over = JSON.stringify(saved);
  return {
    read(): { readonly values: Values; readonly restored: Restored } {
      // Written by `keep`.
      const kept = read(key) as Edit<Values> | null;
      // The typed values are saved where the answer to their save alone was lost.
      if (kept === null || JSON.stringify(kept.values) === over)
        return { values: saved, restored: null };
      return [kept.over, ...(kept.sent ?? [])].includes(over)
        ? { values: { ...saved, ...kept.values }, restored: 'restored' }
        : { values: saved, restored: 'outdated' };
    },
    /**
     * Keeps values that differ from the saved values. Null: nothing is kept any more.
     *
     * @param tried values that were sent, of which nobody knows whether they are saved
     */
    keep(values: Values | null, tried: readonly Values[] = []): void {
      const isChanged = values !== null && JSON.stringify(values) !== over;
      const sent = tried.map((one) => JSON.stringify(one));
      write(key, isChanged ? ({ over, sent, values } satisfies Edit<Values>) : null);
    },
  };
}

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function write(key: string, value: object | null): void {
  try {
    if (value) localStorage.setItem(key, JSON.stringify(value));
    else localStorage.removeItem(key);
  } catch {
    return;
  }
}
