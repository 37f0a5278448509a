/** Listeners to the end of the session: the screen stays, and a dialog asks for a log-in. */
const listeners = new Set<() => void>();
let hasEnded = false;

function set(value: boolean): void {
  hasEnded = value;
  for (const listener of listeners) listener();
}

export const sessionEnded = {
  announce: () => set(true),
  clear: () => set(false),
  get: () => hasEnded,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
