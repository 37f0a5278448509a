import { useEffect, useSyncExternalStore } from 'react';

let text = '';
const listeners = new Set<() => void>();

/** Says in a corner, and to screen readers, what has been done. */
export function say(what: string): void {
  text = what;
  for (const listener of listeners) listener();
}

/** Where `say` says it; it stays in the page, for screen readers watch it. */
export function StatusRegion() {
  const said = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => text,
  );
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => {
      say('');
    }, 6_000);
    return () => {
      clearTimeout(timer);
    };
  }, [said]);
  return (
    <div className="status" role="status">
      {said === '' ? null : <div className="status-text">{said}</div>}
    </div>
  );
}
