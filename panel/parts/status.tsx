import { useEffect, useSyncExternalStore } from 'react';
import { t } from '../texts/texts';

interface Said {
  readonly text: string;
  /** Takes it back; null: that cannot be done. */
  readonly undo: (() => void) | null;
}

const nothing: Said = { text: '', undo: null };
let current = nothing;
const listeners = new Set<() => void>();

/** Says in a corner, and to screen readers, what has been done. */
export function say(text: string, undo: (() => void) | null = null): void {
  set({ text, undo });
}

function set(said: Said): void {
  current = said;
  for (const listener of listeners) listener();
}

/** Time that a message is shown, in ms: longer where it can be taken back. */
const shownMs = ({ undo }: Said) => (undo === null ? 6_000 : 30_000);

/** Where `say` says it; it stays in the page, for screen readers watch it. */
export function StatusRegion() {
  const said = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
  useEffect(() => {
    if (said === nothing) return undefined;
    const timer = setTimeout(() => {
      set(nothing);
    }, shownMs(said));
    return () => {
      clearTimeout(timer);
    };
  }, [said]);
  const { text, undo } = said;
  return (
    <div className="status" role="status">
      {text === '' ? null : (
        <div className="status-text">
          {text}
          {undo === null ? null : (
            <button
              type="button"
              className="status-undo"
              onClick={() => {
                set(nothing);
                undo();
              }}
            >
              {t('common.undo')}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
