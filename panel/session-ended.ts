/** Whether the server has said that nobody is logged in any more: what is on the screen stays, and a dialog asks. */
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
