/** A request waits for a code of the second factor: a dialog asks for the code, and the request is sent again. */
let waiting: PromiseWithResolvers<boolean> | null = null;
const listeners = new Set<() => void>();

function set(next: PromiseWithResolvers<boolean> | null): void {
  waiting = next;
  for (const listener of listeners) listener();
}

export const secondFactorAsked = {
  /** @returns true once a code was shown, false where the person has given up. */
  ask(): Promise<boolean> {
    if (waiting === null) set(Promise.withResolvers<boolean>());
    return waiting?.promise ?? Promise.resolve(false);
  },
  answer(isShown: boolean): void {
    waiting?.resolve(isShown);
    set(null);
  },
  get: () => waiting !== null,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
