/** What was typed of something new before the page was left, in this browser. */
export interface KeptDraft<Values> {
  /** What is empty where nothing was typed. */
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
    read(accountId) {
      try {
        const kept: unknown = JSON.parse(localStorage.getItem(keyOf(accountId)) ?? '{}');
        // Written by `keep`; what an older page has left out is empty.
        return { ...empty, ...(kept as Partial<Values>) };
      } catch {
        return empty;
      }
    },
    keep(accountId, values) {
      try {
        if (values) localStorage.setItem(keyOf(accountId), JSON.stringify(values));
        else localStorage.removeItem(keyOf(accountId));
      } catch {
        return;
      }
    },
  };
}
